// matmul_tf32: products of float matrices by tensor cores beside cuBLAS, both by way of TF32
#include "tensor.h"

int main(int argc, char **argv) {
    return bench_tensor<float>(
        argc, argv, "Matrix product by tensor cores TF32",
        "C = A B with floats whose factors are rounded to 11 significant bits, and sums in single "
        "precision (cuBLAS with CUBLAS_COMPUTE_32F_FAST_TF32). Checked with whole numbers, of "
        "which every result is exact; timed with numbers of which all bits vary. The time of "
        "`packed` includes copying A and B; where rows are no multiple of 16 bytes so do those of "
        "`pipelined`, `direct` and `rows`, and where matrices are not whole tiles that of "
        "`global`. The yardstick is mma.sync, 16 x 8 x 8; mma_sync, as the first steps have it, "
        "makes four instructions of 16 x 8 x 4. It does not bound wgmma, which `rows` and the "
        "library use.");
}
