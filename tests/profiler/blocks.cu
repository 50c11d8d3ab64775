// blocks.cu: blocks of two and three dimensions, whose warps are what lies behind one another, x first; several launches,
// and many turns.
#include <cstdio>

// 20 * 3 threads: warps of 32 and 28, each over several rows of the matrix.
__global__ void rows(float *out) {
    out[threadIdx.y * 256 + threadIdx.x] = 1;
    //= 1 global store: requests 2, threads 30, sectors 10, ideal 8
}

// 8 * 2 * 3.
__global__ void three(float *out) {
    out[(threadIdx.z * 2 + threadIdx.y) * 8 + threadIdx.x] = 1;
    //= 2 global store: requests 2, threads 24, sectors 6, ideal 6
    out[(threadIdx.x * 2 + threadIdx.y) * 3 + threadIdx.z] = 1;
    //= 2 global store: requests 2, threads 24, sectors 12, ideal 6
}

// Four launches of three blocks, which are one row.
__global__ void again(float *out) {
    out[blockIdx.x * 64 + threadIdx.x] = 1;
    //= 3 global store: requests 24, threads 32, sectors 96, ideal 96
}

// More requests than are kept at a time: they are counted as soon as all threads have passed them.
__global__ void many_turns(float *out, int n) {
    for (int i = 0; i < n; ++i)
        out[i % 8 * 64 + threadIdx.x] = i;
    //= 4 global store: requests 600000, threads 32, sectors 2400000, ideal 2400000
}

// The same where threads leave the loop after 60000, 80000, 120000 and 240000 turns.
__global__ void many_differ(float *out, int n) {
    for (int i = 0; i < n / (1 + (int)threadIdx.x % 4); ++i)
        out[i % 8 * 64 + threadIdx.x] = i;
    //= 5 global store: requests 480000, threads 16.67, sectors 1920000, ideal 1000000
}

int main() {
    float *out;
    cudaMalloc(&out, 1024 * sizeof(float));
    rows<<<1, dim3(20, 3)>>>(out);
    three<<<1, dim3(8, 2, 3)>>>(out);
    for (int i = 0; i < 4; ++i)
        again<<<3, 64>>>(out);
    many_turns<<<1, 64>>>(out, 300000);
    many_differ<<<1, 64>>>(out, 240000);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(out);
    return error != cudaSuccess;
}
