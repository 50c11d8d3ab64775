// 25_blur: a tile with a halo, in two dimensions
#include "../common/book.h"

__global__ void blur(const int *a, int *b, int width, int height) {
    __shared__ int tile[10][34];
    int left = 32 * blockIdx.x - 1, top = 8 * blockIdx.y - 1;
    for (int k = threadIdx.x + 32 * threadIdx.y; k < 34 * 10; k += 256) {
        int x = left + k % 34, y = top + k / 34;
        bool inside = x >= 0 && x < width && y >= 0 && y < height;
        tile[k / 34][k % 34] = inside ? a[x + y * width] : 0;
    }
    __syncthreads();
    int x = threadIdx.x + 32 * blockIdx.x, y = threadIdx.y + 8 * blockIdx.y, sum = 0;
    for (int down = 0; down < 3; down++)
        for (int right = 0; right < 3; right++)
            sum += tile[threadIdx.y + down][threadIdx.x + right];
    if (x < width && y < height)
        b[x + y * width] = sum;
}

void solve(const int *dev_a, int *dev_b, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
    if (width > 0 && height > 0)
        blur<<<blocks, threads>>>(dev_a, dev_b, width, height);
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
