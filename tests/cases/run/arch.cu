// $ ./book run
// says: __CUDACC__ __NVCC__ __CUDACC_VER_MAJOR__ host 0 \(0\) kernel 1
// Without __CUDA_ARCH__ device code takes the host's branch; without __CUDACC__ and
// __CUDACC_VER_MAJOR__ headers take the branch of a host compiler, or of CUDA before 9.
#include <cstdio>
#include <cuda_runtime.h>
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}
__global__ void k(int *p) { *p = where(); }
int main() {
    int *p; cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p); cudaDeviceSynchronize();
#ifdef __CUDACC__
    std::printf("__CUDACC__ ");
#endif
#ifdef __NVCC__
    std::printf("__NVCC__ ");
#endif
#ifdef __CUDACC_VER_MAJOR__
    std::printf("__CUDACC_VER_MAJOR__ ");
#endif
    std::printf("host %d (0) kernel %d (1 with nvcc)\n", where(), *p);
}
