// $ ./book check
// exit: 98
// says: {here}
// memset of a null pointer in a kernel (GPUVerify memset/null_dst): the fault is named without file and line.
#include <cuda_runtime.h>
#include <cstring>
__global__ void k(char* p) { memset(p, 0, 100); } // here
int main() {
  k<<<1, 1>>>(nullptr);
  (void)cudaDeviceSynchronize();
}
