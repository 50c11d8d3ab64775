/* pad.h: copies of matrices in whole tiles, for steps 1, 3 and 4.
 *
 * They load whole tiles, or 16 bytes at a time, from aligned addresses. A matrix that does not suit
 * them is copied first, with zeros to the right and below.
 */
#ifndef TENSOR_PAD_H
#define TENSOR_PAD_H

#include "../product_work.h"

/* stride: numbers from row to row of the copy. */
template <typename T>
__global__ void tensor_pad(const T *from, int rows, int columns, T *to, int all_rows, int stride) {
    int col = threadIdx.x + blockIdx.x * blockDim.x;
    for (int row = blockIdx.y; row < all_rows; row += gridDim.y)
        if (col < stride)
            to[(size_t)row * stride + col] =
                row < rows && col < columns ? from[(size_t)row * columns + col] : 0;
}

/* The matrix, or a copy of it where its rows are no multiples of `unit` numbers, or their number is
 * none of `row_unit`. stride: becomes the distance from row to row. */
template <typename T>
static inline const T *tensor_padded(const T *from, int rows, int columns, int row_unit, int unit,
                                     T *copy, int *stride, cudaStream_t stream) {
    *stride = columns;
    if (rows % row_unit == 0 && columns % unit == 0 && (size_t)from % 32 == 0)
        return from;
    *stride = product_up(columns, 16); // whole tiles of either type, and rows of 32 bytes or more
    int all_rows = product_up(rows, 16);
    dim3 blocks((*stride + 255) / 256, all_rows < 65535 ? all_rows : 65535);
    tensor_pad<T><<<blocks, 256, 0, stream>>>(from, rows, columns, copy, all_rows, *stride);
    HANDLE_ERROR(cudaGetLastError());
    return copy;
}

#endif
