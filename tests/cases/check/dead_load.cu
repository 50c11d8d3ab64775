// $ ./book check
// exit: 98
// says: race
// Every thread returns s[0], but only thread 0 uses it: g++ -O2 moves the load into the branch, and the race between the
// load of the others and the next round's store is gone (Indigo3 PR_..._SyncBug_..._Persist_Block_NonDeterm_GlobalAdd).
#include <cuda_runtime.h>
__device__ static int sum(int v, int* s) {
  s[threadIdx.x] = v;  // round 2: nothing since the others' load of s[0]
  __syncthreads();
  return s[0];
}
__global__ void k(int* d) {
  __shared__ int s[64];
  for (int r = 0; r < 2; r++) {
    int v = sum(r, s);
    if (threadIdx.x == 0) d[r] = v;
  }
}
int main() {
  int* d;
  if (cudaMalloc(&d, 8) != cudaSuccess) return 1;
  k<<<1, 64>>>(d);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(d) != cudaSuccess;
}
