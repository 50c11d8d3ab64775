// exit: 1
// says: texture_of_freed_array\.cu:10: thread 3 of block \(0,0,0\) in kernel read uses
// says: uses texture object 0x[0-9a-f]+, whose array has been freed$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "texture.h"

__global__ void read(cudaTextureObject_t texture, float *out) {
    __syncthreads();
    float v;
    tex2D(&v, texture, 1, 2);
    *out = v;
}

int main() {
    float *out;
    cudaMalloc(&out, sizeof(float));
    const cudaArray_t array = make_array();
    const cudaTextureObject_t texture = texture_on(resource_of(array));
    cudaFreeArray(array);
    read<<<1, 4>>>(texture, out);
    return outcome();
}
