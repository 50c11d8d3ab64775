// 07_dot: every thread adds to the result
// says: atomic operations on global memory, at most 64 asked
#include "../common/book.h"

__global__ void dot(const float *a, const float *b, float *result, int n) {
    __shared__ float cache[256];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
    }
    atomicAdd(result, sum);
}

void solve(const float *dev_a, const float *dev_b, float *dev_result, int n) {
    cudaMemset(dev_result, 0, sizeof(float));
    dot<<<32, 256>>>(dev_a, dev_b, dev_result, n);
}
