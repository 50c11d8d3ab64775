/* exact_dot.h: the dot product of two long vectors of small whole numbers, which a double holds
 * exactly however it is added up: the vectors, the kernels, and the exact result. */
#ifndef EXACT_DOT_H
#define EXACT_DOT_H

#include "../common/book.h"

#define DOT_THREADS 256

/* Element i: 0 1 2 0 1 2 ... and -1 0 1 2 3 -1 0 1 2 3 ... */
__host__ __device__ static inline float element_a(long long i) {
    return (float)(i % 3);
}
__host__ __device__ static inline float element_b(long long i) {
    return (float)(i % 5 - 1);
}

/* Each pair of a remainder by 3 and one by 5 stands once in 15 elements, so those make
 * (0 + 1 + 2) (-1 + 0 + 1 + 2 + 3) = 15. */
static inline double exact_dot(long long n) {
    double sum = (double)(n / 15 * 15);
    for (long long i = n / 15 * 15; i < n; i++)
        sum += element_a(i) * element_b(i);
    return sum;
}

/* Which elements of n are those of part number `part` of `parts`: the first one, and how many.
 * They differ by one at most. */
static inline long long part_begin(long long n, int part, int parts) {
    return n / parts * part + (part < n % parts ? part : n % parts);
}
static inline long long part_size(long long n, int part, int parts) {
    return n / parts + (part < n % parts);
}

/* Adds up the numbers of a block's threads. Thread 0 gets the sum. */
__device__ static inline double sum_of_block(double mine) {
    __shared__ double cache[DOT_THREADS];
    cache[threadIdx.x] = mine;
    __syncthreads(); // nobody may read another thread's number before it is there
    for (unsigned i = DOT_THREADS / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    return cache[0];
}

/* The dot product of n elements, in a part for each block. */
__global__ static void dot(const float *a, const float *b, long long n, double *partial) {
    double mine = 0;
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        mine += a[i] * b[i];
    double sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sum;
}

/* Adds the parts up: one block. */
__global__ static void add_up(const double *partial, int count, double *total) {
    double mine = 0;
    for (int i = threadIdx.x; i < count; i += DOT_THREADS)
        mine += partial[i];
    double sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        *total = sum;
}

/* Blocks that keep the current device busy, and no more than n elements have work for. */
static inline int dot_blocks(int multiprocessors, long long n) {
    long long most = (n + DOT_THREADS - 1) / DOT_THREADS;
    int enough = 8 * multiprocessors;
    return most < 1 ? 1 : most < enough ? (int)most : enough;
}

#endif
