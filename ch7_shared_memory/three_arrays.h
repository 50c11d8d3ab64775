/* three_arrays.h: the values that dynamic_shared rearranges, block by block: three arrays that say
 * how, and what must come out.
 */
#ifndef THREE_ARRAYS_H
#define THREE_ARRAYS_H

#include "../common/book.h"

typedef struct {
    int n;      /* elements of a block */
    size_t all; /* of all blocks */
    unsigned char *mark, *dev_mark;
    int *order, *dev_order;
    double *value, *dev_value, *result, *dev_result;
} three_arrays;

static inline three_arrays three_arrays_make(int n, int blocks) {
    three_arrays a = {};
    a.n = n;
    a.all = (size_t)blocks * n;
    HANDLE_NULL(a.mark = (unsigned char *)malloc(a.all));
    HANDLE_NULL(a.order = (int *)malloc(a.all * sizeof(int)));
    HANDLE_NULL(a.value = (double *)malloc(a.all * sizeof(double)));
    HANDLE_NULL(a.result = (double *)malloc(a.all * sizeof(double)));
    for (size_t i = 0; i < a.all; i++) {
        a.mark[i] = i % 3 == 0;
        a.order[i] = (int)((n - 1 - i % n + i / n) % n); // backwards, shifted by the block's number
        a.value[i] = (double)(i + 1);                    // no zeros: -0 would equal 0
    }
    HANDLE_ERROR(cudaMalloc((void **)&a.dev_mark, a.all));
    HANDLE_ERROR(cudaMalloc((void **)&a.dev_order, a.all * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&a.dev_value, a.all * sizeof(double)));
    HANDLE_ERROR(cudaMalloc((void **)&a.dev_result, a.all * sizeof(double)));
    HANDLE_ERROR(cudaMemcpy(a.dev_mark, a.mark, a.all, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(a.dev_order, a.order, a.all * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(a.dev_value, a.value, a.all * sizeof(double), cudaMemcpyHostToDevice));
    return a;
}

/* How many of all results are right. */
static inline long long three_arrays_right(three_arrays *a) {
    HANDLE_ERROR(
        cudaMemcpy(a->result, a->dev_result, a->all * sizeof(double), cudaMemcpyDeviceToHost));
    long long right = 0;
    for (size_t i = 0; i < a->all; i++) {
        size_t j = i / a->n * a->n + a->order[i];
        right += a->result[i] == (a->mark[j] ? -a->value[j] : a->value[j]);
    }
    return right;
}

static inline void three_arrays_free(three_arrays *a) {
    HANDLE_ERROR(cudaFree(a->dev_mark));
    HANDLE_ERROR(cudaFree(a->dev_order));
    HANDLE_ERROR(cudaFree(a->dev_value));
    HANDLE_ERROR(cudaFree(a->dev_result));
    free(a->mark);
    free(a->order);
    free(a->value);
    free(a->result);
}

#endif
