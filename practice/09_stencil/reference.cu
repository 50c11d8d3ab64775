// 09_stencil: a stencil with a halo
#include "../common/book.h"

__global__ void stencil(const int *a, int *b, int n) {
    __shared__ int tile[256 + 6]; // tile[0] is the element three before the block's first
    int first = blockIdx.x * 256 - 3;
    for (int t = threadIdx.x; t < 256 + 6; t += 256)
        tile[t] = first + t >= 0 && first + t < n ? a[first + t] : 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * 256;
    if (i >= n)
        return;
    int sum = 0;
    for (int t = 0; t < 7; t++)
        sum += tile[threadIdx.x + t];
    b[i] = sum;
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        stencil<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}

int main() {
    const int N = 1000, M = N;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, N);
    HANDLE_LAUNCH("stencil");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++) {
        int from = i < 3 ? 0 : i - 3, to = i + 3 < N ? i + 3 : N - 1;
        right += b[i] == to - from + 1;
    }
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
