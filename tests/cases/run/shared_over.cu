// $ ./book run
// exit: 1
// says: shared_over.cu|s,
// Writes beyond a static __shared__ array: it is a thread-local variable of the host, so what is hit is the
// emulator's or libc's own.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void k(int n) { __shared__ int s[64]; s[threadIdx.x * n] = threadIdx.x; __syncthreads(); if (threadIdx.x == 0) printf("%d\n", s[1]); }
int main(int argc, char **argv) {
    int n = argc > 1 ? std::atoi(argv[1]) : 8;
    k<<<1, 128>>>(n);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
