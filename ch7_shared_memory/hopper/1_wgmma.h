/* 1_wgmma.h: tensor cores take their factors from shared memory themselves.
 *
 * No thread loads a fragment any more: two warpgroups say where the tiles are, and wgmma does the
 * rest. The tiles must lie as it wants them, the parts of a row mixed up. Here the threads copy
 * them so, by plain loads and stores. What they have stored, other units are to read: each must
 * say that first (fence.proxy.async).
 */
#ifndef HOPPER_1_WGMMA_H
#define HOPPER_1_WGMMA_H

#include "work.h"

#ifdef HOPPER
/* Of four floats each rounded to TF32, halves to even; other types are as they are. */
template <typename T> __device__ inline uint4 hopper_rounded(uint4 x) {
    return x;
}

template <> __device__ inline uint4 hopper_rounded<float>(uint4 x) {
    auto round = [](unsigned bits) {
        unsigned rounded;
        asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(__uint_as_float(bits)));
        return rounded;
    };
    return make_uint4(round(x.x), round(x.y), round(x.z), round(x.w));
}

/* The threads of the block copy ROWS x 128 bytes from `first` and column k0 on, zeros where the
 * matrix has no rows or columns. */
template <int ROWS, typename T>
__device__ inline void hopper_copy(char *tile, const T *matrix, int rows, int k, int first,
                                   int k0) {
    const int PARTS = FETCH_ROW / 16;
    for (int e = threadIdx.x; e < ROWS * PARTS; e += blockDim.x) {
        int row = e / PARTS, part = e % PARTS, at = k0 + part * 16 / (int)sizeof(T);
        uint4 x = {};
        if (first + row < rows && at < k)
            x = *(const uint4 *)(matrix + (size_t)(first + row) * k + at);
        *(uint4 *)(tile + row * FETCH_ROW + (part ^ row % 8) * 16) = hopper_rounded<T>(x);
    }
}
#endif

template <typename T>
__global__ void __launch_bounds__(256)
    hopper_wgmma(const T *a, const T *b, float *c, int m, int n, int k) {
#ifdef HOPPER
    extern __shared__ __align__(1024) char room[];
    hopper_slab *slab = (hopper_slab *)room;
    int row, col, half = threadIdx.x / 128 * 64; // the first of its warpgroup's 64 rows
    product_place(m, n, HOPPER_TALL, HOPPER_WIDE, &row, &col);
    float sums[WGMMA_SUMS];
    for (int k0 = 0; k0 < k; k0 += hopper_deep<T>()) {
        hopper_copy<HOPPER_TALL>(slab->a, a, m, k, row, k0);
        hopper_copy<HOPPER_WIDE>(slab->b, b, n, k, col, k0);
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads(); // all of the slab is there
        wgmma_begin();
        wgmma_slab<T>(sums, slab->a + half * FETCH_ROW, slab->b, k0 > 0);
        wgmma_commit();
        wgmma_wait<0>();
        __syncthreads(); // nobody reads it any more
    }
    hopper_store(sums, c, row + half, col, m, n);
#endif
}

template <typename T>
static void hopper_launch_wgmma(const hopper_work<T> *w, cudaStream_t stream) {
    hopper_launch(hopper_wgmma<T>, hopper_blocks(w), 1, 256, 1, stream, w->a, w->b, w->c, w->m,
                  w->n, w->k);
}

#endif
