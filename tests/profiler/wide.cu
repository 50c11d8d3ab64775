// wide.cu: accesses of 8 and of 16 bytes to shared memory, and what is ideal where threads want the
// same. The figures of random places and of neighbours are those that NVIDIA's profiler counts on
// an H100.
#include <cstdio>
#include <vector>

const int BLOCKS = 104, THREADS = 32, PLACES = 32, SIZE = 1024;

__global__ void doubles(const int *places, double *out) {
    __shared__ double s[SIZE];
    int place = places[blockIdx.x * THREADS + threadIdx.x];
    //= 1 global load: requests 104, sectors 416, ideal 416
    s[place] = threadIdx.x;
    //= 1 shared store: requests 104, threads 32, wavefronts 413, ideal 208
    __syncwarp();
    out[blockIdx.x * THREADS + threadIdx.x] = s[place ^ 1];
    //= 1 shared load: requests 104, threads 32, wavefronts 413, ideal 208
    //= 1 global store: requests 104, sectors 832, ideal 832
}

__global__ void fours(const int *places, float4 *out) {
    __shared__ __align__(16) char memory[SIZE * sizeof(float4)];
    float4 *s = (float4 *)memory;
    int place = places[blockIdx.x * THREADS + threadIdx.x];
    //= 2 global load: requests 104, sectors 416, ideal 416
    s[place] = make_float4(threadIdx.x, 1, 2, 3);
    //= 2 shared store: requests 104, threads 32, wavefronts 940, ideal 416
    __syncwarp();
    out[blockIdx.x * THREADS + threadIdx.x] = s[place ^ 1];
    //= 2 shared load: requests 104, threads 32, wavefronts 940, ideal 416
    //= 2 global store: requests 104, sectors 1664, ideal 1664
}

// One address; pairs; pairs of pairs; two halves: two quarters of a warp go together.
__global__ void shared_by_pairs(float4 *out) {
    __shared__ __align__(16) char memory[SIZE * sizeof(float4)];
    const float4 *s = (const float4 *)memory;
    int t = threadIdx.x;
    float4 a = s[5];
    //= 3 shared load: requests 1, wavefronts 2, ideal 2
    float4 b = s[t / 2 % 4];
    //= 3 shared load: requests 1, wavefronts 2, ideal 2
    float4 c = s[t % 2 + t / 4 % 2 * 2];
    //= 3 shared load: requests 1, wavefronts 2, ideal 2
    float4 d = s[t % 8];
    //= 3 shared load: requests 1, wavefronts 4, ideal 4
    out[t] = make_float4(a.x + b.x + c.x + d.x, a.y, b.y, c.y);
    //= 3 none float add: operations 96
    //= 3 global store: requests 1, sectors 16, ideal 16
}

// Two rows of 16 threads read two numbers: 8 bytes, for which 2 sectors are the fewest that 32
// threads can come to.
__global__ void two_rows(const float *in, float *out) {
    int t = threadIdx.x;
    out[t] = in[t / 16 * 100];
    //= 4 global load: requests 1, sectors 2, ideal 2
    //= 4 global store: requests 1, sectors 4, ideal 4
}

// Vectors whose elements stand in one list.
__device__ float4 listed[] = {1, 2, 3, 4, 5, 6, 7, 8};
__global__ void from_list(float4 *out) {
    out[threadIdx.x] = listed[threadIdx.x / 32];
    //= 5 global load: requests 1, sectors 1, ideal 1
    //= 5 global store: requests 1, sectors 16, ideal 16
}

int main() {
    std::vector<int> places;
    unsigned seed = 1;
    const auto random = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
    for (int i = 0; i < 19520; i++) // those on the GPU came behind others
        random();
    for (int i = 0; i < BLOCKS * THREADS; i++)
        places.push_back(random() % PLACES);
    int *dev_places;
    void *out;
    cudaMalloc(&dev_places, places.size() * sizeof(int));
    cudaMalloc(&out, BLOCKS * THREADS * sizeof(float4));
    cudaMemset(out, 0, BLOCKS * THREADS * sizeof(float4));
    cudaMemcpy(dev_places, places.data(), places.size() * sizeof(int), cudaMemcpyHostToDevice);
    doubles<<<BLOCKS, THREADS>>>(dev_places, (double *)out);
    fours<<<BLOCKS, THREADS>>>(dev_places, (float4 *)out);
    shared_by_pairs<<<1, THREADS>>>((float4 *)out);
    two_rows<<<1, THREADS>>>((const float *)out, (float *)out + 1024);
    from_list<<<1, THREADS>>>((float4 *)out);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
