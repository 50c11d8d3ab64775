/* tensor.h: the steps of ch7_shared_memory/tensor_ladder/ beside cuBLAS, for float by way of TF32
 * (matmul_tf32.cu) and for double (matmul_double.cu).
 *
 *   int main(int argc, char **argv) { return bench_tensor<float>(argc, argv, title, about); }
 */
#ifndef BENCH_TENSOR_H
#define BENCH_TENSOR_H

#include "../ch7_shared_memory/hopper/rows.h"
#include "../ch7_shared_memory/hopper/steps.h"
#include "../ch7_shared_memory/tensor_ladder/6_wide.h"
#include "../ch7_shared_memory/tensor_ladder/steps.h"
#include "blas.h"
#include "product.h"

/* Nothing but the products of step 6, 8 in a row that do not wait for one another. It tells what
 * mma.sync can reach, and nothing of wgmma. */
#define ROUNDS 4000
template <typename T> __global__ void multiply_fragments(T *out) {
#ifdef TENSOR_CORES
    typedef tensor_wide<T> wide;
    T x[wide::A], y[wide::B], sum[8][4], all = 0;
    for (int e = 0; e < wide::A; e++)
        x[e] = tensor<T>::factor((T)0.3 + (T)threadIdx.x / 1024);
    for (int e = 0; e < wide::B; e++)
        y[e] = tensor<T>::factor((T)0.7);
    for (int i = 0; i < 8; i++)
        for (int e = 0; e < 4; e++)
            sum[i][e] = (T)i;
    for (int round = 0; round < ROUNDS; round++)
#pragma unroll
        for (int i = 0; i < 8; i++)
            wide::multiply(sum[i], x, y);
    for (int i = 0; i < 8; i++)
        for (int e = 0; e < 4; e++)
            all += sum[i][e];
    if (all == (T)0.123) // never, but the compiler cannot know
        *out = all;
#endif
}

template <typename T> static double multiply_fragments_rate(const bench_device &gpu, T *out) {
    int blocks = 2 * gpu.multiprocessors; // all at once
    bench_time t = bench_measure(1, [&](int, cudaStream_t stream) {
        multiply_fragments<T><<<blocks, 256, 0, stream>>>(out);
    });
    double product = 2.0 * tensor_wide<T>::M * tensor_wide<T>::N * tensor_wide<T>::K;
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

/* The steps behind those of the ladder, for this type. Returns how many there are. */
static inline int bench_further(ladder_rung<product_work<float>> *rungs) {
    if (!hopper_here())
        return 0;
    rungs[0] = {"rows",
                "wgmma, as hopper/ has it; threads load B, which lies across, into registers",
                hopper_launch_rows};
    return 1;
}

static inline int bench_further(ladder_rung<product_work<double>> *rungs) {
    rungs[0] = {"wide", "the largest products that mma.sync has; nothing is packed",
                tensor_launch_wide};
    return 1;
}

template <typename T>
static int bench_tensor(int argc, char **argv, const char *title, const char *about) {
    bench_report report = bench_open(argc, argv, title, about, "TFLOP/s");
    tensor_require();
    T *out;
    HANDLE_ERROR(cudaMalloc((void **)&out, sizeof(T)));
    bench_sheet sheet = bench_find_sheet(report.gpu);
    report.limit = sizeof(T) == sizeof(float) ? sheet.tf32 : sheet.doubles;
    report.yardstick = multiply_fragments_rate(report.gpu, out);
    report.yardstick_name = "a kernel of nothing but mma.sync";
    HANDLE_ERROR(cudaFree(out));
    bench_blas blas = bench_blas_open();
    ladder_rung<product_work<T>> rungs[TENSOR_STEPS + 1];
    memcpy(rungs, tensor_rungs<T>, sizeof tensor_rungs<T>);
    int steps = TENSOR_STEPS + bench_further(rungs + TENSOR_STEPS);
    bench_products<T>(
        report, bench_ladder<T>{rungs, steps, tensor_a_copy_bytes<T>, tensor_b_copy_bytes<T>, 1},
        [&](const T *a, const T *b, T *c, int m, int n, int k, cudaStream_t stream) {
            bench_gemm(bench_blas_in(blas, stream), a, b, c, m, n, k);
        });
    bench_blas_close(blas);
    return bench_close(report);
}

#endif
