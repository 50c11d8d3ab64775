// 32_fork_join: two kernels side by side, and a third behind them
#include "../common/book.h"

__global__ void square(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] = a[i] * a[i];
}

__global__ void cube(const int *a, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] * a[i] * a[i];
}

__global__ void add(int *b, const int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] += c[i];
}

// b: sums of squares and cubes. c: memory for the cubes.
void solve(const int *dev_a, int *dev_b, int *dev_c, int n, cudaStream_t stream,
           cudaStream_t other) {
    // Three launches, and what puts them in order.
}

int main() {
    const int N = 10000;
    static int a[N];
    static int b[N];
    static int c[N];
    int *dev_a;
    int *dev_b;
    int *dev_c;
    for (int i = 0; i < N; i++)
        a[i] = i % 100;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof c));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    HANDLE_ERROR(cudaMemset(dev_c, 0, sizeof c));
    cudaStream_t streams[2];
    for (int k = 0; k < 2; k++)
        HANDLE_ERROR(cudaStreamCreateWithFlags(&streams[k], cudaStreamNonBlocking));
    HANDLE_ERROR(cudaDeviceSynchronize()); // for the copies: these streams do not wait for them
    solve(dev_a, dev_b, dev_c, N, streams[0], streams[1]);
    HANDLE_ERROR(cudaStreamSynchronize(streams[0]));
    for (int k = 0; k < 2; k++)
        HANDLE_ERROR(cudaStreamDestroy(streams[k]));
    HANDLE_LAUNCH("add");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += b[i] == a[i] * a[i] * (1 + a[i]);
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
