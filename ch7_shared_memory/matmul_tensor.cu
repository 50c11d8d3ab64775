// matmul_tensor: the product of two matrices by tensor cores, and what becomes of the last digits
//
// A multiprocessor has units that multiply whole matrices, 16 x 8 by 8 x 16 say, in one
// instruction. The 32 threads of a warp hand them a part of the factors each, and get a part of the
// sums each. The kernels are in tensor_ladder/, a file for each step:
//
//     1_global.h      a warp for each tile of one instruction, everything from global memory
//     2_tiled.h       tiles in shared memory
//     3_pipelined.h   16 bytes a load, larger tiles; the next ones are fetched meanwhile
//     4_direct.h      each thread loads its part of a fragment itself
//     5_packed.h      both factors are copied in the order of fragments first; asynchronous copies
//
// and beside them plain.h: a thread for each element, ordinary multiply-adds.
//
// With double nothing is lost. Of a float only 11 of its 24 significant bits are multiplied: that
// is the type TF32. How much this costs is the last number of each line.
//
//     nvcc ch7_shared_memory/matmul_tensor.cu -I. -arch=native -o matmul_tensor && ./matmul_tensor
#include "product_climb.h"
#include "tensor_ladder/plain.h"
#include "tensor_ladder/steps.h"

#define PLAIN TENSOR_STEPS // behind all steps of the ladder
#define STEPS (PLAIN + 1)

// All steps with matrices of T, of which tf32 multiply by way of that type, and plain. Returns how
// many are right.
template <typename T>
static int climb(ladder *l, long long m, long long n, long long k, int tf32,
                 product_found (&found)[STEPS]) {
    ladder_rung<product_work<T>> rungs[STEPS];
    memcpy(rungs, tensor_rungs<T>, sizeof tensor_rungs<T>);
    rungs[PLAIN] = {"plain", "ordinary multiply-adds", tensor_launch_plain<T>};
    product_work<T> w = product_work_make<T>(m, n, k, tensor_a_copy_bytes<T>((int)m, (int)k),
                                             tensor_b_copy_bytes<T>((int)k, (int)n));
    int right = product_climb(l, rungs, &w, tf32, found);
    product_work_free(&w);
    return right;
}

int main(int argc, char **argv) {
    long long m = 150, n = 203, k = 75;
    ladder l = {};
    l.repeat = 10;
    book_option options[] = {PRODUCT_OPTIONS(m, n, k), LADDER_OPTIONS(l)};
    book_parse(argc, argv, "product of two matrices by tensor cores", options);
    tensor_require();
    product_ladder_open(&l, "Matrix product by tensor cores");
    product_found single[STEPS], twice[STEPS];
    int right = climb<float>(&l, m, n, k, TENSOR_STEPS, single);
    right += climb<double>(&l, m, n, k, 0, twice);
    printf("of |a1 b1| + ... + |ak bk| TF32 is off by up to %.1e, float by %.1e, double by %.1e\n",
           single[TENSOR_PIPELINED].error, single[PLAIN].error, twice[PLAIN].error);
    ladder_close(&l);
    return book_verdict(right == 2 * STEPS, "%d of %d products are within their bounds", right,
                        2 * STEPS);
}
