// host_defines.h: CUDA's function, variable and type qualifiers as plain C and C++.
//
// The source rewriter has already turned kernels and launches into C++, so most qualifiers mean
// nothing to the compiler here: __constant__ and __device__ variables are globals. Two do mean
// something: a __shared__ variable is one copy per worker thread (a worker runs one block at a
// time), and __managed__ variables are kept together, where the runtime can tell that an address
// belongs to one. That costs their size in the program's file, even for those that are all 0.
#ifndef HOST_DEFINES_H
#define HOST_DEFINES_H
// Which programs ask for.
#define __HOST_DEFINES_H__

#define __global__
#define __device__
#define __host__
#define __constant__
#if defined(__ELF__) || defined(__wasm__)
#define __managed__ __attribute__((section("cuda_managed")))
#else
#define __managed__
#endif
#define __tile_global__

#ifdef __cplusplus
#define __shared__ static thread_local
#else
#define __shared__ static _Thread_local
#endif

#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__

#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__ inline
#define __nv_pure__ __attribute__((pure))

#endif
