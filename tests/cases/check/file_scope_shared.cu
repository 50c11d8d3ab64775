// $ ./book check
// says: 63 0
// A __shared__ variable at file scope (as in NVIDIA/compute-sanitizer-samples Racecheck and Synccheck):
// correct program, but the checker calls it host memory and the kernel dies at address 0.
#include <cuda_runtime.h>
#include <cstdio>
__shared__ int smem[64];
__global__ void k(int* out) {
  smem[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = smem[63 - threadIdx.x];
}
int main() {
  int *d, h[64];
  if (cudaMalloc(&d, sizeof h) != cudaSuccess) return 1;
  k<<<1, 64>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  printf("%d %d\n", h[0], h[63]);
  return cudaFree(d) == cudaSuccess ? 0 : 1;
}
