// heat: heat that spreads from a glowing coil, read through textures and without
//
// Every cell of a square plate has a temperature from 0 to 1. In one step of time each moves
// towards its four neighbours,
//
//                 above
//          left   cell   right         new = cell + SPEED * (left + right + above + below - 4 cell)
//                 below
//
// except the heaters, which keep theirs. A step reads one buffer and writes another, and then the
// two change places: no step reads what it has written. So the temperatures and the heaters can be
// read through textures; the colours always are (palette.h).
//
//     --texture 2d     tex2D: asked for a cell beyond the edge it answers with the one at the edge
//     --texture 1d     tex1Dfetch: elements of linear memory by number; the kernel does the edges
//     --texture none   plain loads of data that nobody writes meanwhile; the kernel does the edges
//
// In a window, draw on the plate with the left mouse button: where it was, it is hot.
// Long because the same step is there three times, once for each way to read.
//
//     nvcc ch8_const_texture/heat.cu -I. -o heat -lglut -lGL && ./heat --size 768 --steps 90
#include "../common/book.h"
#include "../common/cpu_anim.h"
#include "heat_data.h"

#define SPEED 0.25f // above this the formula is unstable: new must lie between the old ones
#define EDGE cudaAddressModeClamp // what textures, and the CPU, find beyond the edge

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
// use those for read-only data, whose cache need not notice writes, as a texture's need not.
// (`__ldg(&in[i])` promises it for a single load.)
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

static void step(DataBlock *d, dim3 blocks, dim3 threads) {
    int size = d->now.size, pitch = d->now.pitch;
    if (d->now.way == TEXTURE_2D)
        step_2d<<<blocks, threads>>>(d->next.cells, d->now.texture, d->heaters.texture, size,
                                     pitch);
    else if (d->now.way == TEXTURE_1D)
        step_1d<<<blocks, threads>>>(d->next.cells, d->now.texture, d->heaters.texture, size,
                                     pitch);
    else
        step_plain<<<blocks, threads>>>(d->next.cells, d->now.cells, d->heaters.cells, size, pitch);
    HANDLE_ERROR(cudaGetLastError());
    swap(d->now, d->next); // what was written is what the next step reads
    d->time++;
}

// The frame of time `ticks` shows the plate after ticks * steps steps.
static void generate_frame(void *data, int ticks) {
    DataBlock *d = (DataBlock *)data;
    int size = d->now.size;
    dim3 blocks((size + 15) / 16, (size + 15) / 16), threads(16, 16);
    long long end = ticks * d->steps;
    if (end < d->time) // a window that shows the same frames again
        data_restart(d);
    // Every frame of a file is checked; in a window one in a second, as it would slow it down.
    int check = d->bitmap->to_file() || d->frames == 0 || ticks % 60 == 0;
    if (check)
        reference_follow(&d->same, &d->now, d->time);
    while (d->time < end) {
        step(d, blocks, threads);
        if (check)
            reference_step(&d->same, SPEED, EDGE);
    }
    draw<<<blocks, threads>>>(d->dev_pixels, d->now.cells, d->colours.texture, size, d->now.pitch);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_pixels, d->bitmap->image_size(),
                            cudaMemcpyDeviceToHost));
    if (check)
        data_check(d);
}

int main(int argc, char **argv) {
    long long size = 256, steps = 10;
    int way = TEXTURE_2D;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, 32768, "width and height in pixels"},
        {"steps", BOOK_INTEGER, &steps, 1, 100000, "steps from one frame to the next"},
        {"texture", BOOK_CHOICE, &way, 0, 0, "2d|1d|none: how temperatures are read"},
        BOOK_PICTURE_OPTIONS,
        {"frames", BOOK_INTEGER, &book_picture()->frames, 1, BOOK_MAX_FRAMES,
         "frames of a file (44 if not given); a window repeats so many"},
        {"tick", BOOK_INTEGER, &book_picture()->tick, 0, 100000, "the first frame, in frames"},
    };
    book_parse(argc, argv, "heat that spreads, read through textures and without", options);

    DataBlock d = {};
    data_make(&d, (int)size, way, EDGE, steps);
    CPUAnimBitmap bitmap((int)size, (int)size, &d);
    d.bitmap = &bitmap;
    bitmap.click_drag(drag);
    bitmap.anim_and_exit(generate_frame, cleanup);

    long long cells = d.frames * size * size;
    return book_verdict(cells > 0 && d.wrong_cells == 0 && d.wrong_pixels == 0,
                        "%lld of %lld temperatures and %lld pixels are right, frames checked: %lld",
                        cells - d.wrong_cells, cells, cells - d.wrong_pixels, d.frames);
}
