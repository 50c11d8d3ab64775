// env: CUDA_EMULATOR_WORKERS=1
// exit: 1
// says: matrix_short_warp\.cu:15: thread 32 of block \(1,0,0\) .* calls mma_sync\(\)
// says: which takes all 32 threads of a warp; only 8 of this one are in the kernel
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "matrix.h"

__global__ void short_warp(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    fill(a, b, c);
    if (blockIdx.x == 0 && threadIdx.x >= 32)
        return;
    wmma::mma_sync(c, a, b, c);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

int main() {
    short_warp<<<2, 40>>>(matrix());
    return outcome();
}
