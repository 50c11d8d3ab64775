/* 1_global.h: a byte at a time, and all threads of the grid meet at 256 counters in global memory.
 *
 * H200, CUDA 13.0, 2026-11-22, 1 GiB of made-up text: 1.9 GB/s. */
#ifndef COUNT_1_GLOBAL_H
#define COUNT_1_GLOBAL_H

#include "work.h"

__global__ void count_global(const unsigned char *text, size_t n, unsigned long long *counts) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&counts[text[i]], 1ULL);
}

static inline void count_launch_global(const count_work *w, cudaStream_t stream) {
    count_global<<<32 * w->multiprocessors, 128, 0, stream>>>(w->text, w->n, w->counts);
}

#endif
