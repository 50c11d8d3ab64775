// $ ./book check
// A wait of 10 ms by clock(), as cuda-samples simpleHyperQ and HeCBench concurrentKernels do: cudaDevAttrClockRate says
// kHz of a device, clock() counts the C library's microseconds, so 10 ms become 1000 times longer: "endless loop".
#include <cuda_runtime.h>
#include <cstdio>
__global__ void wait(clock_t n) { clock_t t0 = clock(); while (clock() - t0 < n) {} }
int main() {
  int khz;
  if (cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0) != cudaSuccess) return 1;
  printf("%d kHz, %ld clocks\n", khz, 10L * khz);
  wait<<<1, 1>>>(10L * khz);
  return cudaDeviceSynchronize() != cudaSuccess;
}
