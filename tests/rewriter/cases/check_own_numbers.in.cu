// Functions read the built-in variables so that g++ does not tell of it; kernels have constants.
#include "cuda_runtime.h"

#define NUMBER threadIdx.x
#define DOUBLE(X) (2 * (X))

struct place {
    dim3 blockDim;
    __device__ unsigned width() const { return this->blockDim.x; }
};

__device__ unsigned number() { return threadIdx.x + blockIdx.x * blockDim.x; }
__device__ unsigned number_in_macros() { return NUMBER + DOUBLE(threadIdx.y); }
__device__ bool is_first(unsigned *x) { return *x == 0 && !threadIdx.z; }
__device__ decltype(threadIdx.x) lanes(const place &p) { return p.blockDim.x + sizeof(gridDim.x); }
__device__ const unsigned *where() { return &threadIdx.x; }
__device__ unsigned own(dim3 blockDim) {
    blockDim.x += 1;
    return blockDim.x;
}
__device__ unsigned wider(uint3 threadIdx) { return threadIdx.x; }
__device__ void passes_on(void (*f)(uint3)) { f(threadIdx); }
template <class T> __device__ T of_any(T x) { return x + gridDim.z; }
constexpr __host__ __device__ int none() { return 0; }

__global__ void fill(unsigned *out) {
    const auto index = [&] { return threadIdx.x; };
    out[threadIdx.x] = index() + number();
}
