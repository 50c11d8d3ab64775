// cuda.h: what clangd reads before a .cu file, so that an editor knows CUDA on a machine without its toolkit.
//
// clang itself knows kernels, launches and qualifiers (-x cuda); what the toolkit declares, the emulator's headers do.
// They are written for the host and their functions serve both sides, so they are read as such, with all that they
// include before them; then the qualifiers mean again what clang takes them for. Nothing is ever compiled like this.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS // libstdc++'s name for: the C library's own
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#pragma clang force_cuda_host_device end
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS

#define __device__ __attribute__((device)) // clang's own <new> and <algorithm> ask for it
#define __host__ __attribute__((host))
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>
#undef __device__
#undef __host__

// The C library declares functions of these names, which are none of a program's.
#define __sinf cuda_sinf
#define __cosf cuda_cosf
#define __tanf cuda_tanf
#define __tanhf cuda_tanhf
#define __sincosf cuda_sincosf
#define __expf cuda_expf
#define __exp10f cuda_exp10f
#define __logf cuda_logf
#define __log2f cuda_log2f
#define __log10f cuda_log10f
#define __powf cuda_powf
#pragma clang force_cuda_host_device begin
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>
#pragma clang force_cuda_host_device end

#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __shared__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
// What clang makes of kernel<<<...>>>: the second where it finds a toolkit, the first where there is none.
extern "C" unsigned cudaConfigureCall(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                cudaStream_t stream = nullptr);
