// 19_gather: elements in the order of a list
#include "../common/book.h"

__global__ void gather(const int *a, int count, const int *from, int *c, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = from[i] >= 0 && from[i] < count ? a[from[i]] : -1;
}

void solve(const int *dev_a, int count, const int *dev_from, int *dev_c, int n) {
    if (n > 0)
        gather<<<(n + 255) / 256, 256>>>(dev_a, count, dev_from, dev_c, n);
}

int main() {
    const int N = 1000;
    static int a[4];
    static int from[N];
    static int c[N];
    int *dev_a;
    int *dev_from;
    int *dev_c;
    for (int i = 0; i < 4; i++)
        a[i] = i + 6;
    for (int i = 0; i < N; i++)
        from[i] = i % 6 - 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_from, sizeof from));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof c));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_from, from, sizeof from, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_c, 0, sizeof c));
    solve(dev_a, 4, dev_from, dev_c, N);
    HANDLE_LAUNCH("gather");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_from));
    HANDLE_ERROR(cudaFree(dev_c));

    int right = 0;
    for (int i = 0; i < N; i++)
        right += c[i] == (from[i] >= 0 && from[i] < 4 ? a[from[i]] : -1);
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
