// 05_barrier: the barrier that is missing
#include "../common/book.h"

__global__ void reverse(const int *a, int *b) {
    __shared__ int tile[256];
    int first = blockIdx.x * 256;
    tile[threadIdx.x] = a[first + threadIdx.x];
    b[first + threadIdx.x] = tile[255 - threadIdx.x];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<n / 256, 256>>>(dev_a, dev_b);
}

int main() {
    const int N = 512, M = 512;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, N);
    HANDLE_LAUNCH("reverse");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += b[i] == a[i / 256 * 256 + 255 - i % 256];
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
