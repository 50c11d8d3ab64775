// spaces.cu: textures, asynchronous copies, and copies of any length. One block of 64 threads, two warps.
#include <cstdio>

#include <cuda_pipeline.h>

__global__ void fetches(cudaTextureObject_t texture, float *out) {
    float sum = tex1Dfetch<float>(texture, threadIdx.x);
    //= 1 texture load: requests 2, threads 32
    if (threadIdx.x < 16)
        sum += tex1Dfetch<float>(texture, 0);
        //= 1 none float add: operations 16
    //= 1 texture load: requests 1, threads 16
    out[threadIdx.x] = sum;
    //= 1 global store: requests 2, threads 32, sectors 8, ideal 8
}

// Read and written where the copy begins.
__global__ void copies(const float *in, float *out) {
    __shared__ float tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[2 * threadIdx.x], sizeof(float));
    //= 2 global load: requests 2, threads 32, sectors 16, ideal 8
    //= 2 shared store: requests 2, threads 32, wavefronts 2, ideal 2
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
    //= 2 shared load: requests 2, threads 32, wavefronts 2, ideal 2
    //= 2 global store: requests 2, threads 32, sectors 8, ideal 8
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 128 * sizeof(float));
    cudaMalloc(&out, 128 * sizeof(float));
    cudaMemset(in, 0, 128 * sizeof(float));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = in;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 128 * sizeof(float);
    const cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    fetches<<<1, 64>>>(texture, out);
    copies<<<1, 64>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaDestroyTextureObject(texture);
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}
