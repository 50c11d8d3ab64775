// A library that the emulator has not: nothing is said of what follows from that.
#include <cstdio>
#if 0
#include <cufft.h>
#endif
//! 10: error: cublas_v2.h: the emulator has no cuBLAS
#include <cublas_v2.h>
  //! 13: error: cutlass/gemm.h: the emulator has no CUTLASS
  # include <cutlass/gemm.h> // to multiply
#if __has_include(<cute/tensor.hpp>)
#include <cute/tensor.hpp>
#endif

int main() {
    cublasHandle_t handle;
    cublasCreate(&handle);
}
