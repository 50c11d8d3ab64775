// 12_histogram: a histogram, first in shared memory
#include "../common/book.h"

__global__ void histogram(const unsigned char *data, unsigned *counts, int n) {
    __shared__ unsigned mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * 256; i < n; i += 256 * gridDim.x)
        atomicAdd(&mine[data[i]], 1);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]);
}

void solve(const unsigned char *dev_data, unsigned *dev_counts, int n) {
    cudaMemset(dev_counts, 0, 256 * sizeof(unsigned));
    histogram<<<32, 256>>>(dev_data, dev_counts, n);
}

int main() {
    const int N = 10000;
    static unsigned char data[N];
    unsigned counts[256], *dev_counts, expected[256] = {0};
    unsigned char *dev_data;
    for (int i = 0; i < N; i++) {
        data[i] = i * i % 251;
        expected[data[i]]++;
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev_data, sizeof data));
    HANDLE_ERROR(cudaMalloc((void **)&dev_counts, sizeof counts));
    HANDLE_ERROR(cudaMemcpy(dev_data, data, sizeof data, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_counts, 0xff, sizeof counts));
    solve(dev_data, dev_counts, N);
    HANDLE_LAUNCH("histogram");
    HANDLE_ERROR(cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_data));
    HANDLE_ERROR(cudaFree(dev_counts));

    int right = 0;
    for (int v = 0; v < 256; v++)
        right += counts[v] == expected[v];
    return book_verdict(right == 256, "%d of 256 counters are right", right);
}
