// $ ./book check
// says: done
// Eight host threads, each with its own stream (cuda-samples simpleCallback): the checked program dies of SIGSEGV.
#include <cuda_runtime.h>
#include <cstdio>
#include <thread>
#include <vector>
__global__ void inc(int* d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i]++; }
void work() {
  const int n = 100000;
  int *d, *h;
  cudaStream_t s;
  if (cudaStreamCreate(&s) != cudaSuccess || cudaMalloc(&d, n * 4) != cudaSuccess || cudaHostAlloc(&h, n * 4, cudaHostAllocPortable) != cudaSuccess) return;
  for (int i = 0; i < n; i++) h[i] = i;
  (void)cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s);
  inc<<<(n + 511) / 512, 512, 0, s>>>(d, n);
  (void)cudaMemcpyAsync(h, d, n * 4, cudaMemcpyDeviceToHost, s);
  (void)cudaStreamSynchronize(s);
  if (h[5] != 6) printf("wrong\n");
  (void)cudaFree(d), (void)cudaFreeHost(h), (void)cudaStreamDestroy(s);
}
int main() {
  std::vector<std::thread> t;
  for (int i = 0; i < 8; i++) t.emplace_back(work);
  for (auto& x : t) x.join();
  printf("done\n");
}
