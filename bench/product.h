/* product.h: a ladder of matrix products beside a library, for sizes that suit tiles and for
 * others.
 *
 *   bench_products<float>(report, ladder, library);
 *
 * C = A B, C is m x n, A is m x k, B is k x n, each row after row in memory.
 */
#ifndef BENCH_PRODUCT_H
#define BENCH_PRODUCT_H

#include "../ch7_shared_memory/product_work.h"
#include "../common/ladder.h"
#include "bench.h"

/* Whole numbers from -3 to 3, or anything from -1 to 1. */
template <typename T> __global__ void fill(T *v, size_t n, int whole, unsigned long long factor) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x) {
        unsigned long long mixed = bench_noise(i, factor);
        v[i] = whole ? (T)((int)((mixed >> 32) % 7) - 3) : (T)((double)(long long)mixed * 0x1p-63);
    }
}

/* What the other products are compared with: a thread for each element. */
template <typename T> __global__ void multiply(const T *a, const T *b, T *c, int m, int n, int k) {
    size_t e = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (e >= (size_t)m * n)
        return;
    T sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[e / n * k + i] * b[(size_t)i * n + e % n];
    c[e] = sum;
}

template <typename T>
__global__ void count_different(const T *x, const T *y, size_t n, int *different) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x)
        if (!(x[i] == y[i])) // NaN is different too
            atomicAdd(different, 1);
}

/* The steps of a ladder. */
template <typename T> struct bench_ladder {
    const ladder_rung<product_work<T>> *rungs;
    int steps;
    size_t (*a_copy_bytes)(int m, int k), (*b_copy_bytes)(int k, int n);
    int slow; /* so many steps at the beginning are left out for 8192: they take long */
};

/* library(a, b, c, m, n, k, stream): the same by a library, which does not wait for it either. */
template <typename T, typename Library>
static void bench_products(bench_report &report, const bench_ladder<T> &ladder, Library library) {
    const int sizes[][3] = {{1024, 1024, 1024}, {1536, 1536, 1536}, {2048, 2048, 2048},
                            {4096, 4096, 4096}, {8192, 8192, 8192}, {1000, 1000, 1000},
                            {1023, 1025, 1027}, {4095, 4097, 4093}, {3000, 5000, 2001}};
    for (auto &s : sizes) {
        int m = s[0], n = s[1], k = s[2];
        size_t size_a = ((size_t)m * k + 63) / 64 * 64, size_b = ((size_t)k * n + 63) / 64 * 64;
        size_t size_c = (size_t)m * n;
        int sets = bench_sets(report.gpu, (size_a + size_b) * sizeof(T)), *dev_different;
        std::string data = m == n && n == k ? std::to_string(n)
                                            : std::to_string(m) + " x " + std::to_string(n) +
                                                  " x " + std::to_string(k);
        double operations = 2.0 * m * n * k;
        double bytes = sizeof(T) * ((double)m * k + (double)k * n + (double)m * n);
        T *a, *b, *c, *reference;
        product_work<T> base = {};
        HANDLE_ERROR(cudaMalloc((void **)&a, sets * size_a * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&b, sets * size_b * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&c, size_c * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&reference, size_c * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&base.a_copy, ladder.a_copy_bytes(m, k)));
        HANDLE_ERROR(cudaMalloc((void **)&base.b_copy, ladder.b_copy_bytes(k, n)));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        base.c = c;
        base.m = m;
        base.n = n;
        base.k = k;
        base.multiprocessors = report.gpu.multiprocessors;
        auto step_call = [&](int step) {
            return [&, step](int set, cudaStream_t stream) {
                product_work<T> w = base;
                w.a = a + set * size_a;
                w.b = b + set * size_b;
                ladder_launch(&ladder.rungs[step], &w, stream);
            };
        };
        auto library_call = [&](int set, cudaStream_t stream) {
            library(a + set * size_a, b + set * size_b, c, m, n, k, stream);
        };
        auto fill_both = [&](int whole) {
            fill<<<4096, 256>>>(a, sets * size_a, whole, 0x9e3779b97f4a7c15ULL);
            fill<<<4096, 256>>>(b, sets * size_b, whole, 0xc2b2ae3d27d4eb4fULL);
            HANDLE_LAUNCH("fill");
        };
        fill_both(1);
        multiply<<<(unsigned)((size_c + 255) / 256), 256>>>(a, b, reference, m, n, k);
        HANDLE_LAUNCH("multiply"); // sums below 2^24: nothing is rounded
        auto check = [&](auto call) {
            int different = 0;
            HANDLE_ERROR(cudaMemset(c, 0xff, size_c * sizeof(T)));
            HANDLE_ERROR(cudaMemset(dev_different, 0, sizeof(int)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("matrix product");
            count_different<<<4096, 256>>>(c, reference, size_c, dev_different);
            HANDLE_LAUNCH("count_different");
            HANDLE_ERROR(
                cudaMemcpy(&different, dev_different, sizeof(int), cudaMemcpyDeviceToHost));
            return different == 0;
        };
        int library_right = check(library_call);
        std::vector<int> right;
        for (int step = 0; step < ladder.steps; step++)
            right.push_back(check(step_call(step)));
        fill_both(0);
        bench_enter(report, data.c_str(), "cuBLAS", "", BENCH_LIBRARY, sets, library_call, bytes,
                    operations, library_right);
        for (int step = 0; step < ladder.steps; step++)
            if (step >= ladder.slow || m <= 4096)
                bench_enter(report, data.c_str(), ladder.rungs[step].name,
                            ladder.rungs[step].change, BENCH_STEP, sets, step_call(step), bytes,
                            operations, right[step]);
        bench_run(report);
        HANDLE_ERROR(cudaFree(a));
        HANDLE_ERROR(cudaFree(b));
        HANDLE_ERROR(cudaFree(c));
        HANDLE_ERROR(cudaFree(reference));
        HANDLE_ERROR(cudaFree(base.a_copy));
        HANDLE_ERROR(cudaFree(base.b_copy));
        HANDLE_ERROR(cudaFree(dev_different));
    }
}

#endif
