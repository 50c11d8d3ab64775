// matmul_bf16: products of bfloat16 matrices by wgmma beside cuBLAS
#include "hopper.h"

int main(int argc, char **argv) {
    return bench_hopper<__nv_bfloat16>(
        argc, argv, "Matrix product on Hopper bfloat16",
        "C = A B with bfloat16, sums and C in float (cublasLtMatmul with CUBLAS_COMPUTE_32F). B "
        "has column after column, for the library, too. Checked with whole numbers, of which "
        "every result is exact; timed with numbers of which all bits vary.");
}
