// barriers.cu: threads that wait for one another have fibers; the figures are the same as without. Two warps.
#include <cstdio>

const int N = 64;

// Sums of shared memory, as every second thread, then every fourth, ... adds; and as the first half, the first quarter,
// ... does.
__global__ void interleaved(float *out) {
    __shared__ float sum[N];
    sum[threadIdx.x] = out[threadIdx.x];
    //= 1 global load: requests 2, threads 32, sectors 8, ideal 8
    //= 1 shared store: requests 2, threads 32, wavefronts 2, ideal 2
    __syncthreads();
    for (int step = 1; step < N; step *= 2) {
        const int i = 2 * step * threadIdx.x;
        if (i + step < N)
            sum[i] += sum[i + step];
            //= 1 none float add: operations 63
        //= 1 shared load: requests 12, threads 10.5, wavefronts 22, ideal 12
        //= 1 shared store: requests 6, threads 10.5, wavefronts 11, ideal 6
        __syncthreads(); // of a turn
    }
    if (threadIdx.x == 0)
        *out = *sum;
    //= 1 shared load: requests 1, threads 1, wavefronts 1, ideal 1
    //= 1 global store: requests 1, threads 1, sectors 1, ideal 1
}

__global__ void sequential(float *out) {
    __shared__ float sum[N];
    sum[threadIdx.x] = out[threadIdx.x];
    //= 2 global load: requests 2, threads 32, sectors 8, ideal 8
    //= 2 shared store: requests 2, threads 32, wavefronts 2, ideal 2
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sum[threadIdx.x] += sum[threadIdx.x + half];
            //= 2 none float add: operations 63
        //= 2 shared load: requests 12, threads 10.5, wavefronts 12, ideal 12
        //= 2 shared store: requests 6, threads 10.5, wavefronts 6, ideal 6
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = *sum;
    //= 2 shared load: requests 1, threads 1, wavefronts 1, ideal 1
    //= 2 global store: requests 1, threads 1, sectors 1, ideal 1
}

// The same loops, with a barrier in the outer one and without.
template <bool WAITS> __global__ void loops(const int *in, int *out) {
    int sum = 0;
    for (int turn = 0; turn < 3; ++turn) {
        for (int i = 0; i < (int)(threadIdx.x % 3) + turn; ++i)
            sum += in[i * N + threadIdx.x];
        //= 3 global load: requests 18, threads 21.17, sectors 72, ideal 54
        //= 4 global load: requests 18, threads 21.17, sectors 72, ideal 54
        if (WAITS)
            __syncthreads();
        out[turn * N + threadIdx.x] = sum;
        //= 3 global store: requests 6, threads 32, sectors 24, ideal 24
        //= 4 global store: requests 6, threads 32, sectors 24, ideal 24
    }
}

// Operations of a warp: the lanes take turns within them.
__global__ void shuffles(float *out) {
    float sum = out[threadIdx.x];
    //= 5 global load: requests 2, threads 32, sectors 8, ideal 8
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
        //= 5 none float add: operations 320
        out[N + threadIdx.x] = sum;
        //= 5 global store: requests 10, threads 32, sectors 40, ideal 40
    }
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = sum;
    //= 5 global store: requests 2, threads 1, sectors 2, ideal 2
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 8 * N * sizeof(int));
    cudaMalloc(&out, 8 * N * sizeof(int));
    cudaMemset(in, 0, 8 * N * sizeof(int));
    cudaMemset(out, 0, 8 * N * sizeof(int));
    interleaved<<<1, N>>>((float *)out);
    sequential<<<1, N>>>((float *)out);
    loops<true><<<1, N>>>(in, out);
    loops<false><<<1, N>>>(in, out);
    shuffles<<<1, N>>>((float *)out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}
