/* ripple_ladder.h: a frame of the ripple step by step, down to the time of storing it. */
#ifndef RIPPLE_LADDER_H
#define RIPPLE_LADDER_H

#include "../common/book.h"

/* The grey level at (fx, fy) from the middle. Every step calls it, so all have the same pixels. */
__device__ inline unsigned char ripple_grey(float fx, float fy, int ticks) {
    float d = sqrtf(fx * fx + fy * fy);
    return (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
}

__global__ void ripple_book(unsigned char *ptr, int size, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    size_t offset = x + (size_t)y * size;
    unsigned char grey = ripple_grey((float)(x - size / 2), (float)(y - size / 2), ticks);
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

/* The picture is its own mirror image, left and right, top and bottom. So a thread works out one
 * pixel of the lower right quarter, its edges included, and stores it in up to four places. */
__global__ void ripple_mirrored(uchar4 *pixels, int size, int ticks) {
    int dx = threadIdx.x + blockIdx.x * blockDim.x, dy = threadIdx.y + blockIdx.y * blockDim.y;
    int middle = size / 2;
    if (dx > middle || dy > middle)
        return;
    unsigned char grey = ripple_grey((float)dx, (float)dy, ticks);
    uchar4 pixel = make_uchar4(grey, grey, grey, 255);
    for (int side = 0; side < 2; side++) {
        int y = side == 0 ? middle - dy : middle + dy;
        if (y >= size) // with an even size one row and one column have no image
            continue;
        uchar4 *row = pixels + (size_t)y * size;
        row[middle - dx] = pixel;
        if (middle + dx < size)
            row[middle + dx] = pixel;
    }
}

/* The same with 16 bytes a store, where the size is a multiple of 8. On the right a thread stores
 * the pixels 0 to 3 from where it begins, on the left 4 to 1, so it works out five. */
__global__ void ripple_mirrored_four(uint4 *pixels, int size, int ticks) {
    int group = threadIdx.x + blockIdx.x * blockDim.x, dy = threadIdx.y + blockIdx.y * blockDim.y;
    int middle = size / 2, fours = size / 4;
    if (group >= fours / 2 || dy > middle)
        return;
    unsigned p[5];
#pragma unroll
    for (int i = 0; i < 5; i++) // grey three times, and 255, from the low byte to the high one
        p[i] = ripple_grey((float)(4 * group + i), (float)dy, ticks) * 0x010101u | 0xff000000u;
    for (int side = 0; side < 2; side++) {
        int y = side == 0 ? middle - dy : middle + dy;
        if (y >= size)
            continue;
        uint4 *half = pixels + (size_t)y * fours + fours / 2;
        half[group] = make_uint4(p[0], p[1], p[2], p[3]);
        half[-1 - group] = make_uint4(p[4], p[3], p[2], p[1]);
    }
}

enum { RIPPLE_BOOK, RIPPLE_MIRRORED, RIPPLE_FOUR, RIPPLE_STEPS };
static const char *const ripple_names[RIPPLE_STEPS] = {"book", "mirrored", "four"};
static const char *const ripple_changes[RIPPLE_STEPS] = {
    "a thread for each pixel: square root, cosine and divisions take longer than storing it",
    "one pixel of four is worked out, the others are its images: a quarter of the arithmetic",
    "four pixels a thread, 16 bytes a store: fewer and aligned stores",
};

/* Launches one step, and does not wait for it. */
static inline void ripple_launch(int step, unsigned char *frame, int size, int ticks,
                                 cudaStream_t stream) {
    dim3 threads(32, 8);
    if (step == RIPPLE_BOOK)
        ripple_book<<<dim3((size + 15) / 16, (size + 15) / 16), dim3(16, 16), 0, stream>>>(
            frame, size, ticks);
    else if (step == RIPPLE_MIRRORED || size % 8 != 0)
        ripple_mirrored<<<dim3(size / 64 + 1, size / 16 + 1), threads, 0, stream>>>((uchar4 *)frame,
                                                                                    size, ticks);
    else
        ripple_mirrored_four<<<dim3(size / 256 + 1, size / 16 + 1), threads, 0, stream>>>(
            (uint4 *)frame, size, ticks);
    HANDLE_ERROR(cudaGetLastError()); // of the launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
