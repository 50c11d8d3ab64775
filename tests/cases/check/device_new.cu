// $ ./book check
// new and malloc() in a kernel: correct.
#include <cuda_runtime.h>
struct vec { int n; int* p; __device__ vec(int m) : n(m), p(new int[m]) {} __device__ ~vec() { delete[] p; } };
__global__ void make(vec** v) { *v = new vec(4); }
__global__ void fill(vec** v) { (*v)->p[threadIdx.x] = threadIdx.x; }
__global__ void drop(vec** v) { delete *v; }
__global__ void own() {
  int* q = (int*)malloc(16);
  q[0] = 1;
  free(q);
}
int main() {
  vec** v;
  if (cudaMalloc(&v, sizeof *v) != cudaSuccess) return 1;
  make<<<1, 1>>>(v);
  fill<<<1, 4>>>(v);
  drop<<<1, 1>>>(v);
  own<<<1, 1>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(v) != cudaSuccess;
}
