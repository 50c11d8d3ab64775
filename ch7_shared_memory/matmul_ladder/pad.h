/* pad.h: copies of matrices with rows that step 4 can read four numbers at a time.
 *
 * Each row must begin at a multiple of 16 bytes. A matrix whose rows do not is copied first, with
 * up to three zeros at the end of each row. That is a small part of the work, as a product reads
 * each row many times.
 */
#ifndef MATMUL_PAD_H
#define MATMUL_PAD_H

#include "../product_work.h"

/* Both matrices are copied in one launch; one that need not be has 0 rows here. */
__global__ void matmul_pad(const float *a, int a_rows, int a_columns, float *a_copy, const float *b,
                           int b_rows, int b_columns, float *b_copy) {
    for (int row = blockIdx.x; row < a_rows + b_rows; row += gridDim.x) {
        int r = row < a_rows ? row : row - a_rows, columns = row < a_rows ? a_columns : b_columns;
        const float *from = (row < a_rows ? a : b) + (size_t)r * columns;
        float4 *to = (float4 *)(row < a_rows ? a_copy : b_copy) + (size_t)r * ((columns + 3) / 4);
        for (int i = threadIdx.x; 4 * i < columns; i += blockDim.x) {
            int last = columns - 1 - 4 * i; // of these four, where there are fewer in the row
            const float *four = from + 4 * i;
            to[i] = make_float4(four[0], last < 1 ? 0 : four[1], last < 2 ? 0 : four[2],
                                last < 3 ? 0 : four[3]);
        }
    }
}

/* Numbers from row to row of a matrix that step 4 reads. */
static inline int matmul_stride(int columns) {
    return product_up(columns, 4);
}

static inline size_t matmul_copy_bytes(int rows, int columns) {
    return (size_t)rows * matmul_stride(columns) * sizeof(float);
}

/* Whether the matrix must be copied. */
static inline int matmul_uneven(const float *from, int columns) {
    return columns % 4 != 0 || (size_t)from % sizeof(float4) != 0;
}

/* Copies what must be. a, b: become the matrices to be read, rows matmul_stride(k) and
 * matmul_stride(n) numbers apart. */
static inline void matmul_padded(const product_work<float> *w, const float **a, const float **b,
                                 cudaStream_t stream) {
    int copy_a = matmul_uneven(w->a, w->k), copy_b = matmul_uneven(w->b, w->n);
    int a_rows = copy_a ? w->m : 0, b_rows = copy_b ? w->k : 0, most = 16 * w->multiprocessors;
    int blocks = a_rows + b_rows < most ? a_rows + b_rows : most;
    *a = copy_a ? w->a_copy : w->a;
    *b = copy_b ? w->b_copy : w->b;
    if (blocks == 0)
        return;
    matmul_pad<<<blocks, 256, 0, stream>>>(w->a, a_rows, w->k, w->a_copy, w->b, b_rows, w->n,
                                           w->b_copy);
    HANDLE_ERROR(cudaGetLastError());
}

#endif
