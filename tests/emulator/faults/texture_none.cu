// expect: 1 ~ texture_none\.cu:7: thread 0 of block \(0,0,0\) in kernel read uses
// expect: ~ uses texture object 0x0, which does not exist$
// expect: ~ ^cudaDeviceSynchronize: cudaErrorIllegalAddress
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
