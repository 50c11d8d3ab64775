// matmul_fast: the product of two float matrices step by step, towards what the chip can calculate
//
// matmul shows what a tile in shared memory saves. It is not the end: a multiprocessor can multiply
// and add 128 pairs of numbers at a time, but fetches only 32 from shared memory, and the tiled
// kernel needs two for each. The kernels are in matmul_ladder/, a file for each step, each one
// change:
//
//     1_global.h      a thread for each element of C, everything from global memory
//     2_tiled.h       tiles of 16 x 16 in shared memory
//     3_registers.h   a thread for 8 x 8 elements: a number that has been fetched is used 8 times
//     4_pipelined.h   four numbers a load; while one tile is multiplied the next is on its way
//
// This program runs them one after another. Any m, n and k will do.
//
//     nvcc ch7_shared_memory/matmul_fast.cu -I. -o matmul_fast && ./matmul_fast --m 4096 --n 4096
//     --k 4096
#include "matmul_ladder/steps.h"
#include "product_climb.h"

int main(int argc, char **argv) {
    long long m = 150, n = 203, k = 75;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {PRODUCT_OPTIONS(m, n, k), LADDER_OPTIONS(l)};
    book_parse(argc, argv, "product of two matrices, faster step by step", options);
    product_ladder_open(&l, "Matrix product, step by step");

    product_work<float> w = product_work_make<float>(m, n, k, matmul_copy_bytes((int)m, (int)k),
                                                     matmul_copy_bytes((int)k, (int)n));
    product_found found[MATMUL_STEPS];
    int right = product_climb(&l, matmul_rungs, &w, 0, found);
    product_work_free(&w);
    ladder_close(&l);
    return book_verdict(right == MATMUL_STEPS, "%d of %d products are within rounding", right,
                        MATMUL_STEPS);
}
