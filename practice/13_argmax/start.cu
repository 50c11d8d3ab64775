// 13_argmax: where is the largest element?
#include "../common/book.h"

// A larger element, or an equal one that comes first, makes a larger key. An element may be
// negative.
__device__ unsigned long long key(int element, int index) {
    return 0;
}

__global__ void find(const int *a, unsigned long long *best, int n) {
    // The kernel.
}

// best: 8 bytes to work in, of which nothing is known.
void solve(const int *dev_a, int *dev_result, unsigned long long *dev_best, int n) {
    // The launch.
}

int main() {
    const int N = 1000, M = 1;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 1000 - 500;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    unsigned long long *dev_best;
    HANDLE_ERROR(cudaMalloc((void **)&dev_best, sizeof *dev_best));
    solve(dev_a, dev_b, dev_best, N);
    HANDLE_ERROR(cudaFree(dev_best));
    HANDLE_LAUNCH("find");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    printf("%d\n", b[0]);
    right = a[b[0]] == 499;
    return book_verdict(right == M, "%d of %d results are right", right, M);
}
