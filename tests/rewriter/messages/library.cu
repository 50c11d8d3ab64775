// A library that the emulator has not: nothing is said of what follows from that.
#include <cstdio>
#if 0
#include <cufft.h>
#endif
//! 10: error: cublas_v2.h: the emulator has no cuBLAS
#include <cublas_v2.h>
  //! 13: error: thrust/sort.h: the emulator has no Thrust
  # include <thrust/sort.h> // to sort
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

int main() {
    cublasHandle_t handle;
    cublasCreate(&handle);
}
