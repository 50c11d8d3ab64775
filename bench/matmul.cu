// matmul: the steps of ch7_shared_memory/matmul_ladder.h beside cuBLAS in true single precision
#include "../ch7_shared_memory/matmul_ladder.h"
#include "blas.h"
#include "multiply_add.h"

// Whole numbers from -3 to 3, or anything from -1 to 1.
__global__ void fill(float *v, size_t n, int whole, unsigned long long factor) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x) {
        unsigned noise = (unsigned)(bench_noise(i, factor) >> 32);
        v[i] = whole ? (float)(noise % 7) - 3 : (float)(int)noise * 0x1p-31f;
    }
}

__global__ void count_different(const float *x, const float *y, size_t n, int *different) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x)
        if (!(x[i] == y[i])) // NaN is different too
            atomicAdd(different, 1);
}

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Matrix product",
        "C = A B with floats, all calculated in single precision (cuBLAS with "
        "CUBLAS_PEDANTIC_MATH; no tensor cores). Checked with whole numbers, of which every result "
        "is exact; timed with numbers of which all bits vary. Where rows are no multiple of 16 "
        "bytes, the time of `pipelined` includes copying A and B.",
        "TFLOP/s");
    report.limit = bench_multiply_add_rate(report.gpu);
    report.limit_name = "a kernel of nothing but fused multiply-adds";
    bench_blas blas = bench_blas_open();
    HANDLE_BLAS(cublasSetMathMode(blas.handle, CUBLAS_PEDANTIC_MATH));
    const int sizes[][3] = {{1024, 1024, 1024}, {1536, 1536, 1536}, {2048, 2048, 2048},
                            {4096, 4096, 4096}, {8192, 8192, 8192}, {1000, 1000, 1000},
                            {1023, 1025, 1027}, {4095, 4097, 4093}, {3000, 5000, 2001}};
    for (auto &s : sizes) {
        int m = s[0], n = s[1], k = s[2];
        size_t size_a = ((size_t)m * k + 63) / 64 * 64, size_b = ((size_t)k * n + 63) / 64 * 64;
        size_t size_c = (size_t)m * n;
        int sets = bench_sets(report.gpu, (size_a + size_b) * sizeof(float)), *dev_different;
        std::string data = m == n && n == k ? std::to_string(n)
                                            : std::to_string(m) + " x " + std::to_string(n) +
                                                  " x " + std::to_string(k);
        double work = 2.0 * m * n * k,
               bytes = 4.0 * ((double)m * k + (double)k * n + (double)m * n);
        float *a, *b, *c, *reference;
        matmul_work base = {};
        HANDLE_ERROR(cudaMalloc((void **)&a, sets * size_a * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&b, sets * size_b * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&c, size_c * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&reference, size_c * sizeof(float)));
        HANDLE_ERROR(cudaMalloc((void **)&base.a_copy, matmul_copy_bytes(m, k)));
        HANDLE_ERROR(cudaMalloc((void **)&base.b_copy, matmul_copy_bytes(k, n)));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        base.c = c;
        base.m = m;
        base.n = n;
        base.k = k;
        base.multiprocessors = report.gpu.multiprocessors;
        auto step_call = [&](int step) {
            return [&, step](int set, cudaStream_t stream) {
                matmul_work w = base;
                w.a = a + set * size_a;
                w.b = b + set * size_b;
                matmul_launch(step, &w, stream);
            };
        };
        const float one = 1, zero = 0;
        auto library = [&](int set, cudaStream_t stream) { // column after column: B A there
            HANDLE_BLAS(cublasSgemm(bench_blas_in(blas, stream), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k,
                                    &one, b + set * size_b, n, a + set * size_a, k, &zero, c, n));
        };
        auto fill_both = [&](int whole) {
            fill<<<4096, 256>>>(a, sets * size_a, whole, 0x9e3779b97f4a7c15ULL);
            fill<<<4096, 256>>>(b, sets * size_b, whole, 0xc2b2ae3d27d4eb4fULL);
            HANDLE_LAUNCH("fill");
        };
        fill_both(1);
        step_call(MATMUL_GLOBAL)(0, (cudaStream_t)0); // sums below 2^24: nothing is rounded
        HANDLE_LAUNCH(matmul_names[MATMUL_GLOBAL]);
        HANDLE_ERROR(cudaMemcpy(reference, c, size_c * sizeof(float), cudaMemcpyDeviceToDevice));
        auto check = [&](auto call) {
            int different = 0;
            HANDLE_ERROR(cudaMemset(c, 0xff, size_c * sizeof(float)));
            HANDLE_ERROR(cudaMemset(dev_different, 0, sizeof(int)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("matrix product");
            count_different<<<4096, 256>>>(c, reference, size_c, dev_different);
            HANDLE_LAUNCH("count_different");
            HANDLE_ERROR(
                cudaMemcpy(&different, dev_different, sizeof(int), cudaMemcpyDeviceToHost));
            return different == 0;
        };
        int library_right = check(library), right[MATMUL_STEPS];
        for (int step = 0; step < MATMUL_STEPS; step++)
            right[step] = check(step_call(step));
        fill_both(0);
        bench_row(report, data.c_str(), "cuBLAS", "", BENCH_LIBRARY, bench_measure(sets, library),
                  bytes, work, library_right);
        for (int step = 0; step < MATMUL_STEPS; step++)
            if (step >= MATMUL_REGISTERS || m <= 4096) // the others take a second for 8192
                bench_row(report, data.c_str(), matmul_names[step], matmul_changes[step],
                          BENCH_STEP, bench_measure(sets, step_call(step)), bytes, work,
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
