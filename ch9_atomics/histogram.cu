// histogram: how often each of the 128 ASCII characters stands in a text
//
// A counter for each character, and for each byte of the text one is added to its counter. Threads
// that meet the same letter add to the same counter, so they add by atomicAdd, and wait for one
// another. There are two kernels, in histogram_kernels.h:
//
//     global   one set of counters in global memory, for all threads of the grid
//     shared   a set for each block, in shared memory; at the end each block adds it to the others
//
// The text may be longer than the memory of the device. So it comes in pieces: while the device
// counts one, the next are read and copied (pieces.h).
//
//     nvcc ch9_atomics/histogram.cu -I. -o histogram && ./histogram README.md
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"
#include "histogram_kernels.h"
#include "letters.h"
#include "pieces.h"
#include "text_input.h"

#define MOST_BYTES (1 << 30) // of a piece: fewer than 2^32, so an unsigned counter is enough for it

static void print_times(double bytes, double cpu_milliseconds, const double milliseconds[VERSIONS],
                        double seconds) {
    printf("CPU, one thread %12.3f ms %8.2f GB/s\n", cpu_milliseconds,
           bytes / cpu_milliseconds / 1e6);
    for (int v = 0; v < VERSIONS; v++)
        printf("%-6s atomics  %12.3f ms %8.2f GB/s, %.1f times as fast as the CPU\n",
               version_names[v], milliseconds[v], bytes / milliseconds[v] / 1e6,
               cpu_milliseconds / milliseconds[v]);
    printf("all of it, with reading, copying and the CPU's own counting: %.3f s, %.2f GB/s\n",
           seconds, bytes / seconds / 1e9);
}

int main(int argc, char **argv) {
    long long n = -1, blocks = 0, piece_bytes = 16 << 20;
    const char *file = NULL, *csv = NULL, *chart_file = NULL;
    enum { PERCENT, COUNT };
    int kind = PERCENT;
    book_option options[] = {
        {"file", BOOK_OPERAND, &file, 0, 0,
         "FILE: the text, - for standard input; default: READMEs"},
        {"n", BOOK_INTEGER, &n, 0, 1LL << 62, "instead of a file so many bytes of made-up text"},
        {"piece", BOOK_INTEGER, &piece_bytes, 1, MOST_BYTES, "bytes that are counted in one go"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 0x7fffffff,
         "blocks of the grid; default 32 for each multiprocessor"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the counts there"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or FILE.png: draws the letters"},
        {"kind", BOOK_CHOICE, &kind, 0, 0, "percent|count: what the drawing shows"},
    };
    book_parse(argc, argv, "counts the characters of a text", options);
    text_input input;
    book_table table;
    book_chart chart;
    text_input_open(&input, file, n);
    book_table_open(&table, csv, "byte,character,percent,cpu,global,shared");
    book_chart_open(&chart, chart_file, input.name, "letter",
                    kind == PERCENT ? "percent of the ASCII characters" : "count", BOOK_CHART_BARS);

    if (blocks == 0)
        blocks = 32 * book_multiprocessors();

    unsigned long long cpu[BINS] = {0}, counts[VERSIONS][BINS], *dev_counts[VERSIONS];
    pieces p;
    pieces_open(&p, (size_t)piece_bytes, VERSIONS);
    for (int v = 0; v < VERSIONS; v++) {
        HANDLE_ERROR(cudaMalloc((void **)&dev_counts[v], sizeof cpu));
        HANDLE_ERROR(cudaMemset(dev_counts[v], 0, sizeof cpu));
        // Of no text at first: then the time of the first piece is not that of loading the kernels.
        launch(v, (unsigned)blocks, p.kernels, NULL, 0, dev_counts[v]);
        HANDLE_LAUNCH(version_names[v]);
    }

    double cpu_seconds = 0, start = book_seconds();
    piece *b;
    while ((b = pieces_next(&p, &input)) != NULL) {
        for (int v = 0; v < VERSIONS; v++) {
            launch(v, (unsigned)blocks, p.kernels, b->dev_text, b->size, dev_counts[v]);
            pieces_launched(&p, b, v);
        }
        double before = book_seconds(); // the device is at work; the host counts too
        count_on_cpu(b->text, b->size, cpu);
        cpu_seconds += book_seconds() - before;
        text_input_progress(&input);
    }
    pieces_finish(&p);
    double seconds = book_seconds() - start;
    for (int v = 0; v < VERSIONS; v++) {
        HANDLE_ERROR(cudaMemcpy(counts[v], dev_counts[v], sizeof cpu, cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaFree(dev_counts[v]));
    }
    long long bytes = input.done, expected = input.total < 0 ? bytes : input.total;
    text_input_close(&input);
    pieces_close(&p);

    int equal = 0;
    unsigned long long ascii = 0;
    for (int v = 0; v < VERSIONS; v++)
        equal += memcmp(counts[v], cpu, sizeof cpu) == 0;
    for (int c = 0; c < CHARACTERS; c++)
        ascii += counts[SHARED][c];
    double all = ascii > 0 ? (double)ascii : 1; // what 100 % are
    printf("%s: %lld byte%s, in pieces of %lld\n", input.name, bytes, bytes == 1 ? "" : "s",
           piece_bytes);
    letters_print(cpu, all);
    if (book_timed() && bytes > 0)
        print_times((double)bytes, 1e3 * cpu_seconds, p.milliseconds, seconds);
    letters_tabulate(&table, cpu, counts[GLOBAL], counts[SHARED], all);
    letters_draw(&chart, cpu, kind == PERCENT ? all / 100 : 1);
    book_table_close(&table);
    book_chart_close(&chart);
    int sum = (long long)(ascii + counts[SHARED][CHARACTERS]) == bytes && bytes == expected;
    return book_verdict(
        equal == VERSIONS && sum,
        "%llu character%s and %llu other byte%s of %lld; %d of %d versions count as "
        "the CPU does",
        ascii, ascii == 1 ? "" : "s", counts[SHARED][CHARACTERS],
        counts[SHARED][CHARACTERS] == 1 ? "" : "s", expected, equal, VERSIONS);
}
