// exit: 1
// says: surface_unaligned\.cu:9: thread 1 of block \(0,0,0\) in kernel read accesses
// says: accesses unaligned 4 bytes of a surface at byte 1 of row 0 of slice 0
// says: ^cudaDeviceSynchronize: cudaErrorMisalignedAddress
#include "texture.h"

__global__ void read(cudaSurfaceObject_t surface, float *out) {
    // x is in bytes.
    out[threadIdx.x] = surf2Dread<float>(surface, threadIdx.x, 0);
}

int main() {
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    cudaSurfaceObject_t surface = 0;
    const cudaResourceDesc resource = resource_of(make_array(cudaArraySurfaceLoadStore));
    cudaCreateSurfaceObject(&surface, &resource);
    read<<<1, 4>>>(surface, out);
    return outcome();
}
