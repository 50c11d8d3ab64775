// each_fault.cu: a kernel with one fault of each kind, and beside its line what is to be said:
//     //: the sentence
// about the last line without "//:". With an option nothing is wrong, and nothing to be said.
// clang-format off
#include <cstdio>

__constant__ float table[1024];

// All take how far apart what neighbours want lies, where 1 is right; or how many threads go the
// other way, where 0 is.
__global__ void rows(float *out, int apart) {
    out[threadIdx.x * apart] = 1;
    //: 32 sectors a request, 4 would do: neighbouring threads write 1024 bytes apart
}

__global__ void every_second(const float *in, float *out, int apart) {
    const int i = threadIdx.x;
    out[i] = in[i * apart];
    //: 8 sectors a request, 4 would do: neighbouring threads read 8 bytes apart
}

__global__ void misaligned(const float *in, float *out, int first) {
    const int i = threadIdx.x;
    out[i] = in[first + i];
    //: 5 sectors a request, 4 would do: threads read side by side, but not from the beginning of a sector on, or in short rows
}

__global__ void scattered(const float *in, float *out, int factor) {
    const int i = threadIdx.x;
    out[i] = in[i * factor % 256 * factor];
    //: 32 sectors a request, 4 would do: the addresses are scattered
}

__global__ void two_in_a_bank(float *out, int apart) {
    __shared__ float words[512];
    words[threadIdx.x * apart] = 1;
    //: 2 wavefronts a request, 1 would do, as threads meet at the same banks: neighbouring threads write 8 bytes apart
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
}

__global__ void eight_in_a_bank(float *out, int apart) {
    __shared__ float words[2048];
    words[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x * apart];
    //: 8 wavefronts a request, 1 would do, as threads meet at the same banks: neighbouring threads read 32 bytes apart
}

__global__ void all_in_a_bank(float *out, int apart) {
    __shared__ float words[8192];
    words[threadIdx.x * apart] = 1;
    //: 32 wavefronts a request, 1 would do, as threads meet at the same banks: neighbouring threads write 128 bytes apart
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
}

__global__ void both_ways(float *out, int others) {
    float x = 1;
    if ((int)threadIdx.x % 32 < others)
        //: 16 of 32 threads at work: the warp goes both ways, 8 of 8 times
        x = out[0];
    out[threadIdx.x] = x;
}

__global__ void turns(float *out, int others) {
    float x = 0;
    for (int i = 0; i < 31 - (int)threadIdx.x % 32 * others; ++i)
        //: 16 of 32 threads at work: the threads of a warp make different numbers of turns
        x += out[i];
    out[threadIdx.x] = x;
}

__global__ void few_at_work(float *out, int others) {
    if ((int)threadIdx.x % 32 >= others)
        //: 1 of 32 threads at work: the warp goes both ways, 8 of 8 times
        out[threadIdx.x / 32 * 8] = 1;
    //: only 1 of 32 threads of a warp is at work
}

__global__ void one_address(int *counts, int apart) {
    atomicAdd(&counts[threadIdx.x * apart], 1);
    //: 32 of 32 threads meet at one address, where they go one after another
}

__global__ void constants(float *out, int apart) {
    out[threadIdx.x] = table[threadIdx.x * apart];
    //: 32 addresses a request, which constant memory serves one after another
}

__global__ void barriers(float *out, int at_work) {
    float x = 0;
    for (int i = 0; i < 4; ++i) {
        if ((int)threadIdx.x / 32 < at_work)
            x += out[threadIdx.x];
        __syncthreads();
        //: before this barrier 32 of 256 threads access memory, the others come to wait
    }
    out[threadIdx.x] = x;
}

// So much that it takes longer than a launch, by one block.
__global__ void few_blocks(const float4 *in, float *out) {
    float x = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 1 << 20; i += gridDim.x * blockDim.x) {
        const float4 four = in[i];
        x += four.x + four.y + four.z + four.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main(int argc, char **) {
    const bool wrong = argc == 1;
    const int threads = 256;
    float *in, *out;
    cudaMalloc(&in, 1 << 24);
    cudaMalloc(&out, 1 << 24);
    cudaMemset(in, 0, 1 << 24);
    cudaMemset(out, 0, 1 << 24);
    rows<<<1, threads>>>(out, wrong ? 256 : 1);
    every_second<<<1, threads>>>(in, out, wrong ? 2 : 1);
    misaligned<<<1, threads>>>(in, out, wrong);
    scattered<<<1, threads>>>(in, out, wrong ? 77 : 1);
    two_in_a_bank<<<1, threads>>>(out, wrong ? 2 : 1);
    eight_in_a_bank<<<1, threads>>>(out, wrong ? 8 : 1);
    all_in_a_bank<<<1, threads>>>(out, wrong ? 32 : 1);
    both_ways<<<1, threads>>>(out, wrong ? 16 : 0);
    turns<<<1, threads>>>(out, wrong);
    few_at_work<<<1, threads>>>(out, wrong ? 31 : 0);
    one_address<<<1, threads>>>((int *)out, wrong ? 0 : 1);
    constants<<<1, threads>>>(out, wrong ? 1 : 0);
    barriers<<<1, threads>>>(out, wrong ? 1 : threads / 32);
    few_blocks<<<wrong ? 1 : 1024, threads>>>((const float4 *)in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}
