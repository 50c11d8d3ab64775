/* steps.h: the dot product step by step, from the book's kernel to what the memory delivers. A file
 * for each step, one idea each, in the order of their numbers.
 *
 * ../dot_fast.cu climbs them; bench/dot.cu sets them beside the libraries.
 */
#ifndef DOT_STEPS_H
#define DOT_STEPS_H

#include "../../common/ladder.h"
#include "1_book.h"
#include "2_grid.h"
#include "3_shuffle.h"
#include "4_vector.h"
#include "5_atomic.h"
#include "6_last_block.h"
#include "finish.h"

enum { DOT_BOOK, DOT_GRID, DOT_SHUFFLE, DOT_VECTOR, DOT_ATOMIC, DOT_LAST_BLOCK, DOT_STEPS };
static const ladder_rung<dot_work> dot_rungs[DOT_STEPS] = {
    {"book", "32 blocks of 256 threads; another block adds up what they leave", dot_launch_book},
    {"grid",
     "blocks for all multiprocessors: more loads under way, up to what the memory can deliver",
     dot_launch_grid},
    {"shuffle", "warps add by shuffles: fewer barriers, hardly faster as the memory is the limit",
     dot_launch_shuffle},
    {"vector", "four numbers a load, four loads under way: the same with fewer instructions",
     dot_launch_vector},
    {"atomic", "one launch, the blocks add to the result, which must be 0 before: no second launch",
     dot_launch_atomic},
    {"last block", "one launch, the last block adds up: likewise, and the same bits every time",
     dot_launch_last_block},
};

/* The grid that a step launches. */
static inline dot_grid dot_grid_of(int step, const dot_work *w) {
    return step == DOT_BOOK      ? dot_book_grid(w)
           : step <= DOT_SHUFFLE ? dot_full_grid(w)
                                 : dot_vector_grid(w);
}

/* How often a product is rounded on its way into a step's sum, in the worst case: three times by
 * itself, then in the additions of its thread, of its block (at most 5 + 10), and of the blocks'
 * sums, one after another. */
static inline double dot_roundings_of(int step, const dot_work *w) {
    dot_grid grid = dot_grid_of(step, w);
    long long threads = (long long)grid.blocks * grid.threads;
    return (double)(3 + (w->n + threads - 1) / threads + 5 + 10 + grid.blocks);
}

#endif
