// matmul: the steps of ch7_shared_memory/matmul_ladder/ beside cuBLAS in true single precision
#include "../ch7_shared_memory/matmul_ladder/steps.h"
#include "blas.h"
#include "multiply_add.h"
#include "product.h"

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Matrix product",
        "C = A B with floats, all calculated in single precision, without tensor cores: cuBLAS "
        "with cublasSgemm in its default mode. (CUBLAS_PEDANTIC_MATH, alternating with it on an "
        "H200, CUDA 13.0, 2026-11-22, was within 0.5 % of it at every size of the table.) Checked "
        "with whole numbers, of which every result is exact; timed with numbers of which all bits "
        "vary. Where rows are no multiple of 16 bytes, the time of `pipelined` includes copying A "
        "and B.",
        "TFLOP/s");
    report.limit = bench_find_sheet(report.gpu).single;
    report.yardstick = bench_multiply_add_rate(report.gpu);
    report.yardstick_name = "a kernel of nothing but fused multiply-adds";
    bench_blas blas = bench_blas_open();
    const float one = 1, zero = 0;
    bench_products<float>(
        report,
        bench_ladder<float>{matmul_rungs, MATMUL_STEPS, matmul_copy_bytes, matmul_copy_bytes,
                            MATMUL_REGISTERS},
        [&](const float *a, const float *b, float *c, int m, int n, int k, cudaStream_t stream) {
            HANDLE_BLAS(cublasSgemm( // column after column: B A there
                bench_blas_in(blas, stream), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k,
                &zero, c, n));
        });
    bench_blas_close(blas);
    return bench_close(report);
}
