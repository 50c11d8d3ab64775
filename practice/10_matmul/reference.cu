// 10_matmul: the matrix product in tiles
#include "../common/book.h"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x + blockIdx.x * 16, y = threadIdx.y + blockIdx.y * 16;
    float sum = 0;
    for (int first = 0; first < n; first += 16) {
        int k = first + threadIdx.x, l = first + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = y < n && k < n ? a[k + y * n] : 0;
        tile_b[threadIdx.y][threadIdx.x] = l < n && x < n ? b[x + l * n] : 0;
        __syncthreads(); // the tiles are there
        for (int i = 0; i < 16; i++)
            sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads(); // nobody needs them any more
    }
    if (x < n && y < n)
        c[x + y * n] = sum;
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    dim3 threads(16, 16), blocks((n + 15) / 16, (n + 15) / 16);
    if (n > 0)
        multiply<<<blocks, threads>>>(dev_a, dev_b, dev_c, n);
}

int main() {
    const int N = 40 * 40, M = N;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i % 5;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_a, dev_b, 40);
    HANDLE_LAUNCH("multiply");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++) {
            float sum = 0;
            for (int k = 0; k < 40; k++)
                sum += a[k + y * 40] * a[x + k * 40];
            right += b[x + y * 40] == sum;
        }
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
