// exit: 1
// says: error: divergent barrier: .* block \(1,0,0\) of kernel diverge wait at different
// says: divergent_barrier_2d\.cu:9: threads \(0,0,0\)-\(7,0,0\), \(0,2,0\)-\(7,2,0\) wait at
// says: divergent_barrier_2d\.cu:14: threads \(0,1,0\)-\(7,1,0\), \(0,3,0\)-\(7,3,0\) wait at
// says: ^cudaDeviceSynchronize: cudaErrorLaunchFailure
#include "fault.h"

__device__ void of_even_rows(int *sum) {
    __syncthreads();
    *sum += 1;
}

__device__ void of_odd_rows(int *sum) {
    __syncthreads();
    *sum += 2;
}

__global__ void diverge(int *out) {
    int sum = 0;
    if (blockIdx.x == 0 || threadIdx.y % 2 == 0)
        of_even_rows(&sum);
    else
        of_odd_rows(&sum);
    out[threadIdx.x + 8 * threadIdx.y] = sum;
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    diverge<<<2, dim3(8, 4)>>>(out);
    return outcome();
}
