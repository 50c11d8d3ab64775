// exit: 1
// says: matrix_address\.cu:10: thread 0 of block \(0,0,0\) .* calls load_matrix_sync\(\) with
// says: with address 0x[0-9a-f]+ and 40 bytes from row to row
// says: the address must be a multiple of 32
// says: ^cudaDeviceSynchronize: cudaErrorMisalignedAddress
#include "matrix.h"

__global__ void address(float *out) {
    factor_a a;
    wmma::load_matrix_sync(a, out + 1, 10);
    out[threadIdx.x] = a.x[0];
}

int main() {
    address<<<1, 32>>>(matrix());
    return outcome();
}
