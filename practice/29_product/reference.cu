// 29_product: an atomic operation that CUDA does not have
#include "../common/book.h"

__device__ unsigned times(unsigned a, unsigned b) {
    return (unsigned long long)a * b % 1000003;
}

__device__ void atomic_times(unsigned *address, unsigned factor) {
    unsigned old = 1, assumed;
    do {
        assumed = old;
        old = atomicCAS(address, assumed, times(assumed, factor));
    } while (old != assumed);
}

__global__ void begin(unsigned *result) {
    *result = 1;
}

__global__ void multiply(const unsigned *a, unsigned *result, int n) {
    __shared__ unsigned cache[256];
    int t = threadIdx.x, i = t + blockIdx.x * 256;
    cache[t] = i < n ? a[i] : 1;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            cache[t] = times(cache[t], cache[t + half]);
        __syncthreads();
    }
    if (t == 0)
        atomic_times(result, cache[0]);
}

void solve(const unsigned *dev_a, unsigned *dev_result, int n) {
    begin<<<1, 1>>>(dev_result);
    multiply<<<(n + 255) / 256, 256>>>(dev_a, dev_result, n);
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
