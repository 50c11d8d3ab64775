// 07_dot: the dot product, one number
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
    dot<<<32, 256>>>(dev_a, dev_b, dev_result, n);
}

int main() {
    const int N = 1000, M = 1;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0xff, sizeof b));
    solve(dev_a, dev_a, dev_b, N);
    HANDLE_LAUNCH("dot");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    float expected = 0;
    for (int i = 0; i < N; i++)
        expected += a[i] * a[i];
    printf("%g, expected %g\n", b[0], expected);
    right = b[0] == expected;
    return book_verdict(right == M, "%d of %d results are right", right, M);
}
