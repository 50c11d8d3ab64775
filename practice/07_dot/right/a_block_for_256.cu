// 07_dot: as many blocks as are needed
#include "../common/book.h"

__global__ void dot(const float *a, const float *b, float *result, int n) {
    __shared__ float cache[256];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, cache[0]);
}

void solve(const float *dev_a, const float *dev_b, float *dev_result, int n) {
    cudaMemset(dev_result, 0, sizeof(float));
    if (n > 0)
        dot<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_result, n);
}
