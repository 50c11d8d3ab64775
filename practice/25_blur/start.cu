// 25_blur: a tile with a halo, in two dimensions
#include "../common/book.h"

__global__ void blur(const int *a, int *b, int width, int height) {
    __shared__ int tile[10][34]; // for blocks of 32 by 8 threads
}

void solve(const int *dev_a, int *dev_b, int width, int height) {
    // The launch.
}

int main() {
    const int WIDTH = 100, HEIGHT = 70, N = WIDTH * HEIGHT;
    static int a[N];
    static int b[N];
    int *dev_a;
    int *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, WIDTH, HEIGHT);
    HANDLE_LAUNCH("blur");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++) {
        int x = i % WIDTH, y = i / WIDTH;
        int columns = 3 - (x == 0) - (x == WIDTH - 1), rows = 3 - (y == 0) - (y == HEIGHT - 1);
        right += b[i] == columns * rows;
    }
    return book_verdict(right == N, "%d of %d pixels are right", right, N);
}
