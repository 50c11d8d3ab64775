#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include "cuda.h"
#include "device_functions.h"
#include "../common/book.h"
#include <stdio.h>

// A listing as a reader types it from a book: these includes, arrays on the stack, launches that an
// editor's formatter has pulled apart, an int main() without arguments.
#define N (33 * 1024)
#define imax(a, b) (a > b ? a : b)

const int threadsPerBlock = 64;
const int blocksPerGrid = imax(1, N / 4096);

__global__ void triple(int* v) {
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    while (tid < N) {
        v[tid] = 3 * v[tid];
        tid += blockDim.x * gridDim.x;
    }
}

__global__ void block_sums(int* v, int* sums) {
    __shared__ int cache[threadsPerBlock];
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < N; i += blockDim.x * gridDim.x)
        sum += v[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = cache[0];
}

int main()
{
    int v[N], sums[blocksPerGrid], total = 0;
    int* dev_v, * dev_sums;
    HANDLE_ERROR(cudaMalloc((void**)&dev_v, N * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void**)&dev_sums, blocksPerGrid * sizeof(int)));
    for (int i = 0; i < N; i++)
        v[i] = i % 1000;
    HANDLE_ERROR(cudaMemcpy(dev_v, v, N * sizeof(int), cudaMemcpyHostToDevice));
    triple << <128, threadsPerBlock >> > (dev_v);
    block_sums << < blocksPerGrid, threadsPerBlock >> > (dev_v, dev_sums);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, blocksPerGrid * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocksPerGrid; i++)
        total += sums[i];
    printf("total %d\n", total);
    cudaFree(dev_v);
    cudaFree(dev_sums);
    return 0;
}
