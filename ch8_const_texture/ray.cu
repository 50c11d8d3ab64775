// ray: a ray tracer whose scene lies in constant memory
//
// For every pixel a ray goes from the eye through the picture into the scene. What it hits first
// decides the colour: a sphere, which also mirrors, so that the ray goes on from there; the floor;
// or the sky. To find the first hit it tries every sphere,
//
//     for each sphere k:   | eye + t * direction - centre_k | = radius_k   has a solution t?
//
// and all threads of a warp are at the same k at the same time: they want the same 32 bytes,
// nothing writes to them while the kernel runs, and they are few: they fit into its cache. That is
// what constant memory is for. The same kernel with the spheres in global memory runs beside it,
// both are timed, and both pictures are compared with a CPU's.
//
//     nvcc ch8_const_texture/ray.cu -I. -o ray -lglut -lGL && ./ray
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define MAX_SPHERES 2048       // of 32 bytes: 64 KiB, which fill constant memory, but not its cache
#define BOUNCES 4              // a ray ends after so many hits
#define CHECKED_RAYS (1 << 17) // where a picture takes more, the CPU looks at some of its pixels

typedef struct {
    float3 centre;
    float radius;
    float3 colour;
    float mirror; // how much of the light it reflects, 0 to 1, seen straight on
} sphere;

__constant__ sphere constant_spheres[MAX_SPHERES];

// ---- vectors

#define BOTH static __host__ __device__ __forceinline__ // for the kernels and for the reference

BOTH float3 sum(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
BOTH float3 times(float s, float3 a) {
    return make_float3(s * a.x, s * a.y, s * a.z);
}
BOTH float dot(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
BOTH float3 unit(float3 a) {
    return times(1 / sqrtf(dot(a, a)), a);
}
BOTH float3 mix(float3 a, float3 b, float share_of_b) {
    return sum(times(1 - share_of_b, a), times(share_of_b, b));
}

// ---- one ray. Only + - * / and square roots: what they give is fixed to the last bit, while sinf
// and powf differ from machine to machine.

#define SUN unit(make_float3(-0.55f, 0.62f, -0.50f)) // where it stands

BOTH float3 sky(float3 direction) {
    float height = fmaxf(direction.y, 0.0f), glow = fmaxf(dot(direction, SUN), 0.0f);
    float3 colour =
        mix(make_float3(0.95f, 0.72f, 0.52f), make_float3(0.10f, 0.22f, 0.50f), sqrtf(height));
    for (int i = 0; i < 8; i++) // to the power of 256
        glow *= glow;
    return sum(colour, times(4 * glow, make_float3(1.0f, 0.9f, 0.7f)));
}

// The first sphere that the ray hits, and at which distance t > 0; -1 for none.
BOTH int first_hit(const sphere *spheres, int count, float3 origin, float3 direction, float *t) {
    int hit = -1;
    *t = 1e30f;
    for (int k = 0; k < count; k++) {
        float3 to = sum(spheres[k].centre, times(-1, origin));
        float along = dot(to, direction); // here the ray is nearest to the centre,
        if (along < 0)                    // unless it goes away from it,
            continue;
        float3 beside = sum(to, times(-along, direction)); // and so far from it
        float inside = spheres[k].radius * spheres[k].radius - dot(beside, beside);
        if (inside < 0) // passes it
            continue;
        float here = along - sqrtf(inside);
        if (here > 0 && here < *t) {
            *t = here;
            hit = k;
        }
    }
    return hit;
}

BOTH float3 trace(const sphere *spheres, int count, float3 origin, float3 direction) {
    float3 light = make_float3(0, 0, 0);
    float rest = 1; // the share of the light that comes from further along the ray
    for (int bounce = 0; bounce < BOUNCES && rest > 0.02f; bounce++) {
        float t;
        int k = first_hit(spheres, count, origin, direction, &t);
        float to_floor = direction.y < 0 ? -origin.y / direction.y : 1e30f;
        if (to_floor > 1e5f) // so far away that it is all haze
            to_floor = 1e30f;
        if (k < 0 && to_floor == 1e30f)
            return sum(light, times(rest, sky(direction)));
        float3 place, normal, colour;
        float mirror, haze = 0;
        if (k >= 0 && t < to_floor) {
            place = sum(origin, times(t, direction));
            normal = times(1 / spheres[k].radius, sum(place, times(-1, spheres[k].centre)));
            colour = spheres[k].colour;
            mirror = spheres[k].mirror;
        } else {
            place = sum(origin, times(to_floor, direction));
            normal = make_float3(0, 1, 0);
            int odd = ((int)floorf(place.x) + (int)floorf(place.z)) & 1;
            colour = odd ? make_float3(0.80f, 0.76f, 0.70f) : make_float3(0.20f, 0.22f, 0.27f);
            mirror = 0.04f;
            haze = to_floor * to_floor / (to_floor * to_floor + 900); // hides the far end
        }
        // Seen at a glancing angle everything mirrors (Schlick's approximation of Fresnel's law).
        float glancing = 1 + dot(direction, normal), squared = glancing * glancing;
        mirror += (1 - mirror) * squared * squared * glancing;

        // How brightly it is lit: by the sun, if no sphere is in between, and a little by the sky.
        // The new ray begins a little outside, or it would hit the place it comes from.
        float3 outside = sum(place, times(1e-3f, normal));
        float facing = dot(normal, SUN), distance;
        if (facing > 0 && first_hit(spheres, count, outside, SUN, &distance) >= 0)
            facing = 0;
        float3 lit = times(0.30f + 0.15f * normal.y + 0.75f * fmaxf(facing, 0.0f), colour);
        lit = mix(lit, make_float3(0.95f, 0.72f, 0.52f), haze);
        mirror *= 1 - haze;

        light = sum(light, times(rest * (1 - mirror), lit));
        rest *= mirror;
        origin = outside;
        direction = sum(direction, times(-2 * dot(direction, normal), normal));
    }
    return light;
}

// The colour of pixel (x, y) of size x size, the mean of samples x samples rays; (0, 0) is at the
// bottom left.
BOTH uchar4 pixel(const sphere *spheres, int count, int x, int y, int size, int samples) {
    float3 eye = make_float3(0, 4.3f, -8.6f);
    float3 ahead = unit(make_float3(0, -0.40f, 1)), right = make_float3(1, 0, 0);
    float3 up = make_float3(0, ahead.z, -ahead.y);
    float3 light = make_float3(0, 0, 0);
    for (int i = 0; i < samples * samples; i++) {
        float px = (x + (i % samples + 0.5f) / samples) / size - 0.5f;
        float py = (y + (i / samples + 0.5f) / samples) / size - 0.5f;
        float3 direction = unit(sum(ahead, sum(times(px, right), times(py, up))));
        float3 found = trace(spheres, count, eye, direction);
        // What is too bright to show becomes white; the square root is what screens expect (gamma).
        light.x += sqrtf(fminf(found.x, 1.0f));
        light.y += sqrtf(fminf(found.y, 1.0f));
        light.z += sqrtf(fminf(found.z, 1.0f));
    }
    light = times(255.0f / (samples * samples), light);
    return make_uchar4((unsigned char)(light.x + 0.5f), (unsigned char)(light.y + 0.5f),
                       (unsigned char)(light.z + 0.5f), 255);
}

// ---- the two kernels

__global__ void draw_constant(uchar4 *pixels, int count, int size, int samples) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        pixels[x + (size_t)y * size] = pixel(constant_spheres, count, x, y, size, samples);
}

__global__ void draw_global(uchar4 *pixels, const sphere *spheres, int count, int size,
                            int samples) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < size && y < size)
        pixels[x + (size_t)y * size] = pixel(spheres, count, x, y, size, samples);
}

// ---- host

// A large ball, and around it balls in the order of a sunflower's seeds: each is turned from the
// one before by the golden angle, and the distance grows with the square root of the number, so
// that all have as much room.
static void make_scene(sphere *spheres, int count) {
    for (int k = 0; k < count; k++) {
        double angle = 2.399963229728653 * k, distance = 0.72 * sqrt(k + 5.0),
               hue = 6.0 * k / count;
        sphere *s = &spheres[k];
        s->radius = (float)(0.30 + 0.16 * (k * 7 % 11) / 10);
        s->centre =
            make_float3((float)(distance * cos(angle)), s->radius, (float)(distance * sin(angle)));
        // Red, yellow, green, blue and back, not quite pure.
        s->colour = make_float3((float)(0.1 + 0.85 * fmin(fmax(fabs(hue - 3) - 1, 0), 1)),
                                (float)(0.1 + 0.85 * fmin(fmax(2 - fabs(hue - 2), 0), 1)),
                                (float)(0.1 + 0.85 * fmin(fmax(2 - fabs(hue - 4), 0), 1)));
        s->mirror = 0.10f;
    }
    spheres[0].centre = make_float3(0, 1.45f, 0);
    spheres[0].radius = 1.45f;
    spheres[0].colour = make_float3(0.9f, 0.9f, 0.95f);
    spheres[0].mirror = 0.85f;
}

int main(int argc, char **argv) {
    long long size = 400, samples = 2, count = 60, repeat = 10;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, BOOK_MAX_SIZE, "width and height in pixels"},
        {"samples", BOOK_INTEGER, &samples, 1, 16, "so many times so many rays for each pixel"},
        {"spheres", BOOK_INTEGER, &count, 1, MAX_SPHERES, "how many there are"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
        BOOK_PICTURE_OPTIONS,
    };
    book_parse(argc, argv, "a ray tracer whose scene lies in constant memory", options);

    int n = (int)size;

    CPUBitmap bitmap(n, n);
    uchar4 *dev_pixels, *pixels = (uchar4 *)bitmap.get_ptr();
    sphere *dev_spheres, *spheres = (sphere *)malloc(count * sizeof(sphere));
    HANDLE_NULL(spheres);
    make_scene(spheres, (int)count);
    HANDLE_ERROR(cudaMemcpyToSymbol(constant_spheres, spheres, count * sizeof(sphere)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_spheres, count * sizeof(sphere)));
    HANDLE_ERROR(cudaMemcpy(dev_spheres, spheres, count * sizeof(sphere), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, bitmap.image_size()));

    // A CPU, which has no memory clock of its own, has no constant memory either.
    if (!BOOK_ON_GPU)
        repeat = 0;

    const char *names[2] = {"global", "constant"};
    long long compared = 0, wrong = 0, step = 1 + size * size * samples * samples / CHECKED_RAYS;
    for (int k = 0; k < 2; k++) { // the constant one last, whose picture is shown
        dim3 threads(16, 16);
        dim3 blocks((n + 15) / 16, (n + 15) / 16);
        HANDLE_ERROR(cudaMemset(dev_pixels, 0, bitmap.image_size()));
        book_timer timer;
        for (int run = -1; run < repeat; run++) {
            if (run == 0)
                book_timer_start(&timer);
            if (k == 0)
                draw_global<<<blocks, threads>>>(dev_pixels, dev_spheres, (int)count, n,
                                                 (int)samples);
            else
                draw_constant<<<blocks, threads>>>(dev_pixels, (int)count, n, (int)samples);
            if (run < 0)
                HANDLE_LAUNCH(names[k]);
        }
        if (repeat > 0)
            printf("spheres in %-8s memory: %.4f ms\n", names[k], book_timer_stop(&timer) / repeat);
        HANDLE_LAUNCH(names[k]);
        HANDLE_ERROR(cudaMemcpy(pixels, dev_pixels, bitmap.image_size(), cudaMemcpyDeviceToHost));

        // A GPU rounds a * b + c once where a CPU rounds twice. That seldom shows, but where a ray
        // all but misses a sphere or a shadow it decides which of two colours a pixel gets.
        for (long long i = 0; i < size * size; i += step, compared++) {
            uchar4 p = pixels[i];
            uchar4 r =
                pixel(spheres, (int)count, (int)(i % size), (int)(i / size), n, (int)samples);
            wrong += abs(p.x - r.x) > 2 || abs(p.y - r.y) > 2 || abs(p.z - r.z) > 2 || p.w != r.w;
        }
    }
    book_timed();

    bitmap.display_and_exit();

    free(spheres);
    HANDLE_ERROR(cudaFree(dev_spheres));
    HANDLE_ERROR(cudaFree(dev_pixels));
    return book_verdict(compared > 0 && wrong <= 1 + compared / 1000,
                        "%lld of %lld pixels compared are right", compared - wrong, compared);
}
