/* copy.h: what a step that moves numbers is measured by: a kernel that copies as many. Not
 * cudaMemcpy, which recorded in a graph is the work of another, slower engine. */
#ifndef BENCH_COPY_H
#define BENCH_COPY_H

#include "../common/book.h"

__global__ void bench_copy(uint4 *to, const uint4 *from, size_t n) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        to[i] = from[i];
}

/* bytes: a multiple of 16. */
static inline void bench_copy_launch(void *to, const void *from, size_t bytes,
                                     cudaStream_t stream) {
    size_t n = bytes / sizeof(uint4);
    bench_copy<<<(unsigned)((n + 255) / 256), 256, 0, stream>>>((uint4 *)to, (const uint4 *)from,
                                                                n);
}

#endif
