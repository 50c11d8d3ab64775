// The sum of eight numbers by a tree, whose events tree.events lists.
#include <stdio.h>

__device__ int twice(int x) {
    return 2 * x;
}

__global__ void sum(const int *in, int *out) {
    __shared__ int cache[8];
    int tid = threadIdx.x;
    cache[tid] = twice(in[tid]);
    __syncthreads();
    for (int i = 4; i != 0; i /= 2) {
        if (tid < i) {
            int other = cache[tid + i]; // which read comes first in one statement, compilers choose
            cache[tid] += other;
        }
        __syncthreads();
    }
    if (tid == 0)
        *out = cache[0];
}

int main() {
    int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8}, result = 0;
    int *in, *out;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum<<<1, 8>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("%d\n", result);
    return result != 72;
}
