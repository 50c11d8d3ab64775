// $ ./book check
// exit: 98
// says: {here}
// The last byte of a[31] is never written (compute-sanitizer-samples/Suppressions/suppressions_initcheck_demo.cu):
// thread 31 reads an int of which 3 bytes are initialised. initcheck names it; the checker was silent.
#include <cuda_runtime.h>
__global__ void mult(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x] * 2; } // here
int main() {
  int *a, *b;
  if (cudaMalloc(&a, 32 * 4) != cudaSuccess || cudaMalloc(&b, 32 * 4) != cudaSuccess) return 1;
  if (cudaMemset(a, 0, 32 * 4 - 1) != cudaSuccess) return 1;
  mult<<<1, 32>>>(a, b);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(a) != cudaSuccess || cudaFree(b) != cudaSuccess;
}
