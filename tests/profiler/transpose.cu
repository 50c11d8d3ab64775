// transpose.cu: a matrix is transposed naively, through a tile, and through a tile with a column of padding. The figures
// are those that NVIDIA's profiler counts on an H100.
#include <cstdio>
#include <vector>

const int N = 512, TILE = 32;

__global__ void naive(const float *in, float *out) {
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * N + y] = in[y * N + x];
    //= 1 global load: requests 8192, threads 32, sectors 32768, ideal 32768, bytes 1048576, moved 1048576
    //= 1 global store: requests 8192, threads 32, sectors 262144, ideal 32768, bytes 1048576, moved 8388608
}

template <int WIDTH> __global__ void tiled(const float *in, float *out) {
    __shared__ float tile[TILE][WIDTH];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    //= 2 global load: requests 8192, threads 32, sectors 32768, ideal 32768
    //= 2 shared store: requests 8192, threads 32, wavefronts 8192, ideal 8192
    //= 3 global load: requests 8192, threads 32, sectors 32768, ideal 32768
    //= 3 shared store: requests 8192, threads 32, wavefronts 8192, ideal 8192
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * N + x] = tile[threadIdx.x][threadIdx.y];
    //= 2 global store: requests 8192, threads 32, sectors 32768, ideal 32768
    //= 2 shared load: requests 8192, threads 32, wavefronts 262144, ideal 8192
    //= 3 global store: requests 8192, threads 32, sectors 32768, ideal 32768
    //= 3 shared load: requests 8192, threads 32, wavefronts 8192, ideal 8192
}

int main() {
    float *in, *out;
    cudaMalloc(&in, N * N * sizeof(float));
    cudaMalloc(&out, N * N * sizeof(float));
    std::vector<float> host(N * N, 1.0f);
    cudaMemcpy(in, host.data(), N * N * sizeof(float), cudaMemcpyHostToDevice);
    const dim3 blocks(N / TILE, N / TILE), threads(TILE, TILE);
    naive<<<blocks, threads>>>(in, out);
    tiled<TILE><<<blocks, threads>>>(in, out);
    tiled<TILE + 1><<<blocks, threads>>>(in, out);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
