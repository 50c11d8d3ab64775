// dot_fast: the dot product step by step, from the book's grid to what the memory can deliver
//
// The kernels are in dot_ladder/, a file for each step: 1_book.h, 2_grid.h, 3_shuffle.h and so on.
//
// A dot product reads two numbers for two operations, so it can be no faster than the memory. The
// book's grid of 32 blocks of 256 threads is far from that: it has 65 536 loads under way at most,
// where a large chip needs half a million. Six steps, each one change:
//
//     book        32 blocks, then one block more that adds up what they leave
//     grid        as many blocks as the multiprocessors hold
//     shuffle     warps add without shared memory
//     vector      a load fetches four numbers, and four loads are under way at a time
//     atomic      one launch: blocks add to the result, in an order that changes from run to run
//     last block  one launch: the last block adds up, always in the same order
//
// The times are compared with a copy of one vector to the other, which moves just as many bytes.
//
//     nvcc ch5_dot/dot_fast.cu -I. -o dot_fast && ./dot_fast --n 268435456
#include "../common/ladder.h"
#include "dot_exact.h"
#include "dot_ladder/steps.h"

// Runs a step twice: both results must be right, and all but atomic's the same.
static int compare(const ladder_rung<dot_work> *rung, const dot_work *w, long double *exact,
                   ladder_line *line) {
    dot_grid grid = dot_grid_of(line->step, w);
    float c[2];
    for (int launch = 0; launch < 2; launch++) {
        HANDLE_ERROR(cudaMemset(w->c, 0xff, sizeof(float))); // NaN: nothing is left over
        ladder_run(rung, w);
        HANDLE_ERROR(cudaMemcpy(&c[launch], w->c, sizeof(float), cudaMemcpyDeviceToHost));
    }
    double roundings = dot_roundings_of(line->step, w);
    int close = dot_is_right(c[0], w->n, roundings) && dot_is_right(c[1], w->n, roundings);
    snprintf(line->words, sizeof line->words, "%5d block%s of %4d threads: %.9g%s", grid.blocks,
             grid.blocks == 1 ? " " : "s", grid.threads, c[0], close ? "" : " is wrong");
    snprintf(line->cells, sizeof line->cells, "%lld,%d,%d,%.9g,%.17Lg", w->n, grid.blocks,
             grid.threads, c[0], *exact);
    return close && (line->step == DOT_ATOMIC || memcmp(&c[0], &c[1], sizeof(float)) == 0);
}

int main(int argc, char **argv) {
    long long n = 1000003, offset_a = 0, offset_b = 0;
    ladder l = {};
    l.repeat = 20;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"offset-a", BOOK_INTEGER, &offset_a, 0, 31, "elements of memory before the first vector"},
        {"offset-b", BOOK_INTEGER, &offset_b, 0, 31, "elements of memory before the second vector"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "dot product of two vectors, faster step by step", options);
    ladder_open(&l, "Dot product, step by step", ", %8.4f ms, %7.1f GB/s",
                "step,n,blocks,threads,result,exact,milliseconds,gbytes_per_second");

    float *dev_a = dot_vector_make(1, n, offset_a), *dev_b = dot_vector_make(2, n, offset_b);
    dot_work work = dot_work_make();
    work.a = dev_a + offset_a;
    work.b = dev_b + offset_b;
    work.n = n;
    long double exact = dot_exact(n);
    size_t bytes = (size_t)n * sizeof(float);
    double moved = 2e-6 * (double)bytes;
    int right = ladder_climb(&l, "", dot_rungs, &work, &exact, compare, moved);
    ladder_copy(&l, DOT_STEPS, dev_b, dev_a, bytes);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    dot_work_free(&work);
    ladder_close(&l);
    return book_verdict(right == DOT_STEPS,
                        "%d of %d sums are within rounding of the exact %.0Lf, and all but atomic "
                        "are the same in two launches",
                        right, DOT_STEPS, exact);
}
