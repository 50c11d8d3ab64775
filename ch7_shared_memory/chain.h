/* chain.h: arrays to walk along for memory_latency: each element says which is next, so no read can
 * begin before the one before it has ended.
 */
#ifndef CHAIN_H
#define CHAIN_H

#include "../common/book.h"

#define CHAIN 256 /* elements of the small chain: 1 KiB, which fits everywhere */
#define LINE (int)(128 / sizeof(int)) /* elements of a cache line */

/* The small chain goes over all elements: 0, 33, 66, ... 231, 8, 41, ... */
__host__ __device__ static int after(int i) {
    return (i + 33) % CHAIN;
}

/* A chain of so many bytes, to be freed by the caller: the small one or, of more, one element of
 * each cache line, in an order without any pattern that the hardware could foresee: one closed walk
 * through all of them (Sattolo's shuffle). */
static inline int *make_chain(size_t bytes) {
    int *next = (int *)calloc(1, bytes), lines = (int)(bytes / sizeof(int) / LINE);
    HANDLE_NULL(next);
    if (bytes == CHAIN * sizeof(int)) {
        for (int i = 0; i < CHAIN; i++)
            next[i] = after(i);
        return next;
    }
    for (int i = 0; i < lines; i++)
        next[i * LINE] = i * LINE;
    unsigned long long noise = 1;
    for (int i = lines - 1; i > 0; i--) {
        noise = noise * 6364136223846793005ULL + 1442695040888963407ULL;
        int j = (int)((noise >> 33) % i), swapped = next[i * LINE];
        next[i * LINE] = next[j * LINE];
        next[j * LINE] = swapped;
    }
    return next;
}

#endif
