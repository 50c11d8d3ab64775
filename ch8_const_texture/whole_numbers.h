/* whole_numbers.h: dot products without rounding: vectors of whole numbers, sums of 64 bits. */
#ifndef WHOLE_NUMBERS_H
#define WHOLE_NUMBERS_H

#include "../common/book.h"

const int threadsPerBlock = 256; /* the tree halves it, so it must be a power of two */

/* Adds up a number of each thread of a block; c[block] becomes the sum. ch5_dot/dot.cu explains it.
 */
__device__ static void add_block(long long sum, long long *c) {
    __shared__ long long cache[threadsPerBlock];
    int thread = threadIdx.x;
    cache[thread] = sum;
    __syncthreads(); // nobody may add a number that is not there yet
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i)
            cache[thread] += cache[thread + i];
        __syncthreads();
    }
    if (thread == 0)
        c[blockIdx.x] = cache[0];
}

/* Element i of the two vectors. No two places near each other are alike in the first, nor in the
 * second two that are as far apart as the rows of an array, or as what takes turns in constant
 * memory: 16384. */
static inline int element_a(long long i) {
    return (int)(i % 1009 + 1);
}
static inline int element_b(long long i) {
    return (int)(i % 16381 - 300);
}

/* n ints, to be freed by the caller. */
static inline int *make_elements(int (*element)(long long i), long long n) {
    int *elements = (int *)malloc((size_t)n * sizeof(int));
    HANDLE_NULL(elements);
    for (long long i = 0; i < n; i++)
        elements[i] = element(i);
    return elements;
}

/* What so many blocks have left in dev_c, added up. */
static inline long long sum_of_blocks(const long long *dev_c, long long blocks) {
    size_t bytes = (size_t)blocks * sizeof(long long);
    long long sum = 0, *c = (long long *)malloc(bytes);
    HANDLE_NULL(c);
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    for (long long i = 0; i < blocks; i++)
        sum += c[i];
    free(c);
    return sum;
}

#endif
