// banks.cu: one warp in dynamic shared memory, whose 32 banks serve a word of 4 bytes each at a time.
#include <cstdio>

extern __shared__ float words[];

__global__ void strides(float *out) {
    const int lane = threadIdx.x;
    words[lane] = 1;
    //= 1 shared store: requests 1, threads 32, wavefronts 1, ideal 1, bytes 128
    words[lane * 2] = 2;
    //= 1 shared store: requests 1, threads 32, wavefronts 2, ideal 1
    words[lane * 8] = 8;
    //= 1 shared store: requests 1, threads 32, wavefronts 8, ideal 1
    words[lane * 32] = 32;
    //= 1 shared store: requests 1, threads 32, wavefronts 32, ideal 1
    words[lane * 33] = 33;
    //= 1 shared store: requests 1, threads 32, wavefronts 1, ideal 1
    __syncthreads();
    float sum = words[7];
    //= 1 shared load: requests 1, threads 32, wavefronts 1, ideal 1
    sum += words[lane / 2 * 32];
    //= 1 none float add: operations 32
    //= 1 shared load: requests 1, threads 32, wavefronts 16, ideal 1
    sum += words[31 - lane];
    //= 1 none float add: operations 32
    //= 1 shared load: requests 1, threads 32, wavefronts 1, ideal 1
    out[lane] = sum;
    //= 1 global store: requests 1, threads 32, sectors 4, ideal 4
}

// 8 bytes come by halves of a warp, 16 by quarters.
__global__ void wide(float *out) {
    const int lane = threadIdx.x;
    double *twice = (double *)words;
    float4 *four = (float4 *)words;
    twice[lane] = 1;
    //= 2 shared store: requests 1, threads 32, wavefronts 2, ideal 2
    twice[lane * 2] = 2;
    //= 2 shared store: requests 1, threads 32, wavefronts 4, ideal 2
    twice[lane * 16] = 16;
    //= 2 shared store: requests 1, threads 32, wavefronts 32, ideal 2
    __syncthreads();
    four[lane] = make_float4(1, 2, 3, 4);
    //= 2 shared store: requests 1, threads 32, wavefronts 4, ideal 4, bytes 512
    four[lane * 2] = make_float4(5, 6, 7, 8);
    //= 2 shared store: requests 1, threads 32, wavefronts 8, ideal 4
    const float4 v = four[lane];
    //= 2 shared load: requests 1, threads 32, wavefronts 4, ideal 4
    out[lane] = v.x + v.w;
    //= 2 none float add: operations 32
    //= 2 global store: requests 1, threads 32, sectors 4, ideal 4
}

// Bytes: four lanes meet in a word, which is no conflict.
__global__ void narrow(float *out) {
    unsigned char *bytes = (unsigned char *)words;
    bytes[threadIdx.x] = 1;
    //= 3 shared store: requests 1, threads 32, wavefronts 1, ideal 1
    bytes[threadIdx.x * 4] = 1;
    //= 3 shared store: requests 1, threads 32, wavefronts 1, ideal 1
    out[threadIdx.x] = bytes[threadIdx.x * 128];
    //= 3 shared load: requests 1, threads 32, wavefronts 32, ideal 1
    //= 3 global store: requests 1, threads 32, sectors 4, ideal 4
}

int main() {
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    strides<<<1, 32, 33 * 32 * 4>>>(out);
    wide<<<1, 32, 16 * 32 * 8>>>(out);
    narrow<<<1, 32, 128 * 32>>>(out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(out);
    return error != cudaSuccess;
}
