// 06_block_sum: the sum of each block, as a tree
#include "../common/book.h"

__global__ void sum_blocks(const float *a, float *sums, int n) {
    __shared__ float cache[256];
}

// sums has an element for each 256 of a, or part of them.
void solve(const float *dev_a, float *dev_sums, int n) {
    // The launch.
}

int main() {
    const int N = 1000, M = 4;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, N);
    HANDLE_LAUNCH("sum_blocks");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < M; i++) {
        printf("%g ", b[i]);
        right += b[i] == (i < 3 ? 256 : 1000 - 3 * 256);
    }
    printf("\n");
    return book_verdict(right == M, "%d of %d sums are right", right, M);
}
