// exit: 1
// says: matrix_addresses\.cu:9: thread 31 of block \(0,0,0\) .* calls load_matrix_sync\(\)
// says: another address or stride than thread 0 .* the 32 threads of a warp must give the same
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "matrix.h"

__global__ void addresses(float *out) { // as if each thread had to say what is its own
    factor_a a;
    wmma::load_matrix_sync(a, out + 8 * threadIdx.x, 8);
    out[threadIdx.x] = a.x[0];
}

int main() {
    addresses<<<1, 32>>>(matrix());
    return outcome();
}
