/* work.h: what a step of the histogram works on. */
#ifndef COUNT_WORK_H
#define COUNT_WORK_H

#include "../../common/book.h"

#define BYTE_VALUES 256

/* A text on the device, and a counter for each value of a byte, in 64 bits, to which all steps add.
 * The counters of a block have 32 bits, so n must be below 2^32. */
typedef struct {
    const unsigned char *text;
    size_t n;
    unsigned long long *counts; /* BYTE_VALUES of them, also on the device */
    int multiprocessors;
} count_work;

/* The text on the device, behind so many bytes of memory, and room for the counters. */
static inline count_work count_work_make(const unsigned char *text, long long n, long long offset) {
    unsigned char *room;
    count_work w = {};
    HANDLE_ERROR(cudaMalloc((void **)&room, (size_t)(n + offset)));
    HANDLE_ERROR(cudaMemcpy(room + offset, text, (size_t)n, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&w.counts, BYTE_VALUES * sizeof *w.counts));
    w.text = room + offset;
    w.n = (size_t)n;
    w.multiprocessors = book_multiprocessors();
    return w;
}

static inline void count_work_free(count_work *w, long long offset) {
    HANDLE_ERROR(cudaFree((void *)(w->text - offset)));
    HANDLE_ERROR(cudaFree(w->counts));
}

#endif
