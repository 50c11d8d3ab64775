/* parts.h: vectors in chunks, and the four parts of the work on each: copy a and copy b to the
 * device, average (averages.h), copy c back. Even chunks have one set of buffers and one stream,
 * odd ones another, so two chunks can be under way at the same time.
 *
 * USAGE
 *   chunked_work w;
 *   chunked_work_open(&w, n, blocks, width);
 *   averages_fill(w.a, w.b, n, seed);
 *   chunked_work_part(&w, chunk, COPY_A, w.streams[chunk % 2]);     and so on
 *   ... wait for the streams ...
 *   averages_right(w.a, w.b, w.c, n, width)
 *   chunked_work_close(&w);
 */
#ifndef PARTS_H
#define PARTS_H

#include "../common/book.h"
#include "averages.h"

enum { COPY_A, COPY_B, AVERAGE, COPY_C, PARTS };

typedef struct {
    int *a, *b, *c;                      /* on the host, pinned */
    int *dev_a[2], *dev_b[2], *dev_c[2]; /* for even chunks and for odd ones */
    cudaStream_t streams[2];
    long long n, chunk, chunks; /* elements, elements of a chunk, chunks */
    int width;
} chunked_work;

static inline void chunked_work_open(chunked_work *w, long long n, long long blocks,
                                     long long width) {
    w->n = n;
    w->chunk = blocks * GROUP < n ? blocks * GROUP : n;
    w->chunks = (n - 1) / w->chunk + 1;
    w->width = (int)width;
    size_t bytes = (size_t)n * sizeof(int), chunk_bytes = (size_t)w->chunk * sizeof(int);
    HANDLE_ERROR(cudaMallocHost((void **)&w->a, bytes));
    HANDLE_ERROR(cudaMallocHost((void **)&w->b, bytes));
    HANDLE_ERROR(cudaMallocHost((void **)&w->c, bytes));
    for (int side = 0; side < 2; side++) {
        HANDLE_ERROR(cudaMalloc((void **)&w->dev_a[side], chunk_bytes));
        HANDLE_ERROR(cudaMalloc((void **)&w->dev_b[side], chunk_bytes));
        HANDLE_ERROR(cudaMalloc((void **)&w->dev_c[side], chunk_bytes));
        HANDLE_ERROR(cudaStreamCreate(&w->streams[side]));
    }
    /* Of nothing: then loading the kernel is not in the times. */
    average<<<1, GROUP, 0, w->streams[0]>>>(w->dev_a[0], w->dev_b[0], w->dev_c[0], 0, w->width);
    HANDLE_LAUNCH("average");
}

/* Puts one part of the work on a chunk into the stream. */
static inline void chunked_work_part(const chunked_work *w, long long chunk, int part,
                                     cudaStream_t stream) {
    long long first = chunk * w->chunk;
    int size = (int)(w->n - first < w->chunk ? w->n - first : w->chunk); /* the last is smaller */
    size_t bytes = (size_t)size * sizeof(int);
    int *dev_a = w->dev_a[chunk % 2], *dev_b = w->dev_b[chunk % 2], *dev_c = w->dev_c[chunk % 2];
    switch (part) {
    case COPY_A:
        HANDLE_ERROR(cudaMemcpyAsync(dev_a, w->a + first, bytes, cudaMemcpyHostToDevice, stream));
        break;
    case COPY_B:
        HANDLE_ERROR(cudaMemcpyAsync(dev_b, w->b + first, bytes, cudaMemcpyHostToDevice, stream));
        break;
    case AVERAGE:
        average<<<averages_blocks(size), GROUP, 0, stream>>>(dev_a, dev_b, dev_c, size, w->width);
        HANDLE_ERROR(cudaGetLastError()); /* HANDLE_LAUNCH would wait for the kernel */
        break;
    case COPY_C:
        HANDLE_ERROR(cudaMemcpyAsync(w->c + first, dev_c, bytes, cudaMemcpyDeviceToHost, stream));
        break;
    }
}

static inline void chunked_work_close(chunked_work *w) {
    HANDLE_ERROR(cudaFreeHost(w->a));
    HANDLE_ERROR(cudaFreeHost(w->b));
    HANDLE_ERROR(cudaFreeHost(w->c));
    for (int side = 0; side < 2; side++) {
        HANDLE_ERROR(cudaFree(w->dev_a[side]));
        HANDLE_ERROR(cudaFree(w->dev_b[side]));
        HANDLE_ERROR(cudaFree(w->dev_c[side]));
        HANDLE_ERROR(cudaStreamDestroy(w->streams[side]));
    }
}

#endif
