/* hopper.h: the steps of ch7_shared_memory/hopper/ beside cuBLAS, for float by way of TF32
 * (matmul_hopper.cu), for bfloat16 (matmul_bf16.cu) and for FP8 (matmul_fp8.cu).
 *
 *   int main(int argc, char **argv) { return bench_hopper<float>(argc, argv, title, about); }
 */
#ifndef BENCH_HOPPER_H
#define BENCH_HOPPER_H

#include "../ch7_shared_memory/hopper/steps.h"
#include "blas.h"
#include "product.h"
#include <cublasLt.h>

/* What the other products are compared with: a thread for each element. */
template <typename T>
__global__ void multiply_columns(const T *a, const T *b, float *c, int m, int n, int k) {
    size_t e = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (e >= (size_t)m * n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += (float)a[e / n * k + i] * (float)b[e % n * k + i];
    c[e] = sum;
}

/* C = A B row after row, which column after column is C = B A: what the library takes. B has its
 * columns one after the other, which there is B transposed. */
template <typename T> struct bench_columns;

template <> struct bench_columns<float> {
    enum { type = CUDA_R_32F, compute = CUBLAS_COMPUTE_32F_FAST_TF32 };
    static double limit(const bench_sheet &sheet) { return sheet.tf32; }
};

template <> struct bench_columns<__nv_bfloat16> {
    enum { type = CUDA_R_16BF, compute = CUBLAS_COMPUTE_32F };
    static double limit(const bench_sheet &sheet) { return sheet.bf16; }
};

template <> struct bench_columns<__nv_fp8_e4m3> {
    enum { type = CUDA_R_8F_E4M3, compute = CUBLAS_COMPUTE_32F };
    static double limit(const bench_sheet &sheet) { return sheet.fp8; }
};

/* cublasLt, which alone knows of FP8; for each size it is asked once which of its kernels is best.
 * FP8 with CUBLASLT_MATMUL_DESC_FAST_ACCUM: sums as the tensor cores keep them, as in our steps. */
struct bench_lt {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t what;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulHeuristicResult_t how;
    void *workspace;
};

template <typename T> static bench_lt bench_lt_open(const bench_blas &blas, int m, int n, int k) {
    bench_lt lt = {};
    cublasOperation_t turned = CUBLAS_OP_T;
    cudaDataType_t type = (cudaDataType_t)bench_columns<T>::type;
    int8_t fast = sizeof(T) == 1;
    size_t most = BENCH_WORKSPACE;
    cublasLtMatmulPreference_t wish;
    int found = 0;
    lt.workspace = blas.workspace;
    HANDLE_BLAS(cublasLtCreate(&lt.handle));
    HANDLE_BLAS(cublasLtMatmulDescCreate(&lt.what, (cublasComputeType_t)bench_columns<T>::compute,
                                         CUDA_R_32F));
    HANDLE_BLAS(cublasLtMatmulDescSetAttribute(lt.what, CUBLASLT_MATMUL_DESC_TRANSA, &turned,
                                               sizeof turned));
    HANDLE_BLAS(cublasLtMatmulDescSetAttribute(lt.what, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast,
                                               sizeof fast));
    HANDLE_BLAS(cublasLtMatrixLayoutCreate(&lt.a, type, k, n, k));
    HANDLE_BLAS(cublasLtMatrixLayoutCreate(&lt.b, type, k, m, k));
    HANDLE_BLAS(cublasLtMatrixLayoutCreate(&lt.c, CUDA_R_32F, n, m, n));
    HANDLE_BLAS(cublasLtMatmulPreferenceCreate(&wish));
    HANDLE_BLAS(cublasLtMatmulPreferenceSetAttribute(wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                     &most, sizeof most));
    HANDLE_BLAS(cublasLtMatmulAlgoGetHeuristic(lt.handle, lt.what, lt.a, lt.b, lt.c, lt.c, wish, 1,
                                               &lt.how, &found));
    HANDLE_BLAS(cublasLtMatmulPreferenceDestroy(wish));
    return lt;
}

template <typename T>
static void bench_lt_gemm(const bench_lt &lt, const T *a, const T *b, float *c,
                          cudaStream_t stream) {
    const float one = 1, zero = 0;
    HANDLE_BLAS(cublasLtMatmul(lt.handle, lt.what, &one, b, lt.a, a, lt.b, &zero, c, lt.c, c, lt.c,
                               &lt.how.algo, lt.workspace, BENCH_WORKSPACE, stream));
}

static void bench_lt_close(bench_lt &lt) {
    HANDLE_BLAS(cublasLtMatrixLayoutDestroy(lt.a));
    HANDLE_BLAS(cublasLtMatrixLayoutDestroy(lt.b));
    HANDLE_BLAS(cublasLtMatrixLayoutDestroy(lt.c));
    HANDLE_BLAS(cublasLtMatmulDescDestroy(lt.what));
    HANDLE_BLAS(cublasLtDestroy(lt.handle));
}

template <typename T>
static int bench_hopper(int argc, char **argv, const char *title, const char *about) {
    bench_report report = bench_open(argc, argv, title, about, "TFLOP/s");
    hopper_require();
    report.limit = bench_columns<T>::limit(bench_find_sheet(report.gpu));
    bench_blas blas = bench_blas_open();
    const int sizes[][3] = {
        {2048, 2048, 2048}, {4096, 4096, 4096}, {8192, 8192, 8192}, {3000, 5000, 2000}};
    for (auto &s : sizes) {
        int m = s[0], n = s[1], k = s[2], *dev_different;
        size_t size_a = (size_t)m * k, size_b = (size_t)n * k, size_c = (size_t)m * n;
        int sets = bench_sets(report.gpu, (size_a + size_b) * sizeof(T));
        std::string data = m == n && n == k ? std::to_string(n)
                                            : std::to_string(m) + " x " + std::to_string(n) +
                                                  " x " + std::to_string(k);
        T *a, *b;
        float *reference;
        hopper_work<T> base = {};
        HANDLE_ERROR(cudaMalloc((void **)&a, sets * size_a * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&b, sets * size_b * sizeof(T)));
        HANDLE_ERROR(cudaMalloc((void **)&base.c, size_c * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&reference, size_c * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        base.m = m, base.n = n, base.k = k;
        base.multiprocessors = report.gpu.multiprocessors;
        bench_lt lt = bench_lt_open<T>(blas, m, n, k);
        auto library_call = [&](int set, cudaStream_t stream) {
            bench_lt_gemm(lt, a + set * size_a, b + set * size_b, base.c, stream);
        };
        auto step_call = [&](int step) {
            return [&, step](int set, cudaStream_t stream) {
                hopper_work<T> w = base;
                w.a = a + set * size_a, w.b = b + set * size_b;
                ladder_launch(&hopper_rungs<T>[step], &w, stream);
            };
        };
        auto fill_both = [&](int whole) {
            fill<<<4096, 256>>>(a, sets * size_a, whole, 0x9e3779b97f4a7c15ULL);
            fill<<<4096, 256>>>(b, sets * size_b, whole, 0xc2b2ae3d27d4eb4fULL);
            HANDLE_LAUNCH("fill");
        };
        fill_both(1);
        multiply_columns<<<(unsigned)((size_c + 255) / 256), 256>>>(a, b, reference, m, n, k);
        HANDLE_LAUNCH("multiply_columns");
        auto check = [&](auto call) {
            int different = 0;
            HANDLE_ERROR(cudaMemset(base.c, 0xff, size_c * sizeof(float)));
            HANDLE_ERROR(cudaMemset(dev_different, 0, sizeof(int)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("matrix product");
            count_different<<<4096, 256>>>(base.c, reference, size_c, dev_different);
            HANDLE_LAUNCH("count_different");
            HANDLE_ERROR(
                cudaMemcpy(&different, dev_different, sizeof(int), cudaMemcpyDeviceToHost));
            return different == 0;
        };
        int library_right = check(library_call), right[HOPPER_STEPS];
        for (int step = 0; step < HOPPER_STEPS; step++)
            right[step] = check(step_call(step));
        fill_both(0);
        double operations = 2.0 * m * n * k;
        double bytes = (double)(size_a + size_b) * sizeof(T) + (double)size_c * sizeof(float);
        bench_enter(report, data.c_str(), "cuBLAS", "", BENCH_LIBRARY, sets, library_call, bytes,
                    operations, library_right);
        for (int step = 0; step < HOPPER_STEPS; step++)
            bench_enter(report, data.c_str(), hopper_rungs<T>[step].name,
                        hopper_rungs<T>[step].change, BENCH_STEP, sets, step_call(step), bytes,
                        operations, right[step]);
        bench_run(report);
        bench_lt_close(lt);
        HANDLE_ERROR(cudaFree(a));
        HANDLE_ERROR(cudaFree(b));
        HANDLE_ERROR(cudaFree(base.c));
        HANDLE_ERROR(cudaFree(reference));
        HANDLE_ERROR(cudaFree(dev_different));
    }
    bench_blas_close(blas);
    return bench_close(report);
}

#endif
