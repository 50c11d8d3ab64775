/* histogram_ladder.h: counting the bytes of a text step by step, up to what the memory delivers.
 *
 * All kernels add to counts[256], one counter for each value of a byte, in 64 bits. Those of a
 * block have 32 bits: no launch may be for 2^32 bytes or more.
 */
#ifndef HISTOGRAM_LADDER_H
#define HISTOGRAM_LADDER_H

#include "../common/book.h"

#define BYTE_VALUES 256

/* ---- the text's two kernels --------------------------------------------------------------- */

__global__ void count_global(const unsigned char *text, size_t n, unsigned long long *counts) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&counts[text[i]], 1ULL);
}

__global__ void count_shared(const unsigned char *text, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BYTE_VALUES];
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        block_counts[value] = 0;
    __syncthreads(); // nobody may count before all counters are 0
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        atomicAdd(&block_counts[text[i]], 1);
    __syncthreads(); // nobody may pass a counter on before all have counted
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        atomicAdd(&counts[value], (unsigned long long)block_counts[value]);
}

/* ---- sixteen bytes at a time ---------------------------------------------------------------- */

/* A text may begin anywhere, but 16 bytes can be fetched at once only from a multiple of 16. So it
 * has a middle of whole sixteens, and fewer than 16 bytes before and behind. */
struct text_parts {
    size_t before, sixteens, behind;
};

__device__ inline text_parts split_text(const unsigned char *text, size_t n) {
    size_t before = (16 - (size_t)text % 16) % 16;
    before = before < n ? before : n;
    return {before, (n - before) / 16, (n - before) % 16};
}

/* Counts the four bytes of a word. A value's counter is `stride` words from that of the one before.
 */
template <int stride> __device__ inline void count_word(unsigned *counters, unsigned word) {
    atomicAdd(&counters[(word & 255) * stride], 1);
    atomicAdd(&counters[(word >> 8 & 255) * stride], 1);
    atomicAdd(&counters[(word >> 16 & 255) * stride], 1);
    atomicAdd(&counters[(word >> 24) * stride], 1);
}

__global__ void count_wide(const unsigned char *text, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BYTE_VALUES];
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        block_counts[value] = 0;
    __syncthreads(); // nobody may count before all counters are 0
    size_t thread = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    text_parts parts = split_text(text, n);
    const uint4 *middle = (const uint4 *)(text + parts.before);
    for (size_t i = thread; i < parts.sixteens; i += (size_t)blockDim.x * gridDim.x) {
        uint4 words = middle[i];
        count_word<1>(block_counts, words.x);
        count_word<1>(block_counts, words.y);
        count_word<1>(block_counts, words.z);
        count_word<1>(block_counts, words.w);
    }
    if (thread < parts.before)
        atomicAdd(&block_counts[text[thread]], 1);
    if (thread < parts.behind)
        atomicAdd(&block_counts[text[n - 1 - thread]], 1);
    __syncthreads(); // nobody may pass a counter on before all have counted
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        atomicAdd(&counts[value], (unsigned long long)block_counts[value]);
}

#endif
