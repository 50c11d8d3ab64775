/* histogram_kernels.h: counts the characters of a text, with one set of counters for all threads of
 * the grid, or with a set for each block. histogram compares the two, and histogram_sweep looks for
 * the best number of blocks.
 */
#ifndef HISTOGRAM_KERNELS_H
#define HISTOGRAM_KERNELS_H

#include "../common/book.h"

#define CHARACTERS 128
#define BINS (CHARACTERS + 1) /* the last counts the bytes that are no ASCII character */

const int threadsPerBlock = 128;

__device__ static int bin_of(unsigned char byte) {
    return byte < CHARACTERS ? byte : CHARACTERS;
}

__global__ void histogram_global(const unsigned char *text, size_t n, unsigned long long *counts) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&counts[bin_of(text[i])], 1ULL);
}

__global__ void histogram_shared(const unsigned char *text, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        block_counts[bin] = 0;
    __syncthreads(); // nobody may count before all counters are 0

    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&block_counts[bin_of(text[i])], 1);
    __syncthreads(); // nobody may pass a counter on before all have counted

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&counts[bin], (unsigned long long)block_counts[bin]);
}

/* The versions that are compared. A faster one is one more kernel, name and case below. */
enum { GLOBAL, SHARED, VERSIONS };
static const char *const version_names[VERSIONS] = {"global", "shared"};

/* Launches a version, and does not wait for it: it adds to the counts. */
static inline void launch(int version, unsigned blocks, cudaStream_t stream,
                          const unsigned char *text, size_t n, unsigned long long *counts) {
    switch (version) {
    case GLOBAL:
        histogram_global<<<blocks, threadsPerBlock, 0, stream>>>(text, n, counts);
        break;
    case SHARED:
        histogram_shared<<<blocks, threadsPerBlock, 0, stream>>>(text, n, counts);
        break;
    }
    HANDLE_ERROR(cudaGetLastError()); // HANDLE_LAUNCH would wait for the kernel
}

static inline void count_on_cpu(const unsigned char *text, size_t n,
                                unsigned long long counts[BINS]) {
    for (size_t i = 0; i < n; i++)
        counts[text[i] >= CHARACTERS ? CHARACTERS : text[i]]++;
}

#endif
