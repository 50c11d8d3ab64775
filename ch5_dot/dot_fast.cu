// dot_fast: the dot product step by step, from the book's grid to what the memory can deliver
//
// The kernels are in dot_ladder/, a file for each step: 1_book.h, 2_grid.h, 3_shuffle.h and so on.
//
// A dot product reads two numbers for two operations, so it can be no faster than the memory. The
// book's grid of 32 blocks of 256 threads is far from that: it has 65 536 loads under way at most,
// where a large chip has to have half a million. Six steps, each one change:
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
#include "../common/book.h"
#include "../common/table.h"
#include "dot_exact.h"
#include "dot_ladder/steps.h"

int main(int argc, char **argv) {
    long long n = 1000003, offset_a = 0, offset_b = 0, repeat = 20;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"offset-a", BOOK_INTEGER, &offset_a, 0, 31, "elements of memory before the first vector"},
        {"offset-b", BOOK_INTEGER, &offset_b, 0, 31, "elements of memory before the second vector"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each step"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "dot product of two vectors, faster step by step", options);
    book_table table;
    book_table_open(&table, csv,
                    "step,n,blocks,threads,result,exact,milliseconds,gbytes_per_second");

    int device = 0;
    dot_work work = {};
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&work.multiprocessors, cudaDevAttrMultiProcessorCount, device));

    size_t bytes = (size_t)n * sizeof(float);
    float *dev_a, *dev_b;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes + offset_a * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes + offset_b * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&work.c, sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&work.arrived, sizeof(unsigned)));
    HANDLE_ERROR(cudaMemset(work.arrived, 0, sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&work.partial_c, dot_most_blocks(&work) * sizeof(float)));
    work.a = dev_a + offset_a;
    work.b = dev_b + offset_b;
    work.n = n;

    float *a = (float *)malloc(bytes);
    float *b = (float *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    for (long long i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
    }
    HANDLE_ERROR(cudaMemcpy(dev_a + offset_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b + offset_b, b, bytes, cudaMemcpyHostToDevice));
    free(a);
    free(b);

    long double exact = dot_exact(n);
    int right = 0;
    double milliseconds[DOT_STEPS];
    for (int step = 0; step < DOT_STEPS; step++) {
        dot_grid grid = dot_grid_of(step, &work);
        float c[2];
        for (int launch = 0; launch < 2; launch++) {
            HANDLE_ERROR(cudaMemset(work.c, 0xff, sizeof(float))); // NaN: nothing is left over
            dot_launch(step, &work, 0);
            HANDLE_LAUNCH(dot_names[step]);
            HANDLE_ERROR(cudaMemcpy(&c[launch], work.c, sizeof(float), cudaMemcpyDeviceToHost));
        }
        book_timer timer;
        if (BOOK_ON_GPU) {
            book_timer_start(&timer);
            for (int launch = 0; launch < repeat; launch++)
                dot_launch(step, &work, 0);
            milliseconds[step] = book_timer_stop(&timer) / (double)repeat;
            HANDLE_LAUNCH(dot_names[step]);
        }
        // A product is rounded three times, and goes through the additions of its thread, of its
        // block (at most 10), and of the blocks' sums, in the worst case one after another.
        long long threads = (long long)grid.blocks * grid.threads;
        double roundings = (double)(3 + (n + threads - 1) / threads + 5 + 10 + grid.blocks);
        int close = dot_is_right(c[0], n, roundings) && dot_is_right(c[1], n, roundings);
        int equal = memcmp(&c[0], &c[1], sizeof(float)) == 0;
        right += close && (equal || step == DOT_ATOMIC);
        printf("%-10s %6d block%s of %4d threads: %.9g%s", dot_names[step], grid.blocks,
               grid.blocks == 1 ? " " : "s", grid.threads, c[0], close ? "" : " is wrong");
        if (BOOK_ON_GPU)
            printf(", %8.4f ms, %7.1f GB/s", milliseconds[step],
                   2 * (double)bytes / milliseconds[step] / 1e6);
        printf("\n");
        book_table_row(&table, "%s,%lld,%d,%d,%.9g,%.17Lg,%.17g,%.17g", dot_names[step], n,
                       grid.blocks, grid.threads, c[0], exact,
                       BOOK_ON_GPU ? milliseconds[step] : NAN,
                       BOOK_ON_GPU ? 2 * (double)bytes / milliseconds[step] / 1e6 : NAN);
    }
    if (book_timed()) {
        book_timer timer; // what it destroys has been used for the last time
        book_timer_start(&timer);
        for (int launch = 0; launch < repeat; launch++)
            HANDLE_ERROR(cudaMemcpyAsync(dev_b, dev_a, bytes, cudaMemcpyDeviceToDevice, 0));
        double copy = book_timer_stop(&timer) / (double)repeat;
        printf(
            "a copy of one vector to the other: %.4f ms, %.1f GB/s; the book's step is %.2f, the "
            "last %.2f times as fast\n",
            copy, 2 * (double)bytes / copy / 1e6, copy / milliseconds[DOT_BOOK],
            copy / milliseconds[DOT_LAST_BLOCK]);
    }

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(work.c));
    HANDLE_ERROR(cudaFree(work.arrived));
    HANDLE_ERROR(cudaFree(work.partial_c));
    book_table_close(&table);
    return book_verdict(right == DOT_STEPS,
                        "%d of %d sums are within rounding of the exact %.0Lf, and all but atomic "
                        "are the same in two launches",
                        right, DOT_STEPS, exact);
}
