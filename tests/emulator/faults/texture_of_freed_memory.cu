// exit: 1
// says: texture_of_freed_memory\.cu:9: thread 0 of block \(0,0,0\) in kernel read uses
// says: uses texture object 0x[0-9a-f]+, whose memory has been freed$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
// says: ^a kernel after the reset: cudaSuccess, right
#include "texture.h"

__global__ void read(cudaTextureObject_t texture, float *out) {
    *out = tex1Dfetch<float>(texture, 1);
}

int main() {
    float *out, *memory;
    cudaMalloc(&out, sizeof(float));
    cudaMalloc(&memory, 1000 * sizeof(float));
    const cudaTextureObject_t texture = texture_on(linear_resource(memory, 1000));
    cudaFree(memory);
    read<<<1, 1>>>(texture, out);
    const int code = outcome();
    recover();
    return code;
}
