// histogram_fast: counts the bytes of a text step by step, up to what the memory can deliver
//
// The kernels are in histogram_ladder/, a file for each step: 1_global.h, 2_shared.h and so on.
//
// In histogram each thread fetches a byte, and then waits for its turn at a counter. Four steps:
//
//     global   256 counters in global memory, for all threads of the grid
//     shared   256 for each block, in shared memory
//     wide     16 bytes a load, and two loads under way; fewer and larger blocks
//     banks    a set of counters in each of the 32 banks: the threads of a warp never meet
//
// They count every value of a byte, not only characters.
//
//     nvcc ch9_atomics/histogram_fast.cu -I. -o histogram_fast && ./histogram_fast --n 1073741824
#include "../common/book.h"
#include "../common/table.h"
#include "histogram_ladder/steps.h"
#include "text_input.h"

int main(int argc, char **argv) {
    const long long most = (1LL << 32) - 1; // a block's counter holds 32 bits
    long long n = 1000000, offset = 0, letter = -1, repeat = 10;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, most, "bytes of made-up text"},
        {"letter", BOOK_INTEGER, &letter, 0, 255, "instead of text this byte, over and over"},
        {"offset", BOOK_INTEGER, &offset, 0, 15, "bytes of memory before the text begins"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "timed launches of each step"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "counts the bytes of a text, faster step by step", options);
    book_table table;
    book_table_open(&table, csv, "step,n,right,milliseconds,gbytes_per_second");

    int device = 0;
    count_work work = {};
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(
        cudaDeviceGetAttribute(&work.multiprocessors, cudaDevAttrMultiProcessorCount, device));

    unsigned char *dev_text, *text = (unsigned char *)malloc((size_t)n);
    unsigned long long counts[BYTE_VALUES], cpu[BYTE_VALUES] = {0};
    HANDLE_NULL(text);
    HANDLE_ERROR(cudaMalloc((void **)&dev_text, (size_t)(n + offset)));
    HANDLE_ERROR(cudaMalloc((void **)&work.counts, sizeof counts));
    for (long long i = 0; i < n; i++) {
        text[i] = letter >= 0 ? (unsigned char)letter : text_input_made_up(i);
        cpu[text[i]]++;
    }
    HANDLE_ERROR(cudaMemcpy(dev_text + offset, text, (size_t)n, cudaMemcpyHostToDevice));
    work.text = dev_text + offset;
    work.n = (size_t)n;
    free(text);

    int right = 0;
    for (int step = 0; step < COUNT_STEPS; step++) {
        HANDLE_ERROR(cudaMemset(work.counts, 0, sizeof counts));
        count_launch(step, &work, 0);
        HANDLE_LAUNCH(count_names[step]);
        HANDLE_ERROR(cudaMemcpy(counts, work.counts, sizeof counts, cudaMemcpyDeviceToHost));
        int equal = memcmp(counts, cpu, sizeof counts) == 0;
        right += equal;
        double milliseconds = NAN;
        if (BOOK_ON_GPU) {
            book_timer timer;
            book_timer_start(&timer);
            for (int launch = 0; launch < repeat; launch++)
                count_launch(step, &work, 0);
            milliseconds = book_timer_stop(&timer) / (double)repeat;
            HANDLE_LAUNCH(count_names[step]);
        }
        printf("%-6s  counts %s", count_names[step], equal ? "as the CPU does" : "WRONG");
        if (BOOK_ON_GPU)
            printf(", %10.4f ms, %7.1f GB/s", milliseconds, (double)n / milliseconds / 1e6);
        printf("\n");
        book_table_row(&table, "%s,%lld,%d,%.17g,%.17g", count_names[step], n, equal, milliseconds,
                       (double)n / milliseconds / 1e6);
    }
    book_timed();
    HANDLE_ERROR(cudaFree(dev_text));
    HANDLE_ERROR(cudaFree(work.counts));
    book_table_close(&table);
    return book_verdict(right == COUNT_STEPS, "%d of %d histograms of %lld byte%s are right", right,
                        COUNT_STEPS, n, n == 1 ? "" : "s");
}
