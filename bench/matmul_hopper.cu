// matmul_hopper: products of float matrices by wgmma beside cuBLAS, both by way of TF32
#include "hopper.h"

int main(int argc, char **argv) {
    return bench_hopper<float>(
        argc, argv, "Matrix product on Hopper TF32",
        "C = A B with floats whose factors are multiplied as TF32 (cublasLtMatmul with "
        "CUBLAS_COMPUTE_32F_FAST_TF32). B has column after column, for the library, too. Checked "
        "with whole numbers, of which every result is exact; timed with numbers of which all bits "
        "vary.");
}
