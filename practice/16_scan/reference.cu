// 16_scan: running sums over all blocks
#include "../common/book.h"

// Each block alone. Where there are no elements, 0 is added. sums may be null.
__global__ void scan(const int *a, int *b, int *sums, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[threadIdx.x - apart] : 0;
        __syncthreads();
        cache[threadIdx.x] += before;
        __syncthreads();
    }
    if (i < n)
        b[i] = cache[threadIdx.x];
    if (sums != NULL && threadIdx.x == 255)
        sums[blockIdx.x] = cache[255];
}

__global__ void add(int *b, const int *sums, int n) {
    int i = threadIdx.x + blockIdx.x * 256;
    if (i < n && blockIdx.x > 0)
        b[i] += sums[blockIdx.x - 1];
}

void solve(const int *dev_a, int *dev_b, int n) {
    int blocks = (n + 255) / 256, *dev_sums;
    if (n == 0)
        return;
    cudaMalloc((void **)&dev_sums, blocks * sizeof(int));
    scan<<<blocks, 256>>>(dev_a, dev_b, dev_sums, n);
    scan<<<1, 256>>>(dev_sums, dev_sums, NULL, blocks);
    add<<<blocks, 256>>>(dev_b, dev_sums, n);
    cudaFree(dev_sums);
}

int main() {
    const int N = 10000, M = N;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, N);
    HANDLE_LAUNCH("scan");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += b[i] == i + 1;
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
