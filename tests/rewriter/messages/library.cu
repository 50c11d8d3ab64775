// A library that the emulator has not: nothing is said of what follows from that.
#include <cstdio>
#if 0
#include <nvjpeg.h>
#endif
//! 10: error: nvgraph.h: the emulator has no nvGRAPH
#include <nvgraph.h>
  //! 13: error: thrust/sort.h: the emulator has no Thrust
  # include <thrust/sort.h> // to sort
#if __has_include(<cub/cub.cuh>)
#include <cub/cub.cuh>
#endif

int main() {
    nvgraphHandle_t handle;
    nvgraphCreate(&handle);
}
