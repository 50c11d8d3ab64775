// atomics.cu: threads that meet at one address, and that do not. One block of 64 threads, two warps.
#include <cstdio>

__global__ void one(int *sum) {
    atomicAdd(sum, 1);
    //= 1 global atomic: requests 2, threads 32, sectors 2, ideal 2, together 32
}

__global__ void many(int *sums) {
    atomicAdd(&sums[threadIdx.x], 1);
    //= 2 global atomic: requests 2, threads 32, sectors 8, ideal 8, together 1
}

__global__ void bins(unsigned *sums) {
    const unsigned before = atomicAdd(&sums[threadIdx.x % 8], 1u);
    //= 3 global atomic: requests 2, threads 32, sectors 2, ideal 2, together 4
    sums[64 + threadIdx.x] = before;
    //= 3 global store: requests 2, threads 32, sectors 8, ideal 8
}

// Which are loops in the emulator.
__global__ void of_floats(float *sums) {
    atomicAdd(&sums[threadIdx.x / 16], 1.0f);
    //= 4 global atomic: requests 2, threads 32, sectors 2, ideal 2, together 16
    atomicMax((int *)&sums[64], (int)threadIdx.x);
    //= 4 global atomic: requests 2, threads 32, sectors 2, ideal 2, together 32
}

__global__ void in_shared(int *out) {
    __shared__ int sums[64];
    sums[threadIdx.x] = 0;
    //= 5 shared store: requests 2, threads 32, wavefronts 2, ideal 2
    __syncthreads();
    atomicAdd(&sums[threadIdx.x % 2 * 32], 1);
    //= 5 shared atomic: requests 2, threads 32, wavefronts 4, ideal 2, together 16
    __syncthreads();
    out[threadIdx.x] = sums[threadIdx.x];
    //= 5 shared load: requests 2, threads 32, wavefronts 2, ideal 2
    //= 5 global store: requests 2, threads 32, sectors 8, ideal 8
}

int main() {
    int *sums;
    cudaMalloc(&sums, 128 * sizeof(int));
    cudaMemset(sums, 0, 128 * sizeof(int));
    one<<<1, 64>>>(sums);
    many<<<1, 64>>>(sums);
    bins<<<1, 64>>>((unsigned *)sums);
    of_floats<<<1, 64>>>((float *)sums);
    in_shared<<<1, 64>>>(sums);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(sums);
    return error != cudaSuccess;
}
