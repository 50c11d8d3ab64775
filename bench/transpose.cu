// transpose: the steps of ch7_shared_memory/transpose_ladder.h beside a copy
#include "../ch7_shared_memory/transpose_ladder.h"
#include "bench.h"
#include "copy.h"

__global__ void fill(unsigned *in, size_t n) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        in[i] = (unsigned)i;
}

// out has one row for each column of `in`; turned: or is a copy of it.
__global__ void count_wrong(const unsigned *out, int rows, int columns, bool turned, int *wrong) {
    size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x, n = (size_t)rows * columns;
    for (; i < n; i += (size_t)blockDim.x * gridDim.x)
        if (out[i] != (turned ? (unsigned)(i % rows * columns + i / rows) : (unsigned)i))
            atomicAdd(wrong, 1);
}

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Transposition",
        "A matrix of floats is turned, rows into columns: each element is read once and written "
        "once, as by the copy that it is compared with.",
        "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name = "a copy within the device, bytes read and written";
    const size_t most = (size_t)1 << 28;
    unsigned *in, *out;
    int *dev_wrong;
    HANDLE_ERROR(cudaMalloc((void **)&in, most * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&out, most * sizeof(unsigned)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_wrong, sizeof(int)));
    fill<<<4096, 256>>>(in, most);
    HANDLE_LAUNCH("fill");
    struct {
        const char *name;
        int rows, columns;
    } cases[] = {{"16384 x 16384", 16384, 16384}, {"16382 x 16362", 16382, 16362}};
    for (auto &t : cases) {
        size_t bytes = (size_t)t.rows * t.columns * sizeof(unsigned);
        auto check = [&](auto call, bool turned) {
            int wrong = 0;
            HANDLE_ERROR(cudaMemset(out, 0xff, bytes));
            HANDLE_ERROR(cudaMemset(dev_wrong, 0, sizeof(int)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("transpose");
            count_wrong<<<4096, 256>>>(out, t.rows, t.columns, turned, dev_wrong);
            HANDLE_LAUNCH("count_wrong");
            HANDLE_ERROR(cudaMemcpy(&wrong, dev_wrong, sizeof(int), cudaMemcpyDeviceToHost));
            return wrong == 0;
        };
        auto copy = [&](int, cudaStream_t stream) { bench_copy_launch(out, in, bytes, stream); };
        int right = check(copy, false);
        bench_enter(report, t.name, "copy", "", BENCH_LIBRARY, 1, copy, 2.0 * (double)bytes, 0,
                    right);
        for (const ladder_rung<transpose_work> &rung : transpose_rungs) {
            auto call = [&](int, cudaStream_t stream) {
                transpose_work w = {(const float *)in, (float *)out, t.rows, t.columns};
                ladder_launch(&rung, &w, stream);
            };
            right = check(call, true);
            bench_enter(report, t.name, rung.name, rung.change, BENCH_STEP, 1, call,
                        2.0 * (double)bytes, 0, right);
        }
        bench_run(report);
    }
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    HANDLE_ERROR(cudaFree(dev_wrong));
    return bench_close(report);
}
