// 13_argmax: where is the largest element?
#include "../common/book.h"

// A larger element, or an equal one that comes first, makes a larger key. An element may be
// negative.
__device__ unsigned long long key(int element, int index) {
    unsigned upper = (unsigned)element ^ 0x80000000u; // keeps the order, and is not negative
    return (unsigned long long)upper << 32 | (0xffffffffu - index);
}

__global__ void find(const int *a, unsigned long long *best, int n) {
    __shared__ unsigned long long cache[256];
    unsigned long long mine = 0;
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        mine = max(mine, key(a[i], i));
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            cache[threadIdx.x] = max(cache[threadIdx.x], cache[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicMax(best, cache[0]);
}

__global__ void unpack(const unsigned long long *best, int *result) {
    *result = (int)(0xffffffffu - (unsigned)*best);
}

// best: 8 bytes to work in, of which nothing is known.
void solve(const int *dev_a, int *dev_result, unsigned long long *dev_best, int n) {
    cudaMemset(dev_best, 0, sizeof *dev_best);
    find<<<32, 256>>>(dev_a, dev_best, n);
    unpack<<<1, 1>>>(dev_best, dev_result);
}

int main() {
    const int N = 1000, M = 1;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 1000 - 500;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    unsigned long long *dev_best;
    HANDLE_ERROR(cudaMalloc((void **)&dev_best, sizeof *dev_best));
    solve(dev_a, dev_b, dev_best, N);
    HANDLE_ERROR(cudaFree(dev_best));
    HANDLE_LAUNCH("find");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    printf("%d\n", b[0]);
    right = a[b[0]] == 499;
    return book_verdict(right == M, "%d of %d results are right", right, M);
}
