// ray: a ray tracer whose scene lies in constant memory
//
// For every pixel a ray goes from the eye through the picture into the scene. What it hits first
// decides the colour: a sphere, which also mirrors, so that the ray goes on from there; the floor;
// or the sky (trace.h). To find the first hit it tries every sphere,
//
//     for each sphere k:   | eye + t * direction - centre_k | = radius_k   has a solution t?
//
// and all threads of a warp are at the same k at the same time: they want the same 32 bytes,
// nothing writes to them while the kernel runs, and they are few enough for its cache. That is what
// constant memory is for. The same kernel runs with the spheres in global memory too. Both are
// timed, and both pictures are compared with the CPU's.
//
//     nvcc ch8_const_texture/ray.cu -I. -o ray -lglut -lGL && ./ray
#include "../common/book.h"
#include "../common/cpu_bitmap.h"
#include "scene.h"
#include "trace.h"

#define MAX_SPHERES 2048       // of 32 bytes: 64 KiB, which fill constant memory, but not its cache
#define CHECKED_RAYS (1 << 17) // where a picture takes more, the CPU looks at some of its pixels

__constant__ sphere constant_spheres[MAX_SPHERES];

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

    // A CPU has no constant memory that could be faster.
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
