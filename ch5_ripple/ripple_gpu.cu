// ripple_gpu: the ripple drawn without a detour through the host
//
// ripple copies every frame to the host, and OpenGL copies it back to the GPU. Here the kernel
// writes into a buffer of OpenGL's own: GPUAnimBitmap hands its device address to generate_frame.
// A pixel is one uchar4, so a thread stores it at once, not byte by byte.
//
//     nvcc ch5_ripple/ripple_gpu.cu -I. -o ripple_gpu -lglut -lGL && ./ripple_gpu
#include "../common/book.h"
#include "../common/gpu_anim.h"

__global__ void ripple(uchar4 *pixels, int size, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float fx = x - size / 2;
    float fy = y - size / 2;
    float d = sqrtf(fx * fx + fy * fy);
    unsigned char grey =
        (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    pixels[x + (size_t)y * size] = make_uchar4(grey, grey, grey, 255);
}

struct DataBlock {
    int size;
    GPUAnimBitmap *bitmap;
    uchar4 *frame;           // room for one on the host, to check it
    long long frames, wrong; // checked, and pixels of them that were wrong
};

// The same on the CPU; ripple.cu says why one grey level of difference is allowed.
static long long count_wrong(const uchar4 *pixels, int size, int ticks) {
    long long wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++, pixels++) {
            float fx = x - size / 2;
            float fy = y - size / 2;
            float d = sqrtf(fx * fx + fy * fy);
            int grey = (int)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
            if (abs(pixels->x - grey) > 1 || pixels->y != pixels->x || pixels->z != pixels->x ||
                pixels->w != 255)
                wrong++;
        }
    return wrong;
}

static void generate_frame(uchar4 *pixels, void *data, int ticks) {
    DataBlock *d = (DataBlock *)data;
    dim3 threads(16, 16);
    dim3 blocks((d->size + 15) / 16, (d->size + 15) / 16);
    ripple<<<blocks, threads>>>(pixels, d->size, ticks);
    HANDLE_LAUNCH("ripple");
    // The only copy to the host: every frame of a file is checked, in a window one in a second.
    if (d->bitmap->to_file() || d->frames == 0 || ticks % 60 == 0) {
        HANDLE_ERROR(cudaMemcpy(d->frame, pixels, d->bitmap->image_size(), cudaMemcpyDeviceToHost));
        d->wrong += count_wrong(d->frame, d->size, ticks);
        d->frames++;
    }
}

static void cleanup(void *data) {
    free(((DataBlock *)data)->frame);
}

int main(int argc, char **argv) {
    long long size = 512;
    book_option options[] = {
        {"size", BOOK_INTEGER, &size, 1, BOOK_MAX_SIZE, "width and height in pixels"},
        BOOK_ANIMATION_OPTIONS,
    };
    book_parse(argc, argv, "draws a ripple that moves, straight into OpenGL's memory", options);

    DataBlock data = {};
    data.size = (int)size;
    GPUAnimBitmap bitmap(data.size, data.size, &data);
    data.bitmap = &bitmap;
    data.frame = (uchar4 *)malloc(bitmap.image_size());
    HANDLE_NULL(data.frame);

    bitmap.anim_and_exit(generate_frame, cleanup);

    long long pixels = data.frames * size * size;
    return book_verdict(data.wrong == 0 && pixels > 0,
                        "%lld of %lld pixels are right, frames checked: %lld", pixels - data.wrong,
                        pixels, data.frames);
}
