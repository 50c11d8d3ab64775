// exit: 1
// says: surface_beyond\.cu:11: thread 3 of block \(0,0,0\) in kernel write accesses
// says: accesses 4 bytes of a surface at byte 64 of row 2 of slice 0, beyond its
// says: beyond its 64 bytes x 16 rows x 1 slices$
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "texture.h"

__global__ void write(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x + 13; // elements
    if (x >= 13)
        surf2Dwrite(1.0f, surface, x * 4, 2);
}

int main() {
    cudaSurfaceObject_t surface = 0;
    const cudaResourceDesc resource = resource_of(make_array(cudaArraySurfaceLoadStore));
    cudaCreateSurfaceObject(&surface, &resource);
    write<<<1, 4>>>(surface);
    return outcome();
}
