/* two_passes.h: the picture and the weights of convolution, and the same sums in a different way:
 * along the rows, and then along the columns of what that gave. */
#ifndef TWO_PASSES_H
#define TWO_PASSES_H

#include "../common/book.h"

#define MAX_RADIUS 16
#define MAX_WIDTH (2 * MAX_RADIUS + 1)

/* The weight in column i and row j is along_row(i) * along_column(j). No two rows and no two
 * columns are alike, so nothing can be mistaken for something else. A sum is at most
 * 255 * 33^2 * 33 * 34 / 2, which fits an int. */
static inline int along_row(int i) {
    return 2 * i + 1;
}
static inline int along_column(int j) {
    return j + 1;
}

static inline void make_weights(int *weights, int radius) {
    int width = 2 * radius + 1;
    for (int k = 0; k < width * width; k++)
        weights[k] = along_row(k % width) * along_column(k / width);
}

/* A picture of size x size pixels. */
static inline void make_pixels(unsigned char *pixels, int size) {
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            pixels[x + (size_t)y * size] = (unsigned char)((7 * x + 13 * y + x * y) % 251);
}

/* The pixel that stands in for one beyond an edge. */
__host__ __device__ static inline int clamp(int x, int size) {
    return x < 0 ? 0 : x < size ? x : size - 1;
}

/* What the kernels must find, in memory that the caller frees. */
static inline int *convolve_in_two_passes(const unsigned char *in, int size, int radius) {
    size_t pixels = (size_t)size * size;
    int *rows = (int *)calloc(pixels, sizeof(int)), *out = (int *)calloc(pixels, sizeof(int));
    HANDLE_NULL(rows);
    HANDLE_NULL(out);
    for (int k = 0; k <= 2 * radius; k++)
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                rows[x + (size_t)y * size] +=
                    along_row(k) * in[clamp(x + k - radius, size) + (size_t)y * size];
    for (int k = 0; k <= 2 * radius; k++)
        for (int y = 0; y < size; y++)
            for (int x = 0; x < size; x++)
                out[x + (size_t)y * size] +=
                    along_column(k) * rows[x + clamp(y + k - radius, size) * (size_t)size];
    free(rows);
    return out;
}

#endif
