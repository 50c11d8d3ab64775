// 08_transpose: transpose a matrix through a tile
#include "../common/book.h"

__global__ void transpose(const float *a, float *b, int columns, int rows) {
    // The kernel.
}

void solve(const float *dev_a, float *dev_b, int columns, int rows) {
    // The launch.
}

int main() {
    const int N = 50 * 70, M = N;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, 50, 70);
    HANDLE_LAUNCH("transpose");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int y = 0; y < 70; y++)
        for (int x = 0; x < 50; x++)
            right += b[y + x * 70] == a[x + y * 50];
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
