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
#include "../common/ladder.h"
#include "histogram_ladder/steps.h"
#include "text_input.h"

// Runs a step, which must count what the CPU has counted.
static int compare(const ladder_rung<count_work> *rung, const count_work *w,
                   unsigned long long *cpu, ladder_line *line) {
    unsigned long long counts[BYTE_VALUES];
    HANDLE_ERROR(cudaMemset(w->counts, 0, sizeof counts));
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(counts, w->counts, sizeof counts, cudaMemcpyDeviceToHost));
    int equal = memcmp(counts, cpu, sizeof counts) == 0;
    snprintf(line->words, sizeof line->words, "counts %s", equal ? "as the CPU does" : "WRONG");
    snprintf(line->cells, sizeof line->cells, "%zu,%d", w->n, equal);
    return equal;
}

int main(int argc, char **argv) {
    const long long most = (1LL << 32) - 1; // a block's counter holds 32 bits
    long long n = 1000000, offset = 0, letter = -1;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, most, "bytes of made-up text"},
        {"letter", BOOK_INTEGER, &letter, 0, 255, "instead of text this byte, over and over"},
        {"offset", BOOK_INTEGER, &offset, 0, 15, "bytes of memory before the text begins"},
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "counts the bytes of a text, faster step by step", options);
    ladder_open(&l, "Counting bytes, step by step", ", %10.4f ms, %7.1f GB/s",
                "step,n,right,milliseconds,gbytes_per_second");

    unsigned char *text = (unsigned char *)malloc((size_t)n);
    unsigned long long cpu[BYTE_VALUES] = {0};
    HANDLE_NULL(text);
    for (long long i = 0; i < n; i++) {
        text[i] = letter >= 0 ? (unsigned char)letter : text_input_made_up(i);
        cpu[text[i]]++;
    }
    count_work work = count_work_make(text, n, offset);
    free(text);
    int right = ladder_climb(&l, "", count_rungs, &work, cpu, compare, 1e-6 * n);
    count_work_free(&work, offset);
    ladder_close(&l);
    return book_verdict(right == COUNT_STEPS, "%d of %d histograms of %lld byte%s are right", right,
                        COUNT_STEPS, n, n == 1 ? "" : "s");
}
