/* work.h: what a step of the scan works on: out[i] = in[0] + in[1] + ... + in[i]. */
#ifndef SCAN_WORK_H
#define SCAN_WORK_H

#include "../../common/book.h"

#define SCAN_THREADS 256 /* in a block */

/* The numbers, and room on the device for what the steps need. `in` and `out` begin at multiples of
 * 16 bytes. Sums wrap around, as those of unsigned numbers do, so they are exact in whatever order
 * they are added. */
typedef struct {
    const unsigned *in;
    unsigned *out;
    size_t n;
    unsigned *totals; /* of blocks, on all levels (levels.h) */
    char *told;       /* what blocks tell each other (4_look_back.h) */
} scan_work;

static inline size_t scan_divide_up(size_t x, size_t y) {
    return (x + y - 1) / y;
}

/* Where the totals of the next level begin: at a multiple of 16 bytes, too. */
static inline size_t scan_level(size_t blocks) {
    return scan_divide_up(blocks, 4) * 4;
}

/* The room; the numbers the caller sets. */
static inline scan_work scan_work_make(size_t n) {
    scan_work w = {};
    size_t totals = 0;
    for (size_t blocks = n; blocks > 1; totals += scan_level(blocks))
        blocks = scan_divide_up(blocks, SCAN_THREADS); // no step has smaller blocks
    w.n = n;
    HANDLE_ERROR(cudaMalloc((void **)&w.totals, (totals + 1) * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&w.told, 16 * (1 + scan_divide_up(n, SCAN_THREADS))));
    return w;
}

static inline void scan_work_free(scan_work *w) {
    HANDLE_ERROR(cudaFree(w->totals));
    HANDLE_ERROR(cudaFree(w->told));
}

#endif
