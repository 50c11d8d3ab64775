// $ ./book check
// exit: 0
// says: ^0 and 31$
// says: nothing found
// Operands of inline PTX may be elements of a pointer, whose indices the checker looks at elsewhere.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void lanes(unsigned *out) {
    unsigned *mine = out + threadIdx.x * 4;
    mine[2] = 0;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(mine[3]));
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(mine[1]) : "r"(mine[3]), "r"(mine[2]), "r"(mine[3]));
    asm("popc.b32 %0, %1;" : "=r"(mine[0]) : "r"(mine[1]));
}
int main() {
    unsigned *out, found[128];
    if (cudaMalloc(&out, sizeof found) != cudaSuccess)
        return 1;
    lanes<<<1, 32>>>(out);
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    std::printf("%u and %u\n", found[1], found[125]);
    return cudaFree(out) != cudaSuccess;
}
