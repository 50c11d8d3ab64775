// $ ./book run
// says: ^5$
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *p) { *p = 5; }
int main() {
    int n = 0, g = 0, *p; cudaMallocManaged(&p, 4);
    cudaOccupancyMaxPotentialBlockSize(&g, &n, (void *)k, 0, 0);
    void *args[] = {&p};
    cudaLaunchKernel((void *)k, dim3(1), dim3(1), args, 0, 0);
    cudaDeviceSynchronize();
    std::printf("%d\n", *p);
}
