// layouts.cu: what lies where. One block of 64 threads, two warps.
#include <cstdio>
#include <vector>

const int N = 64;

struct particle {
    float x, y, z, mass;
};
struct triple {
    float x, y, z;
};

// An array of structs, of which each thread reads one member, and then another one.
__global__ void one_member(const particle *p, float *out) {
    out[threadIdx.x] = p[threadIdx.x].mass;
    //= 1 global load: requests 2, threads 32, sectors 32, ideal 8
    //= 1 global store: requests 2, threads 32, sectors 8, ideal 8
    out[threadIdx.x] += p[threadIdx.x].x;
    //= 1 none float add: operations 64
    //= 1 global load: requests 2, threads 32, sectors 32, ideal 8
    //= 1 global store: requests 2, threads 32, sectors 8, ideal 8
}

// Structs of 16 bytes that lie at multiples of 16 are moved whole.
__global__ void whole(const float4 *a, float4 *b, const float2 *c, float2 *d) {
    const float4 v = a[threadIdx.x];
    //= 2 global load: requests 2, threads 32, sectors 32, ideal 32
    b[threadIdx.x] = make_float4(v.w, v.z, v.y, v.x);
    //= 2 global store: requests 2, threads 32, sectors 32, ideal 32
    d[threadIdx.x] = c[threadIdx.x];
    //= 2 global load: requests 2, threads 32, sectors 16, ideal 16
    //= 2 global store: requests 2, threads 32, sectors 16, ideal 16
}

__global__ void one_of_four(const float4 *a, float *out) {
    out[threadIdx.x] = a[threadIdx.x].y;
    //= 3 global load: requests 2, threads 32, sectors 32, ideal 8
    //= 3 global store: requests 2, threads 32, sectors 8, ideal 8
}

// 12 bytes are three loads.
__global__ void three(const triple *p, triple *q) {
    q[threadIdx.x] = p[threadIdx.x];
    //= 4 global load: requests 6, threads 32, sectors 72, ideal 24
    //= 4 global store: requests 6, threads 32, sectors 72, ideal 24
}

__global__ void shifted(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x + 1];
    //= 5 global load: requests 2, threads 32, sectors 10, ideal 8
    //= 5 global store: requests 2, threads 32, sectors 8, ideal 8
}

__global__ void strided(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x * 2] + in[0];
    //= 6 none float add: operations 64
    //= 6 global load: requests 4, threads 32, sectors 18, ideal 10
    //= 6 global store: requests 2, threads 32, sectors 8, ideal 8
}

// By an index: every eighth float of 64 * 8, in the reverse order in the second warp.
__global__ void gather(const float *in, const int *index, float *out) {
    const int from = index[threadIdx.x];
    //= 7 global load: requests 2, threads 32, sectors 8, ideal 8
    out[threadIdx.x] = in[from];
    //= 7 global load: requests 2, threads 32, sectors 64, ideal 8
    //= 7 global store: requests 2, threads 32, sectors 8, ideal 8
}

__global__ void bytes(const unsigned char *in, unsigned char *out) {
    out[threadIdx.x] = in[threadIdx.x];
    //= 8 global load: requests 2, threads 32, sectors 2, ideal 2
    //= 8 global store: requests 2, threads 32, sectors 2, ideal 2
}

__global__ void doubles(const double *in, double *out) {
    out[threadIdx.x] = in[threadIdx.x];
    //= 9 global load: requests 2, threads 32, sectors 16, ideal 16
    //= 9 global store: requests 2, threads 32, sectors 16, ideal 16
}

__constant__ float factors[N];
__device__ float results[N];

__global__ void constants(float *out) {
    out[threadIdx.x] = factors[threadIdx.x % 4] + factors[0];
    //= 10 none float add: operations 64
    //= 10 constant load: requests 4, threads 32, addresses 10, ideal 4
    //= 10 global store: requests 2, threads 32, sectors 8, ideal 8
    results[threadIdx.x] = 1;
    //= 10 global store: requests 2, threads 32, sectors 8, ideal 8
}

int main() {
    float *in, *out;
    int *index;
    cudaMalloc(&in, N * 16 * sizeof(float));
    cudaMalloc(&out, N * 16 * sizeof(float));
    cudaMalloc(&index, N * sizeof(int));
    cudaMemset(in, 0, N * 16 * sizeof(float));
    std::vector<int> host(N);
    for (int i = 0; i < N; ++i)
        host[i] = 8 * (i < N / 2 ? i : N + N / 2 - 1 - i);
    cudaMemcpy(index, host.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    one_member<<<1, N>>>((particle *)in, out);
    whole<<<1, N>>>((float4 *)in, (float4 *)out, (float2 *)in, (float2 *)out);
    one_of_four<<<1, N>>>((float4 *)in, out);
    three<<<1, N>>>((triple *)in, (triple *)out);
    shifted<<<1, N>>>(in, out);
    strided<<<1, N>>>(in, out);
    gather<<<1, N>>>(in, index, out);
    bytes<<<1, N>>>((unsigned char *)in, (unsigned char *)out);
    doubles<<<1, N>>>((double *)in, (double *)out);
    constants<<<1, N>>>(out);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", cudaGetErrorString(error));
    cudaFree(in);
    cudaFree(out);
    cudaFree(index);
    return error != cudaSuccess;
}
