// $ ./book check
// says: {here}
// __builtin_memcpy of a constant number of bytes is expanded in place and not seen: both threads write
// byte 4 of out (GPUVerify memcpy/lentoobig, fail_overstep, notexactdiv). memcpy() itself is seen.
#include <cuda_runtime.h>
struct s_t { short x, y; };
__global__ void k(const s_t* in, s_t* out) {
#ifdef PLAIN
  memcpy(&out[threadIdx.x], &in[threadIdx.x], 5);
#else
  __builtin_memcpy(&out[threadIdx.x], &in[threadIdx.x], 5); // here
#endif
}
int main() {
  s_t *a, *b;
  if (cudaMalloc(&a, 64) != cudaSuccess || cudaMalloc(&b, 64) != cudaSuccess || cudaMemset(a, 0, 64) != cudaSuccess) return 1;
  k<<<1, 2>>>(a, b);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  return cudaFree(a) != cudaSuccess || cudaFree(b) != cudaSuccess;
}
