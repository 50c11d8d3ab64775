// matmul_fast: the product of two float matrices step by step, towards what the chip can calculate
//
// matmul shows what a tile in shared memory saves. It is not the end: a multiprocessor can multiply
// and add 128 pairs of numbers at a time, but fetches only 32 from shared memory, and the tiled
// kernel needs two for each. Four steps, each one change:
//
//     global      a thread for each element of C, everything from global memory
//     tiled       tiles of 16 x 16 in shared memory
//     registers   a thread for 8 x 8 elements: a number that has been fetched is used 8 times
//     pipelined   four numbers a load; while one tile is multiplied the next is on its way
//
// The kernels are in matmul_ladder.h. Any m, n and k will do.
//
//     nvcc ch7_shared_memory/matmul_fast.cu -I. -o matmul_fast && ./matmul_fast --m 4096 --n 4096
//     --k 4096
#include "../common/book.h"
#include "../common/table.h"
#include "matmul_ladder.h"
#include <float.h>

// An element of a matrix: of either sign, never 0, and different at every place.
static float element(size_t i, unsigned long long factor) {
    unsigned long long noise = (i + 1) * factor >> 40;
    return (noise & 1 ? 0.001f : -0.001f) * (float)(noise / 2 % 1000 + 1);
}

// As in matmul.cu: compares C with the CPU's, calculated in long double. Every element, or where
// that would take too long one of every `step`, at changing places. Returns how many are wrong:
// further off than k products and their sum in float can be, |error| <= gamma (|a1 b1| + ... + |ak
// bk|).
static long long count_wrong(const float *a, const float *b_columns, const float *c, long long m,
                             long long n, long long k, long long *compared) {
    long long step = (long long)((double)m * n * k / 2e7) + 1, wrong = 0;
    double u = (double)k * 0x1p-24, v = 2 * (double)(k + 1) * LDBL_EPSILON;
    double gamma = u / (1 - u) + v / (1 - v); // the reference rounds too
    *compared = 0;
    for (long long begin = 0; begin < m * n; begin += step, ++*compared) {
        long long e = begin + (long long)((*compared * 0x9e3779b97f4a7c15ULL >> 33) % step);
        e = e < m * n ? e : m * n - 1;
        const float *row = a + e / n * k, *column = b_columns + e % n * k;
        long double exact = 0, size = 0;
        for (long long i = 0; i < k; i++) {
            long double product = (long double)row[i] * column[i];
            exact += product;
            size += fabsl(product);
        }
        wrong += !book_close(c[e], (double)exact, gamma * (double)size + 1e-30);
    }
    return wrong;
}

int main(int argc, char **argv) {
    const long long most = 65535 * TILE; // rows of blocks in a grid
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

    int device = 0;
    matmul_work work = {};
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&work.multiprocessors, cudaDevAttrMultiProcessorCount, device));

    size_t size_a = (size_t)m * k, size_b = (size_t)k * n, size_c = (size_t)m * n;
    float *dev_a, *dev_b;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, size_a * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, size_b * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&work.c, size_c * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&work.a_copy, matmul_copy_bytes((int)m, (int)k)));
    HANDLE_ERROR(cudaMalloc((void **)&work.b_copy, matmul_copy_bytes((int)k, (int)n)));
    float *a = (float *)malloc(size_a * sizeof(float)),
          *c = (float *)malloc(size_c * sizeof(float));
    float *b = (float *)malloc(size_b * sizeof(float));
    float *b_columns = (float *)malloc(size_b * sizeof(float));
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(b_columns);
    HANDLE_NULL(c);
    for (size_t i = 0; i < size_a; i++)
        a[i] = element(i, 0x9e3779b97f4a7c15ULL);
    for (size_t i = 0; i < size_b; i++)
        b_columns[i % n * k + i / n] = b[i] = element(i, 0xc2b2ae3d27d4eb4fULL);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, size_a * sizeof(float), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, size_b * sizeof(float), cudaMemcpyHostToDevice));
    work.a = dev_a;
    work.b = dev_b;
    work.m = (int)m;
    work.n = (int)n;
    work.k = (int)k;

    printf("C (%lld x %lld) = A (%lld x %lld) B (%lld x %lld)\n", m, n, m, k, k, n);
    int right = 0;
    for (int step = 0; step < MATMUL_STEPS; step++) {
        HANDLE_ERROR(cudaMemset(work.c, 0xff, size_c * sizeof(float))); // NaN: nothing is left over
        matmul_launch(step, &work, 0);
        HANDLE_LAUNCH(matmul_names[step]);
        HANDLE_ERROR(cudaMemcpy(c, work.c, size_c * sizeof(float), cudaMemcpyDeviceToHost));
        double milliseconds = NAN;
        if (BOOK_ON_GPU) {
            book_timer timer;
            book_timer_start(&timer);
            for (int launch = 0; launch < repeat; launch++)
                matmul_launch(step, &work, 0);
            milliseconds = book_timer_stop(&timer) / (double)repeat;
            HANDLE_LAUNCH(matmul_names[step]);
        }
        long long compared, wrong = count_wrong(a, b_columns, c, m, n, k, &compared);
        double gflops = 2e-6 * (double)k * (double)size_c / milliseconds;
        right += wrong == 0;
        printf("%-9s  %lld of %lld elements compared, %lld wrong", matmul_names[step], compared,
               (long long)size_c, wrong);
        if (BOOK_ON_GPU)
            printf(", %.4f ms, %.1f GFLOP/s", milliseconds, gflops);
        printf("\n");
        book_table_row(&table, "%s,%lld,%lld,%lld,%lld,%lld,%.17g,%.17g", matmul_names[step], m, n,
                       k, compared, wrong, milliseconds, gflops);
    }
    book_timed();
    free(a);
    free(b);
    free(b_columns);
    free(c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(work.c));
    HANDLE_ERROR(cudaFree(work.a_copy));
    HANDLE_ERROR(cudaFree(work.b_copy));
    book_table_close(&table);
    return book_verdict(right == MATMUL_STEPS, "%d of %d products are within rounding", right,
                        MATMUL_STEPS);
}
