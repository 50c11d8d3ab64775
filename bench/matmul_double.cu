// matmul_double: products of double matrices by tensor cores beside cuBLAS
#include "tensor.h"

int main(int argc, char **argv) {
    return bench_tensor<double>(
        argc, argv, "Matrix product by tensor cores double",
        "C = A B with doubles (cuBLAS with cublasDgemm). Checked with whole numbers, of which "
        "every result is exact; timed with numbers of which all bits vary. The time of "
        "`packed` includes copying A and B; where rows are no multiple of 16 bytes so do those of "
        "`pipelined`, `direct` and `wide`, and where matrices are not whole tiles that of "
        "`global`. The "
        "yardstick is mma.sync, 16 x 8 x 8, as `wide` has it; the steps before multiply 8 x 8 x 4 "
        "at once.");
}
