// 03_add_loop: add vectors with a grid-stride loop
#include "../common/book.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        c[i] = a[i] + b[i];
}

void solve(const float *dev_a, const float *dev_b, float *dev_c, int n) {
    add<<<64, 256>>>(dev_a, dev_b, dev_c, n);
}

int main() {
    const int N = 100000;
    static float a[N], b[N], c[N];
    float *dev_a, *dev_b, *dev_c;
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof c));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_c, 0, sizeof c));
    solve(dev_a, dev_b, dev_c, N);
    HANDLE_LAUNCH("add");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += c[i] == a[i] + b[i];
    return book_verdict(right == N, "%d of %d sums are right", right, N);
}
