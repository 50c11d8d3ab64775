// 11_filter: a filter in constant memory
#include "../common/book.h"

// Here the weights.

__global__ void filter(const int *a, int *b, int n) {
    // The kernel.
}

void solve(const int *w, const int *dev_a, int *dev_b, int n) {
    // cudaMemcpyToSymbol copies to a variable of the device.
}

int main() {
    const int N = 1000, M = N;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i % 10;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    const int w[9] = {1, 2, 3, 2, 1, 0, -1, 0, 2};
    solve(w, dev_a, dev_b, N);
    HANDLE_LAUNCH("filter");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 0; k < 9; k++)
            if (i + k - 4 >= 0 && i + k - 4 < N)
                sum += w[k] * a[i + k - 4];
        right += b[i] == sum;
    }
    return book_verdict(right == M, "%d of %d elements are right", right, M);
}
