// A lock, warps, barriers and atomic operations, used rightly: the result is the same in every order.
#include <stdio.h>

__device__ int lock_state, guarded, counted;

__device__ int sum_of_warp(int value) {
    for (int i = 16; i != 0; i /= 2)
        value += __shfl_down_sync(0xffffffff, value, i);
    return value;
}

__global__ void work(int *sums, volatile int *flag) {
    __shared__ int of_warp[2];
    int tid = threadIdx.x;
    int sum = sum_of_warp(tid);
    if (tid % 32 == 0)
        of_warp[tid / 32] = sum;
    __syncthreads();
    if (tid < 2)
        sums[tid] = of_warp[tid] + of_warp[1 - tid];
    atomicAdd(&counted, 1);

    bool done = false;
    while (!done) {
        if (atomicCAS(&lock_state, 0, 1) == 0) {
            __threadfence();
            guarded = guarded + tid;
            __threadfence();
            atomicExch(&lock_state, 0);
            done = true;
        }
    }
    if (tid == 50) {
        __threadfence();
        *flag = 1;
    }
    if (tid == 3)
        while (*flag == 0)
            ;
}

int main() {
    int *sums, *flag, host[2] = {}, lock_sum = 0, count = 0;
    cudaMalloc(&sums, sizeof host);
    cudaMalloc(&flag, sizeof *flag);
    cudaMemset(flag, 0, sizeof *flag);
    work<<<1, 64>>>(sums, flag);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&lock_sum, guarded, sizeof lock_sum);
    cudaMemcpyFromSymbol(&count, counted, sizeof count);
    cudaFree(sums);
    cudaFree(flag);
    printf("%d %d, %d, %d\n", host[0], host[1], lock_sum, count);
}
