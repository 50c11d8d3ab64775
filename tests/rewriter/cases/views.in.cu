// What depends on __CUDA_ARCH__, as the host and the device see it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *p, double x) { return *p + x; }
#endif
#ifdef __CUDA_ARCH__ // macros only
#define SIDE(x) \
    device(x)
#else
#define SIDE(x) host(x)
#endif
#define TWICE (2 * SIDE(1))
#undef TWICE
#define PLAIN 1
#ifndef __CUDA_ARCH__
#include <vector>
#define BOTH_LISTS
int host_only();
#if 0
#define SKIPPED 1
#endif
#elif __CUDA_ARCH__ < 350
#error "too old"
#endif
#define HD __host__ __device__ inline
__global__ void kernel(int *out) {
#if __CUDA_ARCH__ >= 900
    *out = SIDE(__CUDA_ARCH__);
#endif
}
HD int both() { return SIDE(1); }
struct point {
    int x;
    HD point() : x{1} {
#ifdef __CUDA_ARCH__
        x = 2;
#endif
    }
    __device__ two<int, int> operator()(int) const { return {__CUDA_ARCH__, SIDE(2)}; }
};
int host() {
#ifdef __CUDA_ARCH__
    return SIDE(1);
#endif
    auto f = [=] __device__(int i) { return SIDE(i); };
    auto g = [=] __host__ __device__(int i) { return SIDE(i); };
    return f(1) + g(1) + SIDE(3);
}
// One clock() for each side.
#define TICKS() (clock() - 1)
__device__ long ticks(timer t) { return clock() + t.clock() + TICKS(); }
long host_ticks() { return clock() + TICKS(); }
// A macro with functions for one side, or both.
#define SIDES(NAME)                                                                                \
    HD int NAME() {                                                                                \
        return SIDE(1);                                                                            \
    }                                                                                              \
    __device__ int NAME##_of_device() { return SIDE(2); }
SIDES(a)
// A header that only the device sees, and one of the program's.
#ifdef __CUDA_ARCH__
#include <math_constants.h>
#include "headers/plain.h"
#endif
__device__ float infinity() { return CUDART_INF_F; }
