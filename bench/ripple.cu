// ripple: the steps of ch5_ripple/ripple_ladder.h beside storing one byte as many times
#include "../ch5_ripple/ripple_ladder.h"
#include "bench.h"

__global__ void count_different(const unsigned *x, const unsigned *y, size_t n, int *different) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x)
        if (x[i] != y[i])
            atomicAdd(different, 1);
}

int main(int argc, char **argv) {
    bench_report report =
        bench_open(argc, argv, "Ripple",
                   "One frame, 4 bytes a pixel; each call draws into another one.", "GB/s");
    report.limit_name = "cudaMemset of a 4096 x 4096 frame";
    const int ticks = 5;
    for (int size : {4096, 4095}) {
        size_t bytes = (size_t)size * size * 4;
        std::string data = std::to_string(size) + " x " + std::to_string(size);
        int sets = bench_sets(report.gpu, bytes), *dev_different;
        unsigned char *frames, *first; // of the first step, which the others must equal
        HANDLE_ERROR(cudaMalloc((void **)&frames, sets * bytes));
        HANDLE_ERROR(cudaMalloc((void **)&first, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        auto store = [&](int set, cudaStream_t stream) {
            HANDLE_ERROR(cudaMemsetAsync(frames + set * bytes, 7, bytes, stream));
        };
        bench_row(report, data.c_str(), "memset", "", BENCH_LIBRARY, bench_measure(sets, store),
                  (double)bytes, 0, 1);
        if (report.limit == 0)
            report.limit = report.lines[0].rate;
        ripple_launch(RIPPLE_BOOK, first, size, ticks, 0);
        HANDLE_LAUNCH("ripple_book");
        for (int step = 0; step < RIPPLE_STEPS; step++) {
            auto call = [&](int set, cudaStream_t stream) {
                ripple_launch(step, frames + set * bytes, size, ticks, stream);
            };
            int different = 0;
            HANDLE_ERROR(cudaMemset(frames, 0, bytes));
            HANDLE_ERROR(cudaMemset(dev_different, 0, sizeof(int)));
            call(0, 0);
            HANDLE_LAUNCH(ripple_names[step]);
            count_different<<<4096, 256>>>((unsigned *)frames, (unsigned *)first, bytes / 4,
                                           dev_different);
            HANDLE_LAUNCH("count_different");
            HANDLE_ERROR(
                cudaMemcpy(&different, dev_different, sizeof(int), cudaMemcpyDeviceToHost));
            bench_row(report, data.c_str(), ripple_names[step], ripple_changes[step], BENCH_STEP,
                      bench_measure(sets, call), (double)bytes, 0, different == 0);
        }
        HANDLE_ERROR(cudaFree(frames));
        HANDLE_ERROR(cudaFree(first));
        HANDLE_ERROR(cudaFree(dev_different));
    }
    return bench_close(report);
}
