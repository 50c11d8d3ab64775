// $ ./book run
// the first lines of NVIDIA's helper_cuda.h, on which nearly every sample of NVIDIA is built
#include <cuda_runtime.h>
#ifdef __DRIVER_TYPES_H__
static const char *name(cudaError_t e) { return cudaGetErrorName(e); }
#endif
#include <cstdio>
int main() { std::printf("%s\n", name(cudaSuccess)); }
