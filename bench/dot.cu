// dot: the steps of ch5_dot/dot_ladder/ beside cuBLAS and CUB
#include "../ch5_dot/dot_ladder/steps.h"
#include "blas.h"
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

// Elements from -3 to 3, in no order.
__host__ __device__ static float element(long long i, unsigned long long factor) {
    return (float)((bench_noise((unsigned long long)i, factor) >> 32) % 7) - 3;
}
#define FACTOR_A 0x9e3779b97f4a7c15ULL
#define FACTOR_B 0xc2b2ae3d27d4eb4fULL

__global__ void fill(float *v, long long n, unsigned long long factor) {
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < n; i += (long long)blockDim.x * gridDim.x)
        v[i] = element(i, factor);
}

struct product {
    const float *a, *b;
    __host__ __device__ float operator()(int i) const { return a[i] * b[i]; }
};

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Dot product",
        "Two vectors of floats: 8 bytes of memory for a multiplication and an addition. The result "
        "is on the device in the end. The vectors of 33 x 1024 are others at each call, so that "
        "none is in the cache.",
        "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name = "a copy within the device, bytes read and written (a dot product only "
                            "reads, which memory does a little faster)";
    const long long most = 1LL << 28;
    float *a, *b;
    HANDLE_ERROR(cudaMalloc((void **)&a, most * sizeof(float)));
    HANDLE_ERROR(cudaMalloc((void **)&b, most * sizeof(float)));
    fill<<<4096, 256>>>(a, most, FACTOR_A);
    fill<<<4096, 256>>>(b, most, FACTOR_B);
    HANDLE_LAUNCH("fill");
    dot_work work = dot_work_make();
    float *c = work.c;
    bench_blas blas = bench_blas_open();
    HANDLE_BLAS(cublasSetPointerMode(blas.handle, CUBLAS_POINTER_MODE_DEVICE));

    struct {
        const char *name;
        long long n, offset;
    } cases[] = {{"2^28 numbers", most, 0},
                 {"33 * 1024", 33 * 1024, 0},
                 {"2^28 - 5 unaligned", most - 5, 1}};
    for (auto &t : cases) {
        long long n = t.n;
        int sets = bench_sets(report.gpu, 8 * (size_t)n);
        double bytes = 8 * (double)n, exact = 0, size = 0;
        for (long long i = 0; i < n; i++) {
            double p = (double)element(i, FACTOR_A) * element(i + t.offset, FACTOR_B);
            exact += p; // whole numbers: exact
            size += fabs(p);
        }
        auto from = [&](int set) { return set * ((n + 3) / 4 * 4); };
        // Partial sums are whole numbers too. Those below 2^24 are exact, and of the others, at
        // most a few thousand, each addition may round by half a unit in the last place.
        auto check = [&](auto call) {
            float result = NAN;
            HANDLE_ERROR(cudaMemset(c, 0xff, sizeof(float)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("dot");
            HANDLE_ERROR(cudaMemcpy(&result, c, sizeof(float), cudaMemcpyDeviceToHost));
            return book_close(result, exact, 1e-7 * size);
        };
        auto sdot = [&](int set, cudaStream_t stream) {
            HANDLE_BLAS(cublasSdot(bench_blas_in(blas, stream), (int)n, a + from(set), 1,
                                   b + t.offset + from(set), 1, c));
        };
        int right = check(sdot);
        bench_enter(report, t.name, "cuBLAS Sdot", "", BENCH_LIBRARY, sets, sdot, bytes, bytes / 4,
                    right);
        void *room = NULL;
        size_t room_bytes = 0;
        auto reduce = [&](int set, cudaStream_t stream) {
            product p = {a + from(set), b + t.offset + from(set)};
            auto products = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), p);
            HANDLE_ERROR(cub::DeviceReduce::Sum(room, room_bytes, products, c, (int)n, stream));
        };
        reduce(0, 0); // with room = NULL it only says how much it needs
        HANDLE_ERROR(cudaMalloc(&room, room_bytes));
        right = check(reduce);
        bench_enter(report, t.name, "CUB reduce", "", BENCH_LIBRARY, sets, reduce, bytes, bytes / 4,
                    right);
        for (const ladder_rung<dot_work> &rung : dot_rungs) {
            auto call = [&](int set, cudaStream_t stream) {
                dot_work w = work;
                w.a = a + from(set);
                w.b = b + t.offset + from(set);
                w.n = n;
                ladder_launch(&rung, &w, stream);
            };
            right = check(call);
            bench_enter(report, t.name, rung.name, rung.change, BENCH_STEP, sets, call, bytes,
                        bytes / 4, right);
        }
        bench_run(report);
        HANDLE_ERROR(cudaFree(room));
    }
    bench_blas_close(blas);
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    dot_work_free(&work);
    return bench_close(report);
}
