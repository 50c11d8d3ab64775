// exit: 1
// says: texture_of_other_shape\.cu:9: thread 0 of block \(0,0,0\) in kernel read uses
// says: uses texture object 0x[0-9a-f]+ as if it were a 1D array: it is linear memory$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "texture.h"

__global__ void read(cudaTextureObject_t texture, float *out) {
    // tex1Dfetch is for linear memory. On a GPU this gives something meaningless.
    *out = tex1D<float>(texture, 1);
}

int main() {
    float *out, *memory;
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&memory, 1000 * sizeof(float));
    read<<<1, 1>>>(texture_on(linear_resource(memory, 1000)), out);
    return outcome();
}
