/* ripple_ladder.h: a frame of the ripple step by step, down to the time of storing it. */
#ifndef RIPPLE_LADDER_H
#define RIPPLE_LADDER_H

#include "../common/book.h"

/* The grey level at (fx, fy) from the middle. Every step calls it, so all have the same pixels. */
__device__ inline unsigned char ripple_grey(float fx, float fy, int ticks) {
    float d = sqrtf(fx * fx + fy * fy);
    return (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
}

/* The bytes of a pixel, from the low one to the high one: grey three times, and 255. */
__device__ inline unsigned ripple_pixel(unsigned char grey) {
    return grey * 0x010101u | 0xff000000u;
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
 * pixel of the quarter above and to the right of the middle, its edges included, and stores it in
 * up to four places. */
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

/* The same with 16 bytes a store, where the size is a multiple of 8 and the frame begins at a
 * multiple of 16 bytes. On the right a thread stores the pixels 0 to 3 from where it begins, on the
 * left 4 to 1, so it works out five. */
__global__ void ripple_mirrored_four(uint4 *pixels, int size, int ticks) {
    int group = threadIdx.x + blockIdx.x * blockDim.x, dy = threadIdx.y + blockIdx.y * blockDim.y;
    int middle = size / 2, fours = size / 4;
    if (group >= fours / 2 || dy > middle)
        return;
    unsigned p[5];
#pragma unroll
    for (int i = 0; i < 5; i++)
        p[i] = ripple_pixel(ripple_grey((float)(4 * group + i), (float)dy, ticks));
    for (int side = 0; side < 2; side++) {
        int y = side == 0 ? middle - dy : middle + dy;
        if (y >= size)
            continue;
        uint4 *half = pixels + (size_t)y * fours + fours / 2;
        half[group] = make_uint4(p[0], p[1], p[2], p[3]);
        half[-1 - group] = make_uint4(p[4], p[3], p[2], p[1]);
    }
}

/* The same for any frame whose rows fit into shared memory. Where rows do not begin at multiples of
 * 16 bytes, the image of four pixels that can be stored at once is not four such pixels. So a block
 * works out a row of grey levels in shared memory, size + 1 bytes, half of which are images of the
 * others, and stores that row and its own image from there, 16 bytes at a time but for a few pixels
 * at both ends. */
__global__ void ripple_rows(unsigned *pixels, int size, int ticks) {
    extern __shared__ unsigned char grey[];
    int middle = size / 2, dy = blockIdx.x;
    for (int dx = threadIdx.x; dx <= middle; dx += blockDim.x)
        grey[middle - dx] = grey[middle + dx] = ripple_grey((float)dx, (float)dy, ticks);
    __syncthreads();
    for (int side = 0; side < 2; side++) {
        int y = side == 0 ? middle - dy : middle + dy;
        if (y >= size)
            continue;
        unsigned *row = pixels + (size_t)y * size;
        // The pixels between the last multiple of 16 bytes and the beginning of the row.
        int before = (int)((size_t)row % 16 / 4);
        for (int x = 4 * (int)threadIdx.x - before; x < size; x += 4 * (int)blockDim.x)
            if (x >= 0 && x + 4 <= size)
                *(uint4 *)(row + x) =
                    make_uint4(ripple_pixel(grey[x]), ripple_pixel(grey[x + 1]),
                               ripple_pixel(grey[x + 2]), ripple_pixel(grey[x + 3]));
            else
                for (int i = max(x, 0); i < min(x + 4, size); i++)
                    row[i] = ripple_pixel(grey[i]);
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
    const int most = 48 * 1024; // bytes of shared memory that every device has for a block
    dim3 threads(32, 8);
    if (step == RIPPLE_BOOK)
        ripple_book<<<dim3((size + 15) / 16, (size + 15) / 16), dim3(16, 16), 0, stream>>>(
            frame, size, ticks);
    else if (step == RIPPLE_FOUR && size % 8 == 0 && (size_t)frame % 16 == 0)
        ripple_mirrored_four<<<dim3(size / 256 + 1, size / 16 + 1), threads, 0, stream>>>(
            (uint4 *)frame, size, ticks);
    else if (step == RIPPLE_FOUR && size < most)
        ripple_rows<<<size / 2 + 1, 512, size + 1, stream>>>((unsigned *)frame, size, ticks);
    else
        ripple_mirrored<<<dim3(size / 64 + 1, size / 16 + 1), threads, 0, stream>>>((uchar4 *)frame,
                                                                                    size, ticks);
    HANDLE_ERROR(cudaGetLastError()); // of the launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
