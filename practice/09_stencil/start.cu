// 09_stencil: a stencil with a halo
#include "../common/book.h"

__global__ void stencil(const int *a, int *b, int n) {
    __shared__ int tile[256 + 6];
}

void solve(const int *dev_a, int *dev_b, int n) {
    // The launch.
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
