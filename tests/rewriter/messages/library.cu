// A library that the emulator has not: nothing is said of what follows from that.
#include <cstdio>
#if 0
#include <nvjpeg.h>
#endif
//! 10: error: nvgraph.h: the emulator has no nvGRAPH
#include <nvgraph.h>
  //! 13: error: cutlass/gemm.h: the emulator has no CUTLASS
  # include <cutlass/gemm.h> // to multiply
#if __has_include(<cute/tensor.hpp>)
#include <cute/tensor.hpp>
#endif

int main() {
    nvgraphHandle_t handle;
    nvgraphCreate(&handle);
}
