/* turn.h: products of float matrices that are both row after row, by the last rung.
 *
 * For floats wgmma wants B column after column. So B is copied in that order first, which costs
 * k n numbers read and written for m n k products.
 */
#ifndef HOPPER_TURN_H
#define HOPPER_TURN_H

#include "../tensor_ladder/pad.h"
#include "6_persistent.h"

/* to[q][i] = from[i][q], by tiles of 32 x 32 in shared memory; zeros from row k to row `stride`. */
static __global__ void hopper_turn_columns(const float *from, int k, int n, float *to, int stride) {
    __shared__ float tile[32][33];
    int first = blockIdx.x * 32, col = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 32; i += blockDim.y)
        tile[i][threadIdx.x] = first + i < k && col + threadIdx.x < n
                                   ? from[(size_t)(first + i) * n + col + threadIdx.x]
                                   : 0;
    __syncthreads(); // nobody may read what another thread has not stored yet
    for (int q = threadIdx.y; q < 32; q += blockDim.y)
        if (col + q < n && first + threadIdx.x < stride)
            to[(size_t)(col + q) * stride + first + threadIdx.x] = tile[threadIdx.x][q];
}

static inline void hopper_launch_turned(const product_work<float> *w, cudaStream_t stream) {
    int stride;
    float *a = (float *)tensor_padded(w->a, w->m, w->k, 1, 4, w->a_copy, &stride, stream);
    dim3 blocks((stride + 31) / 32, (w->n + 31) / 32), threads(32, 8);
    hopper_turn_columns<<<blocks, threads, 0, stream>>>(w->b, w->k, w->n, w->b_copy, stride);
    HANDLE_ERROR(cudaGetLastError());
    hopper_work<float> turned = {a, w->b_copy, w->c, w->m, w->n, stride, w->multiprocessors};
    hopper_launch_persistent(&turned, stream);
}

#endif
