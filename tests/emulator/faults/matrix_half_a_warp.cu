// exit: 1
// says: error: deadlock: no thread of block \(0,0,0\) of kernel half_a_warp can go on
// says: matrix_half_a_warp\.cu:14: threads 0-15 wait at mma_sync\(\)
// says: matrix_half_a_warp\.cu:15: threads 16-31 wait at __syncthreads\(\)
// says: ^cudaDeviceSynchronize: cudaErrorLaunchTimeout
#include "matrix.h"

__global__ void half_a_warp(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    fill(a, b, c);
    if (threadIdx.x < 16)
        wmma::mma_sync(c, a, b, c);
    __syncthreads();
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

int main() {
    half_a_warp<<<1, 32>>>(matrix());
    return outcome();
}
