// 07_dot: the warp adds by shuffles
#include "../common/book.h"

__global__ void dot(const float *a, const float *b, float *result, int n) {
    __shared__ float of_warps[32];
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    for (int apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0)
        of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < 4; warp++)
            sum += of_warps[warp];
        atomicAdd(result, sum);
    }
}

void solve(const float *dev_a, const float *dev_b, float *dev_result, int n) {
    cudaMemset(dev_result, 0, sizeof(float));
    dot<<<48, 128>>>(dev_a, dev_b, dev_result, n);
}
