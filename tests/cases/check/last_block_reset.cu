// $ ./book check
// The last-block sum of NVIDIA's Programming Guide (Memory Fence Functions), with its `count = 0;` for the next launch
// (also cuda-samples threadFenceReduction, HeCBench threadfence): the checker calls the reset a race with the atomicInc()
// of the other blocks. Their atomicInc() came before this thread's own, which returned the last number.
#include <cuda_runtime.h>
#include <cstdio>
__device__ unsigned int count = 0;
__global__ void sum(const float* array, volatile float* result) {
  __shared__ bool isLastBlockDone;
  if (threadIdx.x == 0) {
    result[blockIdx.x] = array[blockIdx.x];
    __threadfence();
    unsigned int value = atomicInc(&count, gridDim.x);
    isLastBlockDone = (value == (gridDim.x - 1));
  }
  __syncthreads();
  if (isLastBlockDone && threadIdx.x == 0) {
    float s = 0;
    for (unsigned i = 0; i < gridDim.x; i++) s += result[i];
    result[0] = s;
    count = 0;
  }
}
int main() {
  float *a, *r;
  if (cudaMalloc(&a, 32) != cudaSuccess || cudaMalloc(&r, 32) != cudaSuccess || cudaMemset(a, 0, 32) != cudaSuccess) return 1;
  sum<<<8, 32>>>(a, r);
  sum<<<8, 32>>>(a, r);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(a) != cudaSuccess || cudaFree(r) != cudaSuccess;
}
