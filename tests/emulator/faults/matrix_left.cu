// exit: 1
// says: matrix_left\.cu:14: thread [0-9]+ of block \(0,0,0\) .* calls store_matrix_sync\(\)
// says: only 31 of this one are in the kernel
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "matrix.h"

__global__ void left(float *out) {
    factor_a a;
    factor_b b;
    sums c;
    fill(a, b, c);
    wmma::mma_sync(c, a, b, c);
    if (threadIdx.x != 31) // it leaves last, when the others wait for it
        wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}

int main() {
    left<<<1, 32>>>(matrix());
    return outcome();
}
