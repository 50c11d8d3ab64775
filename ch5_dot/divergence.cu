// divergence: what a branch costs when threads of the same warp go different ways
//
// 32 threads, a warp, go through the program together: each instruction is for all of them. At an
// `if` for which half of them decide one way and half the other, the warp goes both ways, one after
// the other, and half of its threads sit idle each time:
//
//     thread   0 1 2 3 4 5 ...      time
//              M . M . M . ...       |      M: multiplies   S: shifts   .: waits
//              . S . S . S ...       v
//
// Here even elements go one way and odd ones the other. `neighbours` gives element i to
// thread i, so every warp has both kinds. `whole_warps` lets even-numbered warps do the even
// elements and the other warps the odd ones: the same work, the same result, no warp that goes two
// ways. Beside them, all elements go one way, and all go the other: a warp that goes both needs the
// sum of both times.
// Long because three kernels are timed, and their warps that diverge are counted.
//
//     nvcc ch5_dot/divergence.cu -I. -o divergence && ./divergence --n 1000000 --rounds 1000
#include "../common/book.h"
#include "../common/table.h"
#include "scramblers.h"

const int threadsPerBlock = 256;

__device__ void scramble(unsigned *out, int n, int rounds, int i, int odd) {
    if (i >= n)
        return;
    if (odd)
        out[i] = shift(i + 1, rounds); // + 1, as neither makes anything of 0
    else
        out[i] = multiply(i + 1, rounds);
}

// Which element a thread is to work on. The second gives 64 elements to two warps of 32 threads.
__host__ __device__ int by_neighbours(int tid) {
    return tid;
}
__host__ __device__ int by_whole_warps(int tid) {
    return tid / 64 * 64 + tid % 32 * 2 + tid / 32 % 2;
}

__global__ void one_way(unsigned *out, int n, int rounds, int odd) {
    scramble(out, n, rounds, threadIdx.x + blockIdx.x * blockDim.x, odd);
}

__global__ void neighbours(unsigned *out, int n, int rounds) {
    int i = by_neighbours(threadIdx.x + blockIdx.x * blockDim.x);
    scramble(out, n, rounds, i, i % 2);
}

__global__ void whole_warps(unsigned *out, int n, int rounds) {
    int i = by_whole_warps(threadIdx.x + blockIdx.x * blockDim.x);
    scramble(out, n, rounds, i, i % 2);
}

// How many warps have threads of both kinds.
static int count_divergent(int n, int threads, int (*element)(int)) {
    int divergent = 0;
    for (int first = 0; first < threads; first += 32) {
        int kinds[2] = {0, 0};
        for (int tid = first; tid < first + 32; tid++)
            if (element(tid) < n)
                kinds[element(tid) % 2] = 1;
        divergent += kinds[0] && kinds[1];
    }
    return divergent;
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
    unsigned *dev_out, *out = (unsigned *)malloc(bytes);
    HANDLE_NULL(out);
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, bytes));

    printf("%lld element%s, %d warps of 32 threads\n%14s %12s\n", n, n == 1 ? "" : "s",
           threads / 32, "", "go both ways");
    const char *names[4] = {"all multiply", "all shift", "neighbours", "whole warps"};
    double milliseconds[4];
    long long wrong = 0;
    for (int k = 0; k < 4; k++) {
        HANDLE_ERROR(cudaMemset(dev_out, 0, bytes)); // nothing of the kernel before may be left
        book_timer timer;
        for (int run = -1; run < repeat; run++) {
            if (run == 0)
                book_timer_start(&timer);
            if (k < 2)
                one_way<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds, k);
            else if (k == 2)
                neighbours<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds);
            else
                whole_warps<<<blocks, threadsPerBlock>>>(dev_out, (int)n, (int)rounds);
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
        int divergent =
            k < 2 ? 0 : count_divergent((int)n, threads, k == 2 ? by_neighbours : by_whole_warps);
        printf("%-14s %12d", names[k], divergent);
        printf(repeat > 0 ? "   %9.4f ms\n" : "\n", milliseconds[k]);
        book_table_row(&table, "%s,%d,%d,%lld,%.17g", names[k], threads / 32, divergent, wrong_here,
                       milliseconds[k]);
    }
    if (book_timed() && repeat > 0)
        printf("neighbours / whole warps = %.2f; both ways one after the other would be %.2f\n",
               milliseconds[2] / milliseconds[3],
               (milliseconds[0] + milliseconds[1]) / milliseconds[3]);

    free(out);
    HANDLE_ERROR(cudaFree(dev_out));
    book_table_close(&table);
    return book_verdict(wrong == 0, "%lld of %lld values are right", 4 * n - wrong, 4 * n);
}
