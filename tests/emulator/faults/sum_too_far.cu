// each: emulator portable
// exit: 1
// says: sum_too_far\.cu:18: thread 37 of block \(0,0,0\) in kernel add_up used an address
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// Thread 37 has a sum by which it goes too far. When its lanes run again, one by one, each sum is
// what it was: with twice as much thread 0 would go too far.
__global__ void add_up(const float *a, float *c) {
    __shared__ float cells[64];
    int t = threadIdx.x;
    float sum = 0;
    cells[t] = t == 37 ? 2 : 1;
    __syncthreads();
    for (int k = 0; k < 16; k++)
        sum += cells[t];
    long long place = (long long)(sum - 16) << 34;
    c[t] = a[place];
}

int main() {
    float *a, *c;
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&c, 64 * sizeof(float));
    add_up<<<1, 64>>>(a, c);
    return outcome();
}
