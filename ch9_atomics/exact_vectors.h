/* exact_vectors.h: two vectors of small whole numbers, whose dot product a float holds exactly, and
 * room for it. */
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

#define MOST_BLOCKS 32000

/* What the ways to finish a dot product work with. */
typedef struct {
    float *dev_a, *dev_b, *dev_c; /* dev_c: a sum for each block, or one */
    float *partial;               /* on the host */
    int *dev_mutex;
    long long n;
} vectors;

static inline vectors vectors_make(long long n) {
    vectors v;
    v.n = n;
    v.dev_a = make_vector(element_a, n);
    v.dev_b = make_vector(element_b, n);
    v.partial = (float *)malloc(MOST_BLOCKS * sizeof(float));
    HANDLE_NULL(v.partial);
    HANDLE_ERROR(cudaMalloc((void **)&v.dev_c, MOST_BLOCKS * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&v.dev_mutex, sizeof(int)));
    HANDLE_ERROR(cudaMemset(v.dev_mutex, 0, sizeof(int))); // open; else all wait for ever
    return v;
}

static inline void vectors_free(vectors *v) {
    free(v->partial);
    HANDLE_ERROR(cudaFree(v->dev_a));
    HANDLE_ERROR(cudaFree(v->dev_b));
    HANDLE_ERROR(cudaFree(v->dev_c));
    HANDLE_ERROR(cudaFree(v->dev_mutex));
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
