/* tensor.h: the steps of ch7_shared_memory/tensor_ladder.h beside cuBLAS, for float by way of TF32
 * (matmul_tf32.cu) and for double (matmul_double.cu).
 *
 *   int main(int argc, char **argv) { return bench_tensor<float>(argc, argv, title, about); }
 */
#ifndef BENCH_TENSOR_H
#define BENCH_TENSOR_H

#include "../ch7_shared_memory/tensor_ladder.h"
#include "blas.h"

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

/* Nothing but products of fragments, 8 in a row that do not wait for one another. */
#define ROUNDS 4000
template <typename T> __global__ void multiply_fragments(T *out) {
#ifdef TENSOR_CORES
    typename tensor<T>::part_a x;
    typename tensor<T>::part_b y;
    typename tensor<T>::part_c sum[8];
    wmma::fill_fragment(x, tensor<T>::factor((T)0.3 + (T)threadIdx.x / 1024));
    wmma::fill_fragment(y, tensor<T>::factor((T)0.7));
    for (int i = 0; i < 8; i++)
        wmma::fill_fragment(sum[i], (T)i);
    for (int round = 0; round < ROUNDS; round++)
#pragma unroll
        for (int i = 0; i < 8; i++)
            wmma::mma_sync(sum[i], x, y, sum[i]);
    T all = 0;
    for (int i = 0; i < 8; i++)
        for (int e = 0; e < sum[i].num_elements; e++)
            all += sum[i].x[e];
    if (all == (T)0.123) // never, but the compiler cannot know
        *out = all;
#endif
}

template <typename T> static double multiply_fragments_rate(const bench_device &gpu, T *out) {
    int blocks = 2 * gpu.multiprocessors; // all at once
    bench_time t = bench_measure(1, [&](int, cudaStream_t stream) {
        multiply_fragments<T><<<blocks, 256, 0, stream>>>(out);
    });
    double product = 2.0 * tensor<T>::M * tensor<T>::N * tensor<T>::K;
    return product * 8 * ROUNDS * (256 / 32) * blocks / t.median / 1e9;
}

/* C = A B row after row, which column after column is C = B A: what the library takes. */
static inline void bench_gemm(cublasHandle_t blas, const float *a, const float *b, float *c, int m,
                              int n, int k) {
    const float one = 1, zero = 0;
    HANDLE_BLAS(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_32F, n, a,
                             CUDA_R_32F, k, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F_FAST_TF32,
                             CUBLAS_GEMM_DEFAULT));
}

static inline void bench_gemm(cublasHandle_t blas, const double *a, const double *b, double *c,
                              int m, int n, int k) {
    const double one = 1, zero = 0;
    HANDLE_BLAS(
        cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n));
}

template <typename T>
static int bench_tensor(int argc, char **argv, const char *title, const char *about) {
    bench_report report = bench_open(argc, argv, title, about, "TFLOP/s");
    tensor_require();
    T *out;
    HANDLE_ERROR(cudaMalloc((void **)&out, sizeof(T)));
    report.limit = multiply_fragments_rate(report.gpu, out);
    report.limit_name = "a kernel of nothing but mma_sync";
    HANDLE_ERROR(cudaFree(out));
    bench_blas blas = bench_blas_open();
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
        tensor_work<T> base = {};
        HANDLE_ERROR(cudaMalloc((void **)&a, sets * size_a * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&b, sets * size_b * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&c, size_c * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&reference, size_c * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&base.a_copy, tensor_copy_bytes<T>(m, k)));
        HANDLE_ERROR(cudaMalloc((void **)&base.b_copy, tensor_copy_bytes<T>(k, n)));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        base.c = c;
        base.m = m;
        base.n = n;
        base.k = k;
        base.multiprocessors = report.gpu.multiprocessors;
        auto step_call = [&](int step) {
            return [&, step](int set, cudaStream_t stream) {
                tensor_work<T> w = base;
                w.a = a + set * size_a;
                w.b = b + set * size_b;
                tensor_launch(step, &w, stream);
            };
        };
        auto library = [&](int set, cudaStream_t stream) {
            bench_gemm(bench_blas_in(blas, stream), a + set * size_a, b + set * size_b, c, m, n, k);
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
        int library_right = check(library), right[TENSOR_STEPS];
        for (int step = 0; step < TENSOR_STEPS; step++)
            right[step] = check(step_call(step));
        fill_both(0);
        bench_row(report, data.c_str(), "cuBLAS", "", BENCH_LIBRARY, bench_measure(sets, library),
                  bytes, operations, library_right);
        for (int step = 0; step < TENSOR_STEPS; step++)
            if (step > TENSOR_GLOBAL || m <= 4096) // it takes long
                bench_row(report, data.c_str(), tensor_names[step], tensor_changes[step],
                          BENCH_STEP, bench_measure(sets, step_call(step)), bytes, operations,
                          right[step]);
        HANDLE_ERROR(cudaFree(a));
        HANDLE_ERROR(cudaFree(b));
        HANDLE_ERROR(cudaFree(c));
        HANDLE_ERROR(cudaFree(reference));
        HANDLE_ERROR(cudaFree(base.a_copy));
        HANDLE_ERROR(cudaFree(base.b_copy));
        HANDLE_ERROR(cudaFree(dev_different));
    }
    bench_blas_close(blas);
    return bench_close(report);
}

#endif
