/* nccl_gpus.h: the GPUs of dot_nccl, each with its part of two vectors, a stream and a
 * communicator. */
#ifndef NCCL_GPUS_H
#define NCCL_GPUS_H

#include "exact_dot.h"
#include "nccl_errors.h"

#define MOST_GPUS 64

typedef struct {
    long long n; // elements of its part
    float *a, *b;
    double *partial, *sum;
    cudaStream_t stream;
    ncclComm_t comm;
    int blocks;
} gpu;

__global__ void fill(float *a, float *b, long long first, long long n) {
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x) {
        a[i] = element_a(first + i);
        b[i] = element_b(first + i);
    }
}

/* Gives `count` GPUs a part each of n elements, and a communicator for all of them. */
static inline void set_up(gpu gpus[], int count, long long n) {
    ncclComm_t comms[MOST_GPUS];
    HANDLE_NCCL(ncclCommInitAll(comms, count, NULL));
    for (int d = 0; d < count; d++) {
        gpu *g = &gpus[d];
        g->comm = comms[d];
        g->n = part_size(n, d, count);
        size_t bytes = (size_t)(g->n > 0 ? g->n : 1) * sizeof(float);
        HANDLE_ERROR(cudaSetDevice(d));
        g->blocks = dot_blocks(book_multiprocessors(), g->n);
        HANDLE_ERROR(cudaStreamCreate(&g->stream));
        HANDLE_ERROR(cudaMalloc((void **)&g->a, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&g->b, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&g->partial, (size_t)g->blocks * sizeof(double)));
        HANDLE_ERROR(cudaMalloc((void **)&g->sum, sizeof(double)));
        fill<<<g->blocks, DOT_THREADS, 0, g->stream>>>(g->a, g->b, part_begin(n, d, count), g->n);
        HANDLE_LAUNCH("fill");
    }
}

/* How many of the GPUs have the exact total. */
static inline int check_sums(gpu gpus[], int count, double exact) {
    int right = 0;
    for (int d = 0; d < count; d++) {
        double sum = NAN;
        HANDLE_ERROR(cudaMemcpy(&sum, gpus[d].sum, sizeof sum, cudaMemcpyDeviceToHost));
        right += sum == exact;
    }
    return right;
}

static inline void take_down(gpu gpus[], int count) {
    for (int d = 0; d < count; d++) {
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_NCCL(ncclCommDestroy(gpus[d].comm));
        HANDLE_ERROR(cudaStreamDestroy(gpus[d].stream));
        HANDLE_ERROR(cudaFree(gpus[d].a));
        HANDLE_ERROR(cudaFree(gpus[d].b));
        HANDLE_ERROR(cudaFree(gpus[d].partial));
        HANDLE_ERROR(cudaFree(gpus[d].sum));
    }
}

#endif
