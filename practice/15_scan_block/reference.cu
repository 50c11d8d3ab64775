// 15_scan_block: running sums within a block
#include "../common/book.h"

__global__ void scan(const int *a, int *b, int n) {
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * 256;
    cache[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int apart = 1; apart < 256; apart *= 2) {
        int before = threadIdx.x >= apart ? cache[threadIdx.x - apart] : 0;
        __syncthreads(); // all have read what others are about to change
        cache[threadIdx.x] += before;
        __syncthreads(); // all have written what others are about to read
    }
    if (i < n)
        b[i] = cache[threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        scan<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}

int main() {
    const int N = 600, M = N;
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
        right += b[i] == i % 256 + 1;
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
