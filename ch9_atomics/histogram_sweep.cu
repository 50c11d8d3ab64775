// histogram_sweep: how many blocks are best for a histogram?
//
// The grid-stride loop is right with any number of blocks, so the number can be chosen by the
// clock. What speaks for more blocks, and what against?
//
//     few blocks     multiprocessors idle
//     many blocks    global atomics: nothing to gain, the counters are busy all the time
//                    shared atomics: each block adds its 129 counters to those in global memory,
//                    so the number of additions there grows with the blocks
//
// So the shared version has a best number somewhere between. This program runs both versions with
// 10 * 32, 15 * 32, ... 1000 * 32 blocks of 128 threads, checks every histogram, and on a GPU times
// them. (A text of a few MB is in the L2 cache from the second launch on: it is counting that is
// timed, and not reading from memory.)
// Long because a sweep is printed in short, drawn, and written in whole.
//
//     nvcc ch9_atomics/histogram_sweep.cu -I. -o histogram_sweep && ./histogram_sweep
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"
#include "histogram_kernels.h"
#include "text_input.h"

int main(int argc, char **argv) {
    long long n = -1, from = 10, to = 1000, step = 0, repeat = 10;
    const char *file = NULL, *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"file", BOOK_OPERAND, &file, 0, 0, "FILE: the text, - for standard input"},
        // 32 blocks at the least share the text: no unsigned counter of theirs comes to 2^32
        {"n", BOOK_INTEGER, &n, 0, 1LL << 36, "bytes of made-up text; 1000000 without --file"},
        {"from", BOOK_INTEGER, &from, 1, 60000000, "32 times as many blocks come first"},
        {"to", BOOK_INTEGER, &to, 1, 60000000, "32 times as many blocks come last"},
        {"step", BOOK_INTEGER, &step, 1, 60000000,
         "32 times as many more each time; default 5, where nothing is timed 198"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 10000, "timed launches for each number of blocks"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0,
         "FILE.svg or FILE.png: draws time (on a CPU, additions in global memory) against blocks"},
    };
    book_parse(argc, argv, "time of a histogram against the number of blocks", options);
    if (to < from) {
        fprintf(stderr, "option --to: %lld is less than --from %lld\n", to, from);
        return BOOK_EXIT_USAGE;
    }
    text_input input;
    book_table table;
    book_chart chart;
    text_input_open(&input, file, file == NULL && n < 0 ? 1000000 : n);
    book_table_open(&table, csv, "version,blocks,global_additions,milliseconds,right");

    if (step == 0)
        step = BOOK_ON_GPU ? 5 : 198;
    book_chart_open(&chart, chart_file, "Histogram of a text", "blocks of 128 threads",
                    BOOK_ON_GPU ? "milliseconds" : "additions to counters in global memory",
                    BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);

    size_t size;
    unsigned char *text = text_input_read_all(&input, &size), *dev_text;
    text_input_close(&input);
    unsigned long long cpu[BINS] = {0}, counts[BINS], *dev_counts;
    count_on_cpu(text, size, cpu);
    HANDLE_ERROR(cudaMalloc((void **)&dev_text, size > 0 ? size : 1));
    HANDLE_ERROR(cudaMalloc((void **)&dev_counts, sizeof counts));
    HANDLE_ERROR(cudaMemcpy(dev_text, text, size, cudaMemcpyHostToDevice));
    free(text);

    long long lines = (to - from) / step + 1, line = 0, right = 0, best[VERSIONS] = {0};
    double best_time[VERSIONS] = {INFINITY, INFINITY};
    double *times = (double *)malloc((size_t)lines * VERSIONS * sizeof(double));
    HANDLE_NULL(times);
    printf("%s: %zu byte%s\n", input.name, size, size == 1 ? "" : "s");
    printf("        additions in global memory%s\n", BOOK_ON_GPU ? "            milliseconds" : "");
    printf("  blocks %12s %12s", version_names[GLOBAL], version_names[SHARED]);
    if (BOOK_ON_GPU)
        printf(" %11s %11s", version_names[GLOBAL], version_names[SHARED]);
    printf("\n");
    for (long long k = from; k <= to; k += step, line++) {
        long long blocks = 32 * k;
        for (int v = 0; v < VERSIONS; v++) {
            HANDLE_ERROR(cudaMemset(dev_counts, 0, sizeof counts));
            launch(v, (unsigned)blocks, 0, dev_text, size, dev_counts);
            HANDLE_LAUNCH(version_names[v]);
            HANDLE_ERROR(cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost));
            int equal = memcmp(counts, cpu, sizeof counts) == 0;
            right += equal;

            double milliseconds = NAN;
            if (BOOK_ON_GPU) { // the counters just go on counting
                book_timer timer;
                book_timer_start(&timer);
                for (long long i = 0; i < repeat; i++)
                    launch(v, (unsigned)blocks, 0, dev_text, size, dev_counts);
                milliseconds = book_timer_stop(&timer) / (double)repeat;
                HANDLE_LAUNCH(version_names[v]);
            }
            if (milliseconds < best_time[v]) {
                best_time[v] = milliseconds;
                best[v] = blocks;
            }
            times[line * VERSIONS + v] = milliseconds;
            book_table_row(&table, "%s,%lld,%lld,%.17g,%d", version_names[v], blocks,
                           v == GLOBAL ? (long long)size : blocks * BINS, milliseconds, equal);
        }
        if (line % ((lines + 19) / 20) != 0) // some 20 lines will do; the table has all
            continue;
        printf("%8lld %12zu %12lld", blocks, size, blocks * BINS);
        if (BOOK_ON_GPU)
            printf(" %11.4f %11.4f", times[line * VERSIONS + GLOBAL],
                   times[line * VERSIONS + SHARED]);
        printf("\n");
    }
    if (book_timed())
        printf("fastest: global, %.4f ms with %lld block%s; shared, %.4f ms with %lld block%s\n",
               best_time[GLOBAL], best[GLOBAL], best[GLOBAL] == 1 ? "" : "s", best_time[SHARED],
               best[SHARED], best[SHARED] == 1 ? "" : "s");
    for (int v = 0; v < VERSIONS; v++) {
        book_chart_series(&chart, version_names[v],
                          v == GLOBAL ? BOOK_CHART_FIRST : BOOK_CHART_BEST);
        for (long long i = 0; i < lines; i++) {
            double blocks = 32.0 * (double)(from + i * step);
            double additions = v == GLOBAL ? (double)size : blocks * BINS;
            book_chart_point(&chart, blocks, BOOK_ON_GPU ? times[i * VERSIONS + v] : additions);
        }
    }

    free(times);
    HANDLE_ERROR(cudaFree(dev_text));
    HANDLE_ERROR(cudaFree(dev_counts));
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(right == VERSIONS * lines, "%lld of %lld histograms are right", right,
                        VERSIONS * lines);
}
