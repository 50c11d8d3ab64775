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
#include "../common/ladder.h"
#include "matmul_ladder/steps.h"
#include "product_check.h"

// Runs a step, whose product must be the CPU's but for rounding.
static int compare(const ladder_rung<product_work<float>> *rung, const product_work<float> *w,
                   product<float> *p, ladder_line *line) {
    size_t size_c = (size_t)p->m * p->n;
    HANDLE_ERROR(cudaMemset(w->c, 0xff, size_c * sizeof(float))); // NaN: nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(p->c, w->c, size_c * sizeof(float), cudaMemcpyDeviceToHost));
    product_found found = product_compare(p, 0, 2e7);
    snprintf(line->words, sizeof line->words, "%lld of %zu elements compared, %lld wrong",
             found.compared, size_c, found.wrong);
    snprintf(line->cells, sizeof line->cells, "%lld,%lld,%lld,%lld,%lld", p->m, p->n, p->k,
             found.compared, found.wrong);
    return found.wrong == 0;
}

int main(int argc, char **argv) {
    const long long most = 65535 * 16; // rows of blocks in a grid
    long long m = 150, n = 203, k = 75;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {
        {"m", BOOK_INTEGER, &m, 1, most, "rows of A and of C"},
        {"n", BOOK_INTEGER, &n, 1, most, "columns of B and of C"},
        {"k", BOOK_INTEGER, &k, 1, most, "columns of A, rows of B"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "product of two matrices, faster step by step", options);
    ladder_open(&l, "Matrix product, step by step", ", %.4f ms, %.1f GFLOP/s",
                "step,m,n,k,compared,wrong,milliseconds,gflops");

    product_work<float> w = product_work_make<float>(m, n, k, matmul_copy_bytes((int)m, (int)k),
                                                     matmul_copy_bytes((int)k, (int)n));
    product<float> p = product_make<float>(m, n, k);
    product_send(&p, &w);

    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld)\n", m, n, m, k, k, n);
    double operations = 2e-6 * (double)m * (double)n * (double)k;
    int right = ladder_climb(&l, "", matmul_rungs, &w, &p, compare, operations);
    product_free(&p);
    product_work_free(&w);
    ladder_close(&l);
    return book_verdict(right == MATMUL_STEPS, "%d of %d products are within rounding", right,
                        MATMUL_STEPS);
}
