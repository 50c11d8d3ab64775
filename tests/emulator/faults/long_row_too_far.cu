// each: emulator portable
// exit: 1
// says: long_row_too_far\.cu:18: thread 724 of block \(0,0,0\) in kernel move used address
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// A row of 1024 threads is more than run as lanes at a time. When those run again that go too far,
// the threads in front of them have moved on: they must not do so twice.
__global__ void move(const float *a, float *c) {
    __shared__ int places[1024];
    int t = threadIdx.x;
    places[t] = t;
    __syncthreads();
    int place = places[t];
    __syncthreads();
    place += 300;
    long long far = place / 1024;
    c[t] = a[(far << 34) + t] + place;
}

int main() {
    float *a, *c;
    cudaMalloc(&a, 1024 * sizeof(float));
    cudaMalloc(&c, 1024 * sizeof(float));
    move<<<1, 1024>>>(a, c);
    return outcome();
}
