// exit: 1
// says: matrix_branches\.cu:1[68]: thread [0-9]+ of block .* calls mma_sync\(\) here
// says: and thread [0-9]+ of the block mma_sync\(\) in line 1[68];
// says: the 32 threads of a warp must make the same call
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "matrix.h"

__global__ void branches(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    fill(a, b, c);
    // Both branches make this call, but a branch at a time has not a whole warp.
    __syncwarp();
    if (threadIdx.x % 2 == 0)
        wmma::mma_sync(c, a, b, c);
    else
        wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

int main() {
    branches<<<1, 32>>>(matrix());
    return outcome();
}
