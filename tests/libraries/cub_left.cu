// says: warning: .*cub_left\.cu:8: barrier without exited threads in block \(0,0,0\) of kernel sum_of_some
// says: threads 0-99 wait at __syncthreads\(\), threads 100-127 have left the kernel
// says: ^cudaDeviceSynchronize: cudaSuccess
#include "../emulator/faults/fault.h"

#include <cub/cub.cuh>

__global__ void sum_of_some(int *sum, unsigned n) {
    using block_reduce = cub::BlockReduce<int, 128>;
    __shared__ typename block_reduce::TempStorage storage;
    if (threadIdx.x < n) {
        const int all = block_reduce(storage).Sum(1);
        if (threadIdx.x == 0)
            *sum = all;
    }
}

int main() {
    int *sum;
    cudaMalloc(&sum, sizeof *sum);
    sum_of_some<<<1, 128>>>(sum, 100);
    return outcome();
}
