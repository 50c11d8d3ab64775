// 07_dot: the dot product, one number
#include "../common/book.h"

__global__ void dot(const float *a, const float *b, float *result, int n) {
    // The kernel.
}

void solve(const float *dev_a, const float *dev_b, float *dev_result, int n) {
    // cudaMemset writes bytes, and four bytes of 0 are a float of 0.
}

int main() {
    const int N = 1000, M = 1;
    static float a[N], b[M];
    float *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i % 7;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0xff, sizeof b));
    solve(dev_a, dev_a, dev_b, N);
    HANDLE_LAUNCH("dot");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    float expected = 0;
    for (int i = 0; i < N; i++)
        expected += a[i] * a[i];
    printf("%g, expected %g\n", b[0], expected);
    right = b[0] == expected;
    return book_verdict(right == M, "%d of %d results are right", right, M);
}
