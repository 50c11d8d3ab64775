/* steps.h: the dot product step by step, from the book's kernel to what the memory delivers. A file
 * for each step, one idea each, in the order of their numbers.
 *
 * ../dot_fast.cu climbs them; bench/dot.cu sets them beside the libraries. Both call dot_launch.
 */
#ifndef DOT_STEPS_H
#define DOT_STEPS_H

#include "1_book.h"
#include "2_grid.h"
#include "3_shuffle.h"
#include "4_vector.h"
#include "5_atomic.h"
#include "6_last_block.h"
#include "finish.h"

enum { DOT_BOOK, DOT_GRID, DOT_SHUFFLE, DOT_VECTOR, DOT_ATOMIC, DOT_LAST_BLOCK, DOT_STEPS };
static const char *const dot_names[DOT_STEPS] = {"book",   "grid",   "shuffle",
                                                 "vector", "atomic", "last block"};
static const char *const dot_changes[DOT_STEPS] = {
    "32 blocks of 256 threads; another block adds up what they leave",
    "blocks for all multiprocessors: more loads under way, up to what the memory can deliver",
    "warps add by shuffles: fewer barriers, hardly faster as the memory is the limit",
    "four numbers a load, four loads under way: the same with fewer instructions",
    "one launch, the blocks add to the result, which must be 0 before: no second launch",
    "one launch, the last block adds up: likewise, and the same bits every time",
};

static inline dot_grid dot_grid_of(int step, const dot_work *w) {
    return step == DOT_BOOK      ? dot_book_grid(w)
           : step <= DOT_SHUFFLE ? dot_full_grid(w)
                                 : dot_vector_grid(w);
}

/* Launches one step, and does not wait for it: w->c becomes the dot product. */
static inline void dot_launch(int step, const dot_work *w, cudaStream_t stream) {
    dot_grid grid = dot_grid_of(step, w);
    switch (step) {
    case DOT_BOOK:
    case DOT_GRID:
        dot_launch_tree(w, grid, stream);
        break;
    case DOT_SHUFFLE:
        dot_launch_shuffle(w, grid, stream);
        break;
    case DOT_VECTOR:
        dot_launch_vector(w, grid, stream);
        break;
    case DOT_ATOMIC:
        dot_launch_atomic(w, grid, stream);
        break;
    case DOT_LAST_BLOCK:
        dot_launch_last_block(w, grid, stream);
        break;
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
    if (step <= DOT_VECTOR) {
        dot_finish<<<1, DOT_THREADS, 0, stream>>>(w->partial_c, grid.blocks, w->c);
        HANDLE_ERROR(cudaGetLastError());
    }
}

#endif
