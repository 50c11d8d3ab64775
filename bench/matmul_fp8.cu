// matmul_fp8: products of FP8 matrices by wgmma beside cuBLAS
#include "hopper.h"

int main(int argc, char **argv) {
    return bench_hopper<__nv_fp8_e4m3>(
        argc, argv, "Matrix product on Hopper FP8",
        "C = A B with FP8 (e4m3), C in float, sums as the tensor cores keep them (cublasLtMatmul "
        "with CUBLAS_COMPUTE_32F and CUBLASLT_MATMUL_DESC_FAST_ACCUM). B has column after column, "
        "for the library, too. Checked with whole numbers, of which every result is exact; timed "
        "with numbers of which all bits vary.");
}
