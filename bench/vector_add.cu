// vector_add: the steps of ch5_vector_add/add_ladder.h beside a copy within the device
#include "../ch5_vector_add/add_ladder.h"
#include "bench.h"

__global__ void fill(int *v, long long n, unsigned long long factor) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        v[i] = (int)((unsigned long long)(i + 1) * factor >> 34);
}

__global__ void count_wrong(const int *a, const int *b, const int *c, long long n, int *wrong) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        if (c[i] != a[i] + b[i])
            atomicAdd(wrong, 1);
}

int main(int argc, char **argv) {
    bench_report report =
        bench_open(argc, argv, "Vector addition",
                   "c[i] = a[i] + b[i] with ints: 12 bytes of memory for one addition.", "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name = "a copy within the device, bytes read and written";
    int *a, *b, *c, *dev_wrong;
    const long long most = 1LL << 28;
    HANDLE_ERROR(cudaMalloc((void **)&a, most * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&b, most * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&c, most * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_wrong, sizeof(int)));
    fill<<<4096, 256>>>(a, most, 0x9e3779b97f4a7c15ULL);
    fill<<<4096, 256>>>(b, most, 0xc2b2ae3d27d4eb4fULL);
    HANDLE_LAUNCH("fill");
    struct {
        const char *name;
        long long n, offset;
    } cases[] = {{"2^28 numbers", most, 0}, {"2^28 - 5 unaligned", most - 5, 1}};
    for (auto &t : cases) {
        for (int step = 0; step < ADD_STEPS; step++) {
            const int *from = b + t.offset;
            auto call = [&](int, cudaStream_t stream) {
                add_launch(step, a, from, c, t.n, report.gpu.multiprocessors, stream);
            };
            int wrong = 0;
            HANDLE_ERROR(cudaMemset(c, 0xff, most * sizeof(int)));
            HANDLE_ERROR(cudaMemset(dev_wrong, 0, sizeof(int)));
            call(0, 0);
            HANDLE_LAUNCH(add_names[step]);
            count_wrong<<<4096, 256>>>(a, from, c, t.n, dev_wrong);
            HANDLE_LAUNCH("count_wrong");
            HANDLE_ERROR(cudaMemcpy(&wrong, dev_wrong, sizeof(int), cudaMemcpyDeviceToHost));
            bench_enter(report, t.name, add_names[step], add_changes[step], BENCH_STEP, 1, call,
                        12.0 * (double)t.n, (double)t.n, wrong == 0);
        }
        bench_run(report);
    }
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(c));
    HANDLE_ERROR(cudaFree(dev_wrong));
    return bench_close(report);
}
