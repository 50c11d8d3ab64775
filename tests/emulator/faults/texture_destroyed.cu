// exit: 1
// says: texture_destroyed\.cu:9: thread 5 of block \(1,0,0\) in kernel read uses texture
// says: uses texture object 0x[0-9a-f]+, which has been destroyed$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "texture.h"

__global__ void read(cudaTextureObject_t texture, float *out) {
    if (threadIdx.x == 5 && blockIdx.x == 1)
        *out = tex2D<float>(texture, 1, 2);
}

int main() {
    float *out;
    cudaMalloc(&out, sizeof(float));
    const cudaArray_t array = make_array();
    const cudaTextureObject_t texture = texture_on(resource_of(array));
    cudaDestroyTextureObject(texture);
    texture_on(resource_of(array)); // takes its place, and is another all the same
    read<<<2, 32>>>(texture, out);
    return outcome();
}
