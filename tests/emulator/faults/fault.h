// fault.h: how the programs here end: they wait for their kernel and say what became of it.
#ifndef FAULT_H
#define FAULT_H

#include <cuda_runtime.h>
#include <cstdio>

// The exit code: 1 when the kernel failed.
static inline int outcome() {
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("cudaDeviceSynchronize: %s (%d)\n", cudaGetErrorName(error),
                static_cast<int>(error));
    return error == cudaSuccess ? 0 : 1;
}

static __global__ void add_indices(int *sum) {
    __syncthreads();
    atomicAdd(sum, static_cast<int>(threadIdx.x));
}

// Whether the same process can go on after a reset of the device.
static inline void recover() {
    int *sum = nullptr, value = 0;
    cudaError_t error = cudaDeviceReset();
    std::printf("cudaDeviceReset: %s\n", cudaGetErrorName(error));
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add_indices<<<10, 64>>>(sum);
    error = cudaDeviceSynchronize();
    cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    std::printf("a kernel after the reset: %s, %s\n", cudaGetErrorName(error),
                value == 10 * 64 * 63 / 2 ? "right" : "wrong");
}

#endif
