// $ ./book run
// says: (laneid|asm|PTX)
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(unsigned *p) { unsigned l; asm("mov.u32 %0, %%laneid;" : "=r"(l)); p[threadIdx.x] = l; }
int main() {
    unsigned *p; cudaMallocManaged(&p, 64 * 4);
    k<<<1, 64>>>(p); cudaDeviceSynchronize();
    std::printf("%u\n", p[33]);
}
