// divergence: what a branch costs when threads of the same warp go different ways
//
// A warp is 32 threads that are scheduled together: an instruction is for all of them that have
// come to it. At an `if` that half of them take, the warp goes both ways, one after the other, and
// half of its threads sit idle each time:
//
//     thread   0 1 2 3 4 5 ...      time
//              M . M . M . ...       |      M: multiplies   S: shifts   .: waits
//              . S . S . S ...       v
//
// Here even elements go one way and odd ones the other. `neighbours` gives element i to thread i,
// so every warp has both kinds. In `whole_warps` every other warp takes the even elements, and the
// rest the odd ones: the same work, the same result, and no warp goes both ways. For comparison,
// two more launches send all elements one way, and all the other: a warp that goes both ways takes
// as long as both together.
// Long because three kernels are timed, and their warps that diverge count themselves.
//
//     nvcc ch5_dot/divergence.cu -I. -o divergence && ./divergence --n 1000000 --rounds 1000
#include "../common/book.h"
#include "../common/table.h"
#include "scramblers.h"

const int threadsPerBlock = 256;

// both_ways: NULL, or where warps count themselves if they go both ways.
__device__ void scramble(unsigned *out, int n, int rounds, int i, int odd, unsigned *both_ways) {
    if (both_ways != NULL) { // before anybody leaves: a ballot asks all 32 threads of the warp
        unsigned shifting = __ballot_sync(0xffffffff, i < n && odd);
        unsigned multiplying = __ballot_sync(0xffffffff, i < n && !odd);
        if (threadIdx.x % 32 == 0 && shifting != 0 && multiplying != 0)
            atomicAdd(both_ways, 1u);
    }
    if (i >= n)
        return;
    unsigned x = i + 1; // + 1, as neither makes anything of 0
    if (odd)
        x = shift(x, rounds);
    else
        x = multiply(x, rounds);
    out[i] = x; // the warp is together again
}

__global__ void one_way(unsigned *out, int n, int rounds, int odd, unsigned *both_ways) {
    scramble(out, n, rounds, threadIdx.x + blockIdx.x * blockDim.x, odd, both_ways);
}

__global__ void neighbours(unsigned *out, int n, int rounds, unsigned *both_ways) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    scramble(out, n, rounds, i, i % 2, both_ways);
}

__global__ void whole_warps(unsigned *out, int n, int rounds, unsigned *both_ways) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int i = tid / 64 * 64 + tid % 32 * 2 + tid / 32 % 2; // 64 elements for two warps
    scramble(out, n, rounds, i, i % 2, both_ways);
}

int main(int argc, char **argv) {
    long long n = 1 << 18, rounds = 200, repeat = 20;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1 << 30, "elements"},
        {"rounds", BOOK_INTEGER, &rounds, 1, 1000000, "how much work each element is"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "the cost of a branch that divides warps", options);
    book_table table;
    book_table_open(&table, csv, "kernel,warps,divergent_warps,wrong,milliseconds");

    if (!BOOK_ON_GPU) // a CPU runs one thread after another: nothing diverges
        repeat = 0;

    int blocks = (int)((n + threadsPerBlock - 1) / threadsPerBlock),
        threads = blocks * threadsPerBlock;
    size_t bytes = (size_t)n * sizeof(unsigned);
    unsigned *dev_out, *dev_both_ways, *out = (unsigned *)malloc(bytes);
    HANDLE_NULL(out);
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_both_ways, sizeof(unsigned)));

    printf("%lld element%s, %d warps of 32 threads\n%14s %12s\n", n, n == 1 ? "" : "s",
           threads / 32, "", "go both ways");
    const char *names[4] = {"all multiply", "all shift", "neighbours", "whole warps"};
    double milliseconds[4];
    long long wrong = 0;
    for (int k = 0; k < 4; k++) {
        HANDLE_ERROR(cudaMemset(dev_out, 0, bytes)); // nothing of the kernel before may be left
        HANDLE_ERROR(cudaMemset(dev_both_ways, 0, sizeof(unsigned)));
        book_timer timer;
        for (int run = -1; run < repeat; run++) {
            unsigned *both_ways = run < 0 ? dev_both_ways : NULL; // counting would take time, too
            if (run == 0)
                book_timer_start(&timer);
            if (k < 2)
                one_way<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds, k, both_ways);
            else if (k == 2)
                neighbours<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds, both_ways);
            else
                whole_warps<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds, both_ways);
            if (run < 0)
                HANDLE_LAUNCH(names[k]);
        }
        milliseconds[k] = repeat > 0 ? book_timer_stop(&timer) / repeat : (double)NAN;
        HANDLE_LAUNCH(names[k]);

        HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
        long long wrong_here = 0;
        for (int i = 0; i < n; i++) {
            int odd = k < 2 ? k : i % 2;
            wrong_here +=
                out[i] != (odd ? shift(i + 1, (int)rounds) : multiply(i + 1, (int)rounds));
        }
        wrong += wrong_here;
        unsigned divergent;
        HANDLE_ERROR(
            cudaMemcpy(&divergent, dev_both_ways, sizeof divergent, cudaMemcpyDeviceToHost));
        printf("%-14s %12u", names[k], divergent);
        printf(repeat > 0 ? "   %9.4f ms\n" : "\n", milliseconds[k]);
        book_table_row(&table, "%s,%d,%u,%lld,%.17g", names[k], threads / 32, divergent, wrong_here,
                       milliseconds[k]);
    }
    if (book_timed() && repeat > 0)
        printf("neighbours / whole warps = %.2f; both ways one after the other would be %.2f\n",
               milliseconds[2] / milliseconds[3],
               (milliseconds[0] + milliseconds[1]) / milliseconds[3]);

    free(out);
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_both_ways));
    book_table_close(&table);
    return book_verdict(wrong == 0, "%lld of %lld values are right", 4 * n - wrong, 4 * n);
}
