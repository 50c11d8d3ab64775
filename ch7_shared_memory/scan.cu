// scan: running totals of numbers, step by step, up to the speed of a copy
//
// out[i] = in[0] + in[1] + ... + in[i]: each total needs the one before it, so it seems that one
// thread has to do it all. But additions can be grouped in any way, and so a scan (or prefix sum)
// can be shared out. Five steps, in the folder scan_ladder/, a file for each: 1_hillis_steele.h,
// 2_blelloch.h and so on.
//
//     Hillis-Steele  in each block: add the number 1 to the left, then 2, then 4, then 8 ...
//     Blelloch       up and down a tree: more rounds, fewer additions
//     registers      16 numbers a thread, and warps that scan by shuffles
//     look-back      one launch in place of three or more: a block asks those before it
//     warp           a warp asks 32 of them at a time
//
// In the first three a block scans its part alone; its total is scanned with those of the others,
// in the same way, and then added to the parts behind. That reads and writes each number twice.
// The times are compared with a copy, which reads and writes each number once.
//
// The numbers are of 32 bits, and sums wrap around, so every total must be exactly the CPU's.
//
//     nvcc ch7_shared_memory/scan.cu -I. -o scan && ./scan --n 268435456
#include "scan_ladder/steps.h"

// Element i, all 32 bits in use.
static unsigned element(size_t i) {
    return (unsigned)(i + 1) * 2654435761u;
}

// Runs a step, after which each total must be right.
static int compare(const ladder_rung<scan_work> *rung, const scan_work *w, unsigned *out,
                   ladder_line *line) {
    HANDLE_ERROR(cudaMemset(w->out, 0xff, w->n * sizeof(unsigned))); // nothing is left over
    ladder_run(rung, w);
    HANDLE_ERROR(cudaMemcpy(out, w->out, w->n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    unsigned total = 0;
    size_t right = 0;
    for (size_t i = 0; i < w->n; i++) {
        total += element(i);
        right += out[i] == total;
    }
    snprintf(line->words, sizeof line->words, "%zu of %zu totals are right", right, w->n);
    snprintf(line->cells, sizeof line->cells, "%zu,%zu", w->n, right);
    return right == w->n;
}

int main(int argc, char **argv) {
    long long n = 1000003;
    ladder l = {};
    l.repeat = 20;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1LL << 38, "numbers"}, // 2^30 blocks of the smallest
        LADDER_OPTIONS(l),
    };
    book_parse(argc, argv, "running totals, faster step by step", options);
    ladder_open(&l, "Scan, step by step", ", %8.4f ms, %7.1f GB/s",
                "step,n,right,milliseconds,gbytes_per_second");

    size_t bytes = (size_t)n * sizeof(unsigned);
    unsigned *dev_in, *dev_out, *numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, bytes));
    HANDLE_NULL(numbers = (unsigned *)malloc(bytes));
    for (size_t i = 0; i < (size_t)n; i++)
        numbers[i] = element(i);
    HANDLE_ERROR(cudaMemcpy(dev_in, numbers, bytes, cudaMemcpyHostToDevice));
    scan_work work = scan_work_make((size_t)n);
    work.in = dev_in;
    work.out = dev_out;

    int right = ladder_climb(&l, "", scan_rungs, &work, numbers, compare, 2e-6 * (double)bytes);
    ladder_copy(&l, SCAN_STEPS, dev_out, dev_in, bytes);
    free(numbers);
    scan_work_free(&work);
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    ladder_close(&l);
    return book_verdict(right == SCAN_STEPS, "%d of %d scans are right", right, SCAN_STEPS);
}
