// matmul_tf32: products of float matrices by tensor cores beside cuBLAS, both by way of TF32
#include "tensor.h"

int main(int argc, char **argv) {
    return bench_tensor<float>(
        argc, argv, "Matrix product by tensor cores TF32",
        "C = A B with floats whose factors are rounded to 11 significant bits, and sums in single "
        "precision (cuBLAS with CUBLAS_COMPUTE_32F_FAST_TF32). Checked with whole numbers, of "
        "which every result is exact; timed with numbers of which all bits vary. The time of "
        "`packed` includes copying A and B; where rows are no multiple of 16 bytes so do those of "
        "`pipelined` and `direct`, and where matrices are not whole tiles that of `global`. The "
        "limit is that of the "
        "instruction behind mma_sync; chips since Hopper have others (wgmma), which the library "
        "may use.");
}
