/* gpu_numbers.h: the numbers that peers moves from GPU to GPU, of which each says whose it is. */
#ifndef GPU_NUMBERS_H
#define GPU_NUMBERS_H

#include "../common/book.h"

const int threadsPerBlock = 256;

/* What lies on a GPU, so that nothing of another GPU or place can pass for it. */
__host__ __device__ static unsigned value_of(int gpu, long long i) {
    return (unsigned)i * 2654435761u + (unsigned)gpu;
}

__global__ void fill(unsigned *to, long long n, int gpu) {
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        to[i] = value_of(gpu, i);
}

/* Whether all numbers of GPU f are there. */
static inline int has_arrived(const unsigned *to, int f, long long n, unsigned *arrived) {
    HANDLE_ERROR(cudaMemcpy(arrived, to, (size_t)n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (long long i = 0; i < n; i++)
        if (arrived[i] != value_of(f, i))
            return 0;
    return 1;
}

#endif
