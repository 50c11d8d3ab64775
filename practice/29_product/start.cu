// 29_product: an atomic operation that CUDA does not have
#include "../common/book.h"

__device__ unsigned times(unsigned a, unsigned b) {
    return (unsigned long long)a * b % 1000003;
}

__device__ void atomic_times(unsigned *address, unsigned factor) {
    // The loop.
}

__global__ void multiply(const unsigned *a, unsigned *result, int n) {
    // The kernel.
}

// n: 1 or more.
void solve(const unsigned *dev_a, unsigned *dev_result, int n) {
    // The launch, and what must be there before it.
}

int main() {
    const int N = 10000;
    static unsigned a[N], *dev_a, result, *dev_result, right = 1;
    for (int i = 0; i < N; i++) {
        a[i] = i + 1;
        right = (unsigned long long)right * a[i] % 1000003;
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_result, 0, sizeof result));
    solve(dev_a, dev_result, N);
    HANDLE_LAUNCH("multiply");
    HANDLE_ERROR(cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_result));
    return book_verdict(result == right, "the product is %u, right is %u", result, right);
}
