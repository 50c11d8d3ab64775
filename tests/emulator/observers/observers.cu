// observers.cu: a run for two observers: the checker, which must name the race below, and
// count_events.cpp, which must have counted what main says.
#include <cstdio>

// Two barriers, and right.
__global__ void reverse(int *values) {
    __shared__ int copy[64];
    copy[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    const int other = copy[63 - threadIdx.x];
    __syncthreads();
    if (gridDim.x == 1)
        values[threadIdx.x] = other;
}

// Lacks one.
__global__ void shift(int *values) {
    const int next = values[(threadIdx.x + 1) % 64];
    values[threadIdx.x] = next; // here
}

int main() {
    int *dev_values = nullptr;
    cudaError_t error = cudaMalloc(&dev_values, 64 * sizeof(int));
    if (error == cudaSuccess)
        error = cudaMemset(dev_values, 0, 64 * sizeof(int));
    reverse<<<1, 64>>>(dev_values);
    reverse<<<dim3(3, 2), 64>>>(dev_values);
    shift<<<1, 64>>>(dev_values);
    if (error == cudaSuccess)
        error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaFree(dev_values);
    std::printf("wanted: 3 launches, 8 blocks, 14 barriers, 1 allocated, 1 freed\n");
    return error == cudaSuccess ? 0 : 1;
}
