// 34_zero_copy: a kernel that reads the memory of the host
#include "../common/book.h"

__global__ void add_up(const int *a, int *sum, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, cache[0]);
}

void solve(const int *a, int *dev_sum, int n, cudaStream_t stream) {
    int *dev_a;
    cudaHostGetDevicePointer((void **)&dev_a, (void *)a, 0);
    cudaMemsetAsync(dev_sum, 0, sizeof(int), stream);
    add_up<<<(n + 255) / 256, 256, 0, stream>>>(dev_a, dev_sum, n);
}

int main() {
    const int N = 10000;
    int *a, sum, *dev_sum;
    cudaStream_t stream;
    HANDLE_ERROR(cudaHostAlloc((void **)&a, N * sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_sum, sizeof sum));
    HANDLE_ERROR(cudaMemset(dev_sum, 0xff, sizeof sum));
    HANDLE_ERROR(cudaStreamCreate(&stream));
    solve(a, dev_sum, N, stream);
    HANDLE_LAUNCH("add_up");
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev_sum));
    HANDLE_ERROR(cudaFreeHost(a));
    return book_verdict(sum == N * (N - 1) / 2, "the sum is %d, right is %d", sum, N * (N - 1) / 2);
}
