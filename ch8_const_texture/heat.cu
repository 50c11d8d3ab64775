// heat: heat that spreads from a glowing coil, read through textures and without
//
// Every cell of a square plate has a temperature from 0 to 1. In one step of time each moves
// towards its four neighbours,
//
//                 above
//          left   cell   right         new = cell + SPEED * (left + right + above + below - 4 cell)
//                 below
//
// but for the heaters, which keep theirs. A step reads one buffer and writes another, and then the
// two change places: nothing is read that the same step has written. So the temperatures, and
// where the heaters are, can be read through textures; the colours are.
//
//     --texture 2d     tex2D: asked for a cell beyond the edge it answers with the one at the edge
//     --texture 1d     tex1Dfetch: elements of linear memory by number; the kernel does the edges
//     --texture none   plain loads, of what nobody writes meanwhile; the kernel does the edges
//
// In a window, draw on the plate with the left mouse button: where it was, it is hot.
//
//     nvcc ch8_const_texture/heat.cu -I. -o heat -lglut -lGL && ./heat --size 768 --steps 90
#include "../common/book.h"
#include "../common/cpu_anim.h"

#define SPEED 0.25f // above this the formula is unstable: new must lie between the old ones
#define COLOURS 8

// From cold to hot, as in matplotlib's map "inferno"; the texture unit mixes neighbours.
static const uchar4 colours[COLOURS] = {
    {0, 0, 4, 255},     {40, 11, 84, 255},   {101, 21, 110, 255}, {159, 42, 99, 255},
    {212, 72, 66, 255}, {245, 125, 21, 255}, {250, 193, 39, 255}, {252, 255, 164, 255}};

// pitch: floats from one row to the next. heaters: temperatures, or -1 where there is none.
__global__ void step_2d(float *out, cudaTextureObject_t in, cudaTextureObject_t heaters, int size,
                        int pitch) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float fx = x + 0.5f, fy = y + 0.5f; // the centre of the cell
    float cell = tex2D<float>(in, fx, fy);
    float around = tex2D<float>(in, fx - 1, fy) + tex2D<float>(in, fx + 1, fy) +
                   tex2D<float>(in, fx, fy - 1) + tex2D<float>(in, fx, fy + 1);
    float heater = tex2D<float>(heaters, fx, fy);
    out[x + (size_t)y * pitch] = heater >= 0 ? heater : cell + SPEED * (around - 4 * cell);
}

__global__ void step_1d(float *out, cudaTextureObject_t in, cudaTextureObject_t heaters, int size,
                        int pitch) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    int i = x + y * pitch; // an int is enough: such a texture has no more elements
    int left = x > 0 ? i - 1 : i, right = x < size - 1 ? i + 1 : i;
    int below = y > 0 ? i - pitch : i, above = y < size - 1 ? i + pitch : i;
    float cell = tex1Dfetch<float>(in, i);
    float around = tex1Dfetch<float>(in, left) + tex1Dfetch<float>(in, right) +
                   tex1Dfetch<float>(in, below) + tex1Dfetch<float>(in, above);
    float heater = tex1Dfetch<float>(heaters, i);
    out[i] = heater >= 0 ? heater : cell + SPEED * (around - 4 * cell);
}

// No texture. `const` and `__restrict__` together promise that nobody writes what is read through
// these pointers as long as the kernel runs. So the compiler may put the loads in any order, and
// use those for read-only data, whose cache need not notice writes, as a texture's need not. (Of a
// single load `__ldg(&in[i])` says so.)
__global__ void step_plain(float *__restrict__ out, const float *__restrict__ in,
                           const float *__restrict__ heaters, int size, int pitch) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    int i = x + y * pitch; // an int is enough: at most 32768 rows, hardly longer than that
    int left = x > 0 ? i - 1 : i, right = x < size - 1 ? i + 1 : i;
    int below = y > 0 ? i - pitch : i, above = y < size - 1 ? i + pitch : i;
    float cell = in[i];
    float around = in[left] + in[right] + in[below] + in[above];
    float heater = heaters[i];
    out[i] = heater >= 0 ? heater : cell + SPEED * (around - 4 * cell);
}

// The centre of the first colour is at 0.5 / COLOURS of the palette, that of the last as far from
// its end.
__global__ void draw(uchar4 *pixels, const float *in, cudaTextureObject_t palette, int size,
                     int pitch) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float place = (in[x + (size_t)y * pitch] * (COLOURS - 1) + 0.5f) / COLOURS;
    float4 colour = tex1D<float4>(palette, place); // bytes, as floats from 0 to 1
    pixels[x + (size_t)y * size] =
        make_uchar4((unsigned char)(255 * colour.x + 0.5f), (unsigned char)(255 * colour.y + 0.5f),
                    (unsigned char)(255 * colour.z + 0.5f), 255);
}

// Makes all cells hot that are at most radius away from the line from (x0, y0) to (x1, y1).
__global__ void add_heat(float *in, int size, int pitch, float x0, float y0, float x1, float y1,
                         float radius) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
    float along = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0; // 0 to 1 on the line
    along = fminf(fmaxf(along, 0.0f), 1.0f);
    float beside_x = x - x0 - along * dx, beside_y = y - y0 - along * dy;
    if (beside_x * beside_x + beside_y * beside_y <= radius * radius)
        in[x + (size_t)y * pitch] = 1;
}

enum { TEXTURE_2D, TEXTURE_1D, NO_TEXTURE };

struct DataBlock {
    int size, pitch, steps, texture;                 // one of those
    float *dev_buffers[2], *dev_heaters;             // buffers[0] is the one to read
    cudaTextureObject_t textures[2], heater_texture; // there are none for plain loads
    cudaTextureObject_t palette;
    cudaArray_t palette_array;
    uchar4 *dev_pixels;
    CPUAnimBitmap *bitmap;
    long long time; // in steps

    // The same on the CPU: temperatures at reference_time (-1: none), as many roundings later.
    float *heaters, *reference, *next, *found;
    long long reference_time, roundings;
    long long frames, wrong_cells, wrong_pixels; // checked, and of these
};

// ---- the same on the CPU

static void step_on_cpu(DataBlock *d) {
    int n = d->size;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            size_t i = x + (size_t)y * n;
            const float *in = d->reference;
            float cell = in[i];
            float around = in[x > 0 ? i - 1 : i] + in[x < n - 1 ? i + 1 : i] +
                           in[y > 0 ? i - n : i] + in[y < n - 1 ? i + n : i];
            d->next[i] = d->heaters[i] >= 0 ? d->heaters[i] : cell + SPEED * (around - 4 * cell);
        }
    swap(d->reference, d->next);
    d->reference_time++;
    d->roundings++;
}

static void fetch_temperatures(DataBlock *d, float *to) {
    HANDLE_ERROR(cudaMemcpy2D(to, d->size * sizeof(float), d->dev_buffers[0],
                              d->pitch * sizeof(float), d->size * sizeof(float), d->size,
                              cudaMemcpyDeviceToHost));
}

// The red, green or blue of a temperature.
static double mixed(float temperature, int channel) {
    if (!(temperature >= 0 && temperature <= 1)) // nor is there a colour for NaN
        return NAN;
    double place = temperature * (COLOURS - 1);
    int first = (int)place < COLOURS - 2 ? (int)place : COLOURS - 2;
    const unsigned char *one = (const unsigned char *)&colours[first];
    const unsigned char *other = (const unsigned char *)&colours[first + 1];
    return one[channel] + (place - first) * (other[channel] - one[channel]);
}

// Compares temperatures and pixels with what they must be.
static void check_frame(DataBlock *d) {
    // A GPU rounds a * b + c once where a CPU rounds twice. In one step rounding changes a cell by
    // 5 * 2^-24 at the most, on either side, and the step itself, a mean, makes no difference
    // larger.
    double tolerance = 10 * 0x1p-24 * (double)d->roundings;
    long long cells = (long long)d->size * d->size;
    fetch_temperatures(d, d->found);
    for (long long i = 0; i < cells; i++) {
        d->wrong_cells += !book_close(d->found[i], d->reference[i], tolerance);
        const unsigned char *pixel = d->bitmap->get_ptr() + 4 * i;
        int right = pixel[3] == 255;
        for (int channel = 0; channel < 3; channel++) // the texture unit mixes in 256ths
            right = right && book_close(pixel[channel], mixed(d->found[i], channel), 1);
        d->wrong_pixels += !right;
    }
    d->frames++;
}

// ---- host

// A wire that is wound into a coil, hotter inside, and cold drops between its turns. -1 for the
// plate itself.
static float heater(int x, int y, int size) {
    const double turn = 6.283185307179586, gap = 0.25, inner = 0.06, turns = 3.05, wire = 0.028;
    double px = (2 * x + 1.0) / size - 1, py = (2 * y + 1.0) / size - 1; // -1 to 1
    for (int drop = 0; drop < 8; drop++) {
        double rounds = 0.7 + 0.17 * drop, radius = inner + gap * (rounds + 0.5);
        if (hypot(px - radius * cos(turn * rounds), py - radius * sin(turn * rounds)) < 0.04)
            return 0;
    }
    // The wire's distance from the middle grows by gap in a round; which round is nearest?
    double radius = hypot(px, py), angle = atan2(py, px) / turn;
    double rounds = floor((radius - inner) / gap - angle + 0.5) + angle;
    if (rounds < 0 || rounds > turns || fabs(radius - inner - gap * rounds) > wire)
        return -1;
    return (float)(1 - 0.3 * rounds / turns);
}

// Everything cold but the heaters.
static void restart(DataBlock *d) {
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMemset(d->dev_buffers[i], 0, (size_t)d->pitch * d->size * sizeof(float)));
    d->time = 0;
    d->reference_time = -1;
}

// The frame of time `ticks` shows the plate after ticks * steps steps.
static void generate_frame(void *data, int ticks) {
    DataBlock *d = (DataBlock *)data;
    dim3 threads(16, 16);
    dim3 blocks((d->size + 15) / 16, (d->size + 15) / 16);
    long long end = (long long)ticks * d->steps;
    if (end < d->time) // a window that shows the same frames again
        restart(d);
    // Every frame of a file is checked; in a window one in a second, as it would slow it down. If
    // frames have been left out, the CPU goes on from what the device has.
    int check = d->bitmap->to_file() || d->frames == 0 || ticks % 60 == 0;
    if (check && d->reference_time != d->time) {
        fetch_temperatures(d, d->reference);
        d->reference_time = d->time;
        d->roundings = 0;
    }
    for (; d->time < end; d->time++) {
        if (d->texture == TEXTURE_2D)
            step_2d<<<blocks, threads>>>(d->dev_buffers[1], d->textures[0], d->heater_texture,
                                         d->size, d->pitch);
        else if (d->texture == TEXTURE_1D)
            step_1d<<<blocks, threads>>>(d->dev_buffers[1], d->textures[0], d->heater_texture,
                                         d->size, d->pitch);
        else
            step_plain<<<blocks, threads>>>(d->dev_buffers[1], d->dev_buffers[0], d->dev_heaters,
                                            d->size, d->pitch);
        HANDLE_ERROR(cudaGetLastError());
        swap(d->dev_buffers[0], d->dev_buffers[1]); // what was written is what the next one reads
        swap(d->textures[0], d->textures[1]);
        if (check)
            step_on_cpu(d);
    }
    draw<<<blocks, threads>>>(d->dev_pixels, d->dev_buffers[0], d->palette, d->size, d->pitch);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_pixels, d->bitmap->image_size(),
                            cudaMemcpyDeviceToHost));
    if (check)
        check_frame(d);
}

// The mouse was drawn from one pixel to another; it counts y from the top.
static void drag(void *data, int x0, int y0, int x1, int y1) {
    DataBlock *d = (DataBlock *)data;
    dim3 threads(16, 16);
    dim3 blocks((d->size + 15) / 16, (d->size + 15) / 16);
    add_heat<<<blocks, threads>>>(d->dev_buffers[0], d->size, d->pitch, (float)x0,
                                  (float)(d->size - 1 - y0), (float)x1, (float)(d->size - 1 - y1),
                                  d->size / 40.0f);
    HANDLE_LAUNCH("add_heat");
    d->reference_time = -1; // of this the CPU knows nothing
}

// A texture over a buffer, of one dimension or of two.
static cudaTextureObject_t make_texture(DataBlock *d, float *buffer) {
    cudaTextureObject_t texture;
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    how.readMode = cudaReadModeElementType;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp; // ignored if linear
    if (d->texture == TEXTURE_1D) {
        what.resType = cudaResourceTypeLinear;
        what.res.linear.devPtr = buffer;
        what.res.linear.desc = cudaCreateChannelDesc<float>();
        what.res.linear.sizeInBytes = (size_t)d->pitch * d->size * sizeof(float);
    } else {
        what.resType = cudaResourceTypePitch2D;
        what.res.pitch2D.devPtr = buffer;
        what.res.pitch2D.desc = cudaCreateChannelDesc<float>();
        what.res.pitch2D.width = d->size;
        what.res.pitch2D.height = d->size;
        what.res.pitch2D.pitchInBytes = d->pitch * sizeof(float);
    }
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &what, &how, NULL));
    return texture;
}

static void make_palette(DataBlock *d) {
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<uchar4>();
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    HANDLE_ERROR(cudaMallocArray(&d->palette_array, &type, COLOURS, 0));
    HANDLE_ERROR(cudaMemcpy2DToArray(d->palette_array, 0, 0, colours, sizeof colours,
                                     sizeof colours, 1, cudaMemcpyHostToDevice));
    what.resType = cudaResourceTypeArray;
    what.res.array.array = d->palette_array;
    how.addressMode[0] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeNormalizedFloat;
    how.normalizedCoords = 1;
    HANDLE_ERROR(cudaCreateTextureObject(&d->palette, &what, &how, NULL));
}

static void cleanup(void *data) {
    DataBlock *d = (DataBlock *)data;
    HANDLE_ERROR(cudaDestroyTextureObject(d->palette));
    HANDLE_ERROR(cudaFreeArray(d->palette_array));
    if (d->texture != NO_TEXTURE) {
        HANDLE_ERROR(cudaDestroyTextureObject(d->heater_texture));
        for (int i = 0; i < 2; i++)
            HANDLE_ERROR(cudaDestroyTextureObject(d->textures[i]));
    }
    HANDLE_ERROR(cudaFree(d->dev_heaters));
    HANDLE_ERROR(cudaFree(d->dev_pixels));
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaFree(d->dev_buffers[i]));
    free(d->heaters);
    free(d->reference);
    free(d->next);
    free(d->found);
}

int main(int argc, char **argv) {
    long long size = 256, steps = 10;
    int texture = TEXTURE_2D;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, 32768, "width and height in pixels"},
        {"steps", BOOK_INTEGER, &steps, 1, 100000, "steps from one frame to the next"},
        {"texture", BOOK_CHOICE, &texture, 0, 0, "2d|1d|none: how temperatures are read"},
        BOOK_PICTURE_OPTIONS,
        {"frames", BOOK_INTEGER, &book_picture()->frames, 1, BOOK_MAX_FRAMES,
         "frames of a file (44 if not given); a window repeats so many"},
        {"tick", BOOK_INTEGER, &book_picture()->tick, 0, 100000, "the first frame, in frames"},
    };
    book_parse(argc, argv, "heat that spreads, read through textures and without", options);
    DataBlock data = {};
    DataBlock *d = &data;
    d->size = (int)size;
    d->steps = (int)steps;
    d->texture = texture;

    // Textures of two dimensions want each row to begin at a multiple of some number of bytes:
    // cudaMallocPitch knows of which, and makes the rows longer where need be.
    size_t row = size * sizeof(float), bytes = row * size, pitch = 0, most = 0;
    HANDLE_ERROR(cudaMallocPitch((void **)&d->dev_heaters, &pitch, row, size));
    d->pitch = (int)(pitch / sizeof(float));
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<float>();
    int device = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&most, &type, device));
    if (d->texture == TEXTURE_1D && (size_t)d->pitch * d->size > most) {
        fprintf(stderr,
                "option --size: %lld rows of %d are %zu elements; a texture on linear memory has "
                "up to %zu here\n",
                size, d->pitch, (size_t)d->pitch * d->size, most);
        book_exit(BOOK_EXIT_USAGE);
    }
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaMallocPitch((void **)&d->dev_buffers[i], &pitch, row, size));
    CPUAnimBitmap bitmap(d->size, d->size, d);
    d->bitmap = &bitmap;

    d->heaters = (float *)malloc(bytes);
    d->reference = (float *)malloc(bytes);
    d->next = (float *)malloc(bytes);
    d->found = (float *)malloc(bytes);
    HANDLE_NULL(d->heaters);
    HANDLE_NULL(d->reference);
    HANDLE_NULL(d->next);
    HANDLE_NULL(d->found);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            d->heaters[x + (size_t)y * size] = heater(x, y, d->size);

    HANDLE_ERROR(
        cudaMemcpy2D(d->dev_heaters, pitch, d->heaters, row, row, size, cudaMemcpyHostToDevice));
    if (d->texture != NO_TEXTURE) {
        for (int i = 0; i < 2; i++)
            d->textures[i] = make_texture(d, d->dev_buffers[i]);
        d->heater_texture = make_texture(d, d->dev_heaters);
    }
    make_palette(d);
    HANDLE_ERROR(cudaMalloc((void **)&d->dev_pixels, bitmap.image_size()));
    restart(d);

    bitmap.click_drag(drag);
    bitmap.anim_and_exit(generate_frame, cleanup);

    long long cells = d->frames * size * size;
    return book_verdict(cells > 0 && d->wrong_cells == 0 && d->wrong_pixels == 0,
                        "%lld of %lld temperatures and %lld pixels are right, frames checked: %lld",
                        cells - d->wrong_cells, cells, cells - d->wrong_pixels, d->frames);
}
