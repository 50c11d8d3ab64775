/* exact_vectors.h: two vectors of small whole numbers, whose dot product a float holds exactly. */
#ifndef EXACT_VECTORS_H
#define EXACT_VECTORS_H

#include "../common/book.h"

/* Element i: 0 1 2 0 1 2 ... and -1 0 1 2 3 -1 0 1 2 3 ... */
static inline int element_a(long long i) {
    return (int)(i % 3);
}
static inline int element_b(long long i) {
    return (int)(i % 5 - 1);
}

/* 15 products may add up to 21 in size, in whatever order, and 15/21 of 2^24 are so many. */
#define MOST_ELEMENTS 11983725

/* n floats on the device. */
static inline float *make_vector(int (*element)(long long i), long long n) {
    size_t bytes = (size_t)n * sizeof(float);
    float *dev_v, *v = (float *)malloc(bytes);
    HANDLE_NULL(v);
    for (long long i = 0; i < n; i++)
        v[i] = (float)element(i);
    HANDLE_ERROR(cudaMalloc((void **)&dev_v, bytes));
    HANDLE_ERROR(cudaMemcpy(dev_v, v, bytes, cudaMemcpyHostToDevice));
    free(v);
    return dev_v;
}

/* Each pair of a remainder by 3 and one by 5 stands once in 15 elements, so those make
 * (0 + 1 + 2) (-1 + 0 + 1 + 2 + 3) = 15. */
static inline long long exact_sum(long long n) {
    long long sum = n / 15 * 15;
    for (long long i = n / 15 * 15; i < n; i++)
        sum += element_a(i) * element_b(i);
    return sum;
}

#endif
