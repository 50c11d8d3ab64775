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

/* A text may begin anywhere, but 16 bytes can be fetched at once only from a multiple of 16. So a
 * text has a middle of whole sixteens, and fewer than 16 bytes before and behind. */
typedef struct {
    size_t before, sixteens, behind;
} text_parts;

__device__ inline text_parts split_text(const unsigned char *text, size_t n) {
    text_parts parts;
    parts.before = (16 - (size_t)text % 16) % 16;
    if (parts.before > n)
        parts.before = n;
    parts.sixteens = (n - parts.before) / 16;
    parts.behind = (n - parts.before) % 16;
    return parts;
}

/* Counts the four bytes of a word. A value's counter is STRIDE numbers from that of the one before.
 * __byte_perm picks one byte out of the word, in one instruction where shift and mask are two. */
template <int STRIDE> __device__ inline void count_word(unsigned *counters, unsigned word) {
    atomicAdd(&counters[__byte_perm(word, 0, 0x4440) * STRIDE], 1);
    atomicAdd(&counters[__byte_perm(word, 0, 0x4441) * STRIDE], 1);
    atomicAdd(&counters[__byte_perm(word, 0, 0x4442) * STRIDE], 1);
    atomicAdd(&counters[__byte_perm(word, 0, 0x4443) * STRIDE], 1);
}

template <int STRIDE> __device__ inline void count_sixteen(unsigned *counters, uint4 words) {
    count_word<STRIDE>(counters, words.x);
    count_word<STRIDE>(counters, words.y);
    count_word<STRIDE>(counters, words.z);
    count_word<STRIDE>(counters, words.w);
}

/* Counts this thread's share of a text. */
template <int STRIDE>
__device__ inline void count_share(unsigned *counters, const unsigned char *text, size_t n) {
    size_t thread = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    size_t threads = (size_t)blockDim.x * gridDim.x, i = thread;
    text_parts parts = split_text(text, n);
    const uint4 *middle = (const uint4 *)(text + parts.before);
    for (; i + threads < parts.sixteens; i += 2 * threads) { // two loads, before the first is used
        uint4 first = middle[i], second = middle[i + threads];
        count_sixteen<STRIDE>(counters, first);
        count_sixteen<STRIDE>(counters, second);
    }
    if (i < parts.sixteens)
        count_sixteen<STRIDE>(counters, middle[i]);
    if (thread < parts.before)
        atomicAdd(&counters[text[thread] * STRIDE], 1);
    if (thread < parts.behind)
        atomicAdd(&counters[text[n - 1 - thread] * STRIDE], 1);
}

__global__ void count_wide(const unsigned char *text, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BYTE_VALUES];
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        block_counts[value] = 0;
    __syncthreads(); // nobody may count before all counters are 0
    count_share<1>(block_counts, text, n);
    __syncthreads(); // nobody may pass a counter on before all have counted
    for (int value = threadIdx.x; value < BYTE_VALUES; value += blockDim.x)
        atomicAdd(&counts[value], (unsigned long long)block_counts[value]);
}

/* ---- a counter in each bank --------------------------------------------------------------------
 */

/* Shared memory has 32 banks, and a warp 32 threads. With 32 counters for each value, one in each
 * bank, thread 0 of a warp counts in bank 0, thread 1 in bank 1 and so on, whatever they meet: no
 * two of them ever want the same bank, let alone the same counter. How fast it is does not depend
 * on the text any more. 32 KiB for a block. */
__global__ void count_banks(const unsigned char *text, size_t n, unsigned long long *counts) {
    __shared__ unsigned block_counts[BYTE_VALUES][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int value = warp; value < BYTE_VALUES; value += blockDim.x / 32)
        block_counts[value][lane] = 0;
    __syncthreads(); // nobody may count before all counters are 0
    count_share<32>(&block_counts[0][lane], text, n);
    __syncthreads(); // nobody may add up counters before all have counted
    for (int value = warp; value < BYTE_VALUES; value += blockDim.x / 32) {
        unsigned sum = block_counts[value][lane];
        for (int distance = 16; distance != 0; distance /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, distance);
        if (lane == 0 && sum != 0)
            atomicAdd(&counts[value], (unsigned long long)sum);
    }
}

/* ---- the steps ---------------------------------------------------------------------------- */

enum { COUNT_GLOBAL, COUNT_SHARED, COUNT_WIDE, COUNT_BANKS, COUNT_STEPS };
static const char *const count_names[COUNT_STEPS] = {"global", "shared", "wide", "banks"};
static const char *const count_changes[COUNT_STEPS] = {
    "a thread for each byte, all threads of the grid meet at 256 counters in global memory",
    "256 counters for each block, in shared memory: only the threads of a block meet",
    "16 bytes a load, two loads under way, large blocks: fewer instructions for each byte",
    "a set of counters in each bank of shared memory: the threads of a warp never meet",
};

/* Launches one step, and does not wait for it: adds to counts. */
static inline void count_launch(int step, const unsigned char *text, size_t n,
                                unsigned long long *counts, int multiprocessors,
                                cudaStream_t stream) {
    int many = 32 * multiprocessors, few = 2 * multiprocessors;
    switch (step) {
    case COUNT_GLOBAL:
        count_global<<<many, 128, 0, stream>>>(text, n, counts);
        break;
    case COUNT_SHARED:
        count_shared<<<many, 128, 0, stream>>>(text, n, counts);
        break;
    case COUNT_WIDE:
        count_wide<<<few, 1024, 0, stream>>>(text, n, counts);
        break;
    case COUNT_BANKS:
        count_banks<<<few, 1024, 0, stream>>>(text, n, counts);
        break;
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
