/* pieces.h: a text that may be longer than the memory of the device comes there piece by piece.
 *
 * There are three buffers: while the device counts one piece, the next is on its way there, and the
 * host is reading the one after that:
 *
 *     host      read 0 | read 1 | read 2 | read 3 | ...
 *     copies           | copy 0 | copy 1 | copy 2 |         two streams
 *     kernels                   | count 0| count 1| ...
 *
 * USAGE
 *   pieces p;
 *   pieces_open(&p, bytes, kernels);     bytes of a piece; so many kernels count each
 *   while ((b = pieces_next(&p, &input)) != NULL)
 *       for (k = 0; k < kernels; k++) {
 *           ... launch kernel k in the stream p.kernels, for b->dev_text and b->size ...
 *           pieces_launched(&p, b, k);
 *       }
 *   pieces_finish(&p);                   p.milliseconds[k]: how long kernel k took in all
 *   pieces_close(&p);
 */
#ifndef PIECES_H
#define PIECES_H

#include "../common/book.h"
#include "text_input.h"

#define PIECES_MOST_KERNELS 8 /* that count a piece one after the other */
#define PIECES_BUFFERS 3

/* A piece on its way. One is read, one is copied, one is counted. */
typedef struct {
    unsigned char *text;     /* on the host, pinned: only then can it be copied meanwhile */
    unsigned char *dev_text; /* on the device */
    size_t size;
    int busy;                                   /* whether the device has been told to count it */
    cudaEvent_t copied;                         /* when it is on the device */
    cudaEvent_t marks[PIECES_MOST_KERNELS + 1]; /* before the first kernel, and behind each */
} piece;

typedef struct {
    piece buffers[PIECES_BUFFERS];
    cudaStream_t copies, kernels;
    size_t bytes;
    int count; /* of kernels */
    long long next;
    double milliseconds[PIECES_MOST_KERNELS];
} pieces;

static inline void pieces_open(pieces *p, size_t bytes, int kernels) {
    memset(p, 0, sizeof *p);
    p->bytes = bytes;
    p->count = kernels;
    HANDLE_ERROR(cudaStreamCreate(&p->copies));
    HANDLE_ERROR(cudaStreamCreate(&p->kernels));
    for (int i = 0; i < PIECES_BUFFERS; i++) {
        piece *b = &p->buffers[i];
        HANDLE_ERROR(cudaMallocHost((void **)&b->text, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&b->dev_text, bytes));
        HANDLE_ERROR(cudaEventCreate(&b->copied));
        for (int k = 0; k <= kernels; k++)
            HANDLE_ERROR(cudaEventCreate(&b->marks[k]));
    }
}

/* Waits until a buffer has been counted, and adds up how long each kernel took. */
static inline void pieces_wait(pieces *p, piece *b) {
    if (!b->busy)
        return;
    HANDLE_ERROR(cudaEventSynchronize(b->marks[p->count])); // errors of the kernels show here
    for (int k = 0; k < p->count; k++) {
        float elapsed = 0;
        HANDLE_ERROR(cudaEventElapsedTime(&elapsed, b->marks[k], b->marks[k + 1]));
        p->milliseconds[k] += elapsed;
    }
    b->busy = 0;
}

/* Reads the next piece and has it copied; what is launched in the stream p->kernels from now on
 * waits for that. NULL at the end of the text. */
static inline piece *pieces_next(pieces *p, text_input *input) {
    piece *b = &p->buffers[p->next++ % PIECES_BUFFERS];
    pieces_wait(p, b); // what was in it before must have been counted
    b->size = text_input_read(input, b->text, p->bytes);
    if (b->size == 0)
        return NULL;
    HANDLE_ERROR(cudaMemcpyAsync(b->dev_text, b->text, b->size, cudaMemcpyHostToDevice, p->copies));
    HANDLE_ERROR(cudaEventRecord(b->copied, p->copies));
    HANDLE_ERROR(cudaStreamWaitEvent(p->kernels, b->copied, 0));
    HANDLE_ERROR(cudaEventRecord(b->marks[0], p->kernels));
    return b;
}

/* To be called after each launch. */
static inline void pieces_launched(pieces *p, piece *b, int kernel) {
    HANDLE_ERROR(cudaEventRecord(b->marks[kernel + 1], p->kernels));
    b->busy = 1;
}

static inline void pieces_finish(pieces *p) {
    for (int i = 0; i < PIECES_BUFFERS; i++)
        pieces_wait(p, &p->buffers[i]);
}

static inline void pieces_close(pieces *p) {
    for (int i = 0; i < PIECES_BUFFERS; i++) {
        piece *b = &p->buffers[i];
        HANDLE_ERROR(cudaFreeHost(b->text));
        HANDLE_ERROR(cudaFree(b->dev_text));
        HANDLE_ERROR(cudaEventDestroy(b->copied));
        for (int k = 0; k <= p->count; k++)
            HANDLE_ERROR(cudaEventDestroy(b->marks[k]));
    }
    HANDLE_ERROR(cudaStreamDestroy(p->copies));
    HANDLE_ERROR(cudaStreamDestroy(p->kernels));
}

#endif
