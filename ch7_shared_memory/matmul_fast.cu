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
#include "../common/book.h"
#include "../common/table.h"
#include "matmul_ladder/steps.h"
#include "product_check.h"

int main(int argc, char **argv) {
    const long long most = 65535 * 16; // rows of blocks in a grid
    long long m = 150, n = 203, k = 75, repeat = 10;
    const char *csv = NULL;
    book_option options[] = {
        {"m", BOOK_INTEGER, &m, 1, most, "rows of A and of C"},
        {"n", BOOK_INTEGER, &n, 1, most, "columns of B and of C"},
        {"k", BOOK_INTEGER, &k, 1, most, "columns of A, rows of B"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each step"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "product of two matrices, faster step by step", options);
    book_table table;
    book_table_open(&table, csv, "step,m,n,k,compared,wrong,milliseconds,gflops");

    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    product_work<float> w = {};
    w.m = (int)m, w.n = (int)n, w.k = (int)k;
    int device = 0, right = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&w.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaMalloc((void **)&w.a, size_a * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&w.b, size_b * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&w.c, size_c * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&w.a_copy, matmul_copy_bytes(w.m, w.k)));
    HANDLE_ERROR(cudaMalloc((void **)&w.b_copy, matmul_copy_bytes(w.k, w.n)));
    product<float> p = product_make<float>(m, n, k);
    HANDLE_ERROR(cudaMemcpy(w.a, p.a, size_a * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(w.b, p.b, size_b * sizeof(float), cudaMemcpyHostToDevice));

    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld)\n", m, n, m, k, k, n);
    for (int step = 0; step < MATMUL_STEPS; step++) {
        HANDLE_ERROR(cudaMemset(w.c, 0xff, size_c * sizeof(float))); // NaN: nothing is left over
        matmul_launch(step, &w, 0);
        HANDLE_LAUNCH(matmul_names[step]);
        HANDLE_ERROR(cudaMemcpy(p.c, w.c, size_c * sizeof(float), cudaMemcpyDeviceToHost));
        product_found found = product_compare(&p, 0, 2e7);
        right += found.wrong == 0;
        printf("%-9s  %lld of %zu elements compared, %lld wrong", matmul_names[step],
               found.compared, size_c, found.wrong);
        double milliseconds = NAN, gflops = NAN;
        if (BOOK_ON_GPU) {
            book_timer timer;
            book_timer_start(&timer);
            for (int launch = 0; launch < repeat; launch++)
                matmul_launch(step, &w, 0);
            milliseconds = book_timer_stop(&timer) / (double)repeat;
            HANDLE_LAUNCH(matmul_names[step]);
            gflops = 2e-6 * (double)k * (double)size_c / milliseconds;
            printf(", %.4f ms, %.1f GFLOP/s", milliseconds, gflops);
        }
        printf("\n");
        book_table_row(&table, "%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g", matmul_names[step], m, n,
                       k, found.compared, found.wrong, milliseconds, gflops);
    }
    book_timed();
    product_free(&p);
    HANDLE_ERROR(cudaFree(w.a));
    HANDLE_ERROR(cudaFree(w.b));
    HANDLE_ERROR(cudaFree(w.c));
    HANDLE_ERROR(cudaFree(w.a_copy));
    HANDLE_ERROR(cudaFree(w.b_copy));
    book_table_close(&table);
    return book_verdict(right == MATMUL_STEPS, "%d of %d products are within rounding", right,
                        MATMUL_STEPS);
}
