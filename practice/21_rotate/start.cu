// 21_rotate: each block turns its elements
#include "../common/book.h"

__global__ void rotate(int *a, int k) {
    // The kernel.
}

// n: a multiple of 256.
void solve(int *dev_a, int n, int k) {
    // The launch.
}

int main() {
    const int N = 1024, K = 10;
    static int a[N], *dev_a;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    solve(dev_a, N, K);
    HANDLE_LAUNCH("rotate");
    HANDLE_ERROR(cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += a[i] == i / 256 * 256 + (i + K) % 256;
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
