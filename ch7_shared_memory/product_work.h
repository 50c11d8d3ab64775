/* product_work.h: a product of matrices as matmul_ladder/ and tensor_ladder/ get it, and how
 * blocks share it out.
 */
#ifndef PRODUCT_WORK_H
#define PRODUCT_WORK_H

#include "../common/book.h"

/* C = A B on the device: C is m x n, A is m x k, B is k x n, each row after row. Some steps copy A
 * and B first; what room that takes, pad.h of each ladder says. */
template <typename T> struct product_work {
    T *a, *b, *c;
    int m, n, k;
    T *a_copy, *b_copy;
    int multiprocessors;
};

/* Room for a product on the device, and so many bytes for the copies, which may be 0. */
template <typename T>
static product_work<T> product_work_make(long long m, long long n, long long k, size_t a_copy_bytes,
                                         size_t b_copy_bytes) {
    product_work<T> w = {};
    w.m = (int)m, w.n = (int)n, w.k = (int)k;
    w.multiprocessors = book_multiprocessors();
    HANDLE_ERROR(cudaMalloc((void **)&w.a, (size_t)m * k * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&w.b, (size_t)k * n * sizeof(T)));
    HANDLE_ERROR(cudaMalloc((void **)&w.c, (size_t)m * n * sizeof(T)));
    if (a_copy_bytes > 0)
        HANDLE_ERROR(cudaMalloc((void **)&w.a_copy, a_copy_bytes));
    if (b_copy_bytes > 0)
        HANDLE_ERROR(cudaMalloc((void **)&w.b_copy, b_copy_bytes));
    return w;
}

template <typename T> static void product_work_free(product_work<T> *w) {
    HANDLE_ERROR(cudaFree(w->a));
    HANDLE_ERROR(cudaFree(w->b));
    HANDLE_ERROR(cudaFree(w->c));
    HANDLE_ERROR(cudaFree(w->a_copy)); // of NULL that does nothing
    HANDLE_ERROR(cudaFree(w->b_copy));
}

/* count, or the next multiple of unit. */
static inline int product_up(int count, int unit) {
    return (count + unit - 1) / unit * unit;
}

/* How many parts of height x width elements C has, and the row and column where one of them begins.
 * Blocks that run at the same time should need the same rows and columns, so that these stay in the
 * cache: the parts go down 8, then to the right. */
static __host__ __device__ inline int product_parts(int m, int n, int height, int width) {
    return (m + height - 1) / height * ((n + width - 1) / width);
}

__device__ inline void product_place_of(int part, int m, int n, int height, int width, int *row,
                                        int *col) {
    int down = (m + height - 1) / height, across = (n + width - 1) / width;
    int band = part / (8 * across), place = part % (8 * across);
    int rows = min(8, down - 8 * band);
    *row = (8 * band + place % rows) * height;
    *col = place / rows * width;
}

/* How many blocks there are if each has one part. */
template <typename T>
static inline int product_blocks(const product_work<T> *w, int height, int width) {
    return product_parts(w->m, w->n, height, width);
}

/* Where this block's part begins. */
__device__ inline void product_place(int m, int n, int height, int width, int *row, int *col) {
    product_place_of(blockIdx.x, m, n, height, width, row, col);
}

#endif
