// exit: 1
// says: texture_none\.cu:8: thread 0 of block \(0,0,0\) in kernel read uses
// says: uses texture object 0x0, which does not exist$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "texture.h"

__global__ void read(cudaTextureObject_t texture, float *out) {
    *out = tex3D<float>(texture, 1, 2, 3);
}

int main() {
    float *out;
    cudaMalloc(&out, sizeof(float));
    read<<<1, 1>>>(0, out);
    return outcome();
}
