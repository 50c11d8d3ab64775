// 34_zero_copy: a kernel that reads the memory of the host
#include "../common/book.h"

__global__ void add_up(const int *a, int *sum, int n) {
    // The kernel.
}

// a: pinned memory of the host, mapped.
void solve(const int *a, int *dev_sum, int n, cudaStream_t stream) {
    // By which address does the device read it? Then the launch, and what must be there before it.
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
