/* work.h: what a step of the dot product works on, and the grid that it launches. */
#ifndef DOT_WORK_H
#define DOT_WORK_H

#include "../../common/book.h"

#define DOT_THREADS 256 /* in a block; the tree wants a power of two */

/* What is to be multiplied, and room on the device for what the steps need. */
typedef struct {
    const float *a, *b;
    long long n;
    float *c;          /* the result */
    float *partial_c;  /* dot_most_blocks of them */
    unsigned *arrived; /* must be 0 at first */
    int multiprocessors;
} dot_work;

typedef struct {
    int blocks, threads;
} dot_grid;

/* Up to so many blocks are launched. */
static inline long long dot_most_blocks(const dot_work *w) {
    return 8LL * w->multiprocessors > 32 ? 8LL * w->multiprocessors : 32;
}

/* Room for offset + n elements on the device, of which the last n become 0, factor, 2 factor ... */
static inline float *dot_vector_make(int factor, long long n, long long offset) {
    size_t bytes = (size_t)n * sizeof(float);
    float *dev_v, *v;
    HANDLE_ERROR(cudaMalloc((void **)&dev_v, bytes + offset * sizeof(float)));
    HANDLE_NULL(v = (float *)malloc(bytes));
    for (long long i = 0; i < n; i++)
        v[i] = (float)(factor * i);
    HANDLE_ERROR(cudaMemcpy(dev_v + offset, v, bytes, cudaMemcpyHostToDevice));
    free(v);
    return dev_v;
}

/* The room; what is to be multiplied the caller sets. */
static inline dot_work dot_work_make(void) {
    dot_work w = {};
    w.multiprocessors = book_multiprocessors();
    HANDLE_ERROR(cudaMalloc((void **)&w.c, sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&w.partial_c, dot_most_blocks(&w) * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&w.arrived, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(w.arrived, 0, sizeof(unsigned)));
    return w;
}

static inline void dot_work_free(dot_work *w) {
    HANDLE_ERROR(cudaFree(w->c));
    HANDLE_ERROR(cudaFree(w->partial_c));
    HANDLE_ERROR(cudaFree(w->arrived));
}

/* The second launch of steps that leave a sum for each block: adds those up (finish.h). */
static inline void dot_add_up(const dot_work *w, int blocks, cudaStream_t stream);

/* A grid of so many blocks, or of fewer if those have a thread for each load. */
static inline dot_grid dot_grid_for(long long loads, int blocks, int threads) {
    long long needed = (loads + threads - 1) / threads;
    dot_grid grid = {needed < blocks ? (int)needed : blocks, threads};
    return grid;
}

#endif
