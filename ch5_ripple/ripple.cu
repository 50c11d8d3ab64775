// ripple: an animation, one thread for each pixel of a grid of two dimensions
//
// A picture has two dimensions, and so have the blocks and the grid: threadIdx.x and threadIdx.y
// say which pixel a thread colours, and offset turns that into a place in memory. The kernel draws
// one moment; the host asks for one moment after the other and shows what comes back.
//
//     nvcc ch5_ripple/ripple.cu -I. -o ripple -lglut -lGL && ./ripple
#include "../common/book.h"
#include "../common/cpu_anim.h"

__global__ void ripple(unsigned char *ptr, int size, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size) // the blocks at the edge reach past the picture
        return;
    size_t offset = x + (size_t)y * size; // 64 bits: x + y * size outgrows an int at 46341 x 46341

    float fx = x - size / 2;
    float fy = y - size / 2;
    float d = sqrtf(fx * fx + fy * fy);
    unsigned char grey =
        (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

struct DataBlock {
    int size;
    unsigned char *dev_bitmap;
    CPUAnimBitmap *bitmap;
    long long frames, wrong; // checked, and pixels of them that were wrong
};

// The same on the CPU. One grey level of difference is allowed: a GPU's cosf may differ from the C
// library's in the last bit, and where the sum is all but a whole number that decides which whole
// number it becomes.
static long long count_wrong(const unsigned char *pixels, int size, int ticks) {
    long long wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++, pixels += 4) {
            float fx = x - size / 2;
            float fy = y - size / 2;
            float d = sqrtf(fx * fx + fy * fy);
            int grey = (int)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
            if (abs(pixels[0] - grey) > 1 || pixels[1] != pixels[0] || pixels[2] != pixels[0] ||
                pixels[3] != 255)
                wrong++;
        }
    return wrong;
}

static void generate_frame(void *data, int ticks) {
    DataBlock *d = (DataBlock *)data;
    dim3 threads(16, 16);
    dim3 blocks((d->size + 15) / 16, (d->size + 15) / 16);
    ripple<<<blocks, threads>>>(d->dev_bitmap, d->size, ticks);
    HANDLE_LAUNCH("ripple");
    HANDLE_ERROR(cudaMemcpy(d->bitmap->get_ptr(), d->dev_bitmap, d->bitmap->image_size(),
                            cudaMemcpyDeviceToHost));
    // Every frame of a file is checked; in a window one in a second, as it would slow it down.
    if (d->bitmap->to_file() || d->frames == 0 || ticks % 60 == 0) {
        d->wrong += count_wrong(d->bitmap->get_ptr(), d->size, ticks);
        d->frames++;
    }
}

static void cleanup(void *data) {
    HANDLE_ERROR(cudaFree(((DataBlock *)data)->dev_bitmap));
}

int main(int argc, char **argv) {
    long long size = 512;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, BOOK_MAX_SIZE, "width and height in pixels"},
        BOOK_ANIMATION_OPTIONS,
    };
    book_parse(argc, argv, "draws a ripple that moves, a thread for each pixel", options);

    DataBlock data = {};
    data.size = (int)size;
    CPUAnimBitmap bitmap(data.size, data.size, &data);
    data.bitmap = &bitmap;
    HANDLE_ERROR(cudaMalloc((void **)&data.dev_bitmap, bitmap.image_size()));

    bitmap.anim_and_exit(generate_frame, cleanup);

    long long pixels = data.frames * size * size;
    return book_verdict(data.wrong == 0 && pixels > 0,
                        "%lld of %lld pixels are right, frames checked: %lld", pixels - data.wrong,
                        pixels, data.frames);
}
