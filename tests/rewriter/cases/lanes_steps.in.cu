#define PART 256
const int N = 64;

// Each lane begins 4 numbers behind the one before, and the compiler knows no less of it for the
// numbers of blocks, which have no sign.
__global__ void parts(const float *from, float *to, unsigned n) {
    __shared__ float cells[N];
    int t = threadIdx.x, first = blockIdx.x * PART + 4 * t, second = first + N;
    cells[t] = from[first] + from[first + 1];
    __syncthreads();
    to[second] = cells[t];
}
__global__ void indices(const float *from, float *to, unsigned n) {
    unsigned u = threadIdx.x + blockIdx.x * blockDim.x;
    to[u + n] = from[u + n] + from[threadIdx.x] + from[u + (n << 2)];
}
// Wider numbers, and what may divide by 0.
__global__ void others(const float *from, float *to, unsigned n) {
    size_t wide = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    to[wide] = from[threadIdx.x + N / n];
}
// Nobody else sees `bins`; but what `far` points to.
__global__ void counts(const int *from, int *to) {
    __shared__ int bins[2][N], *far[2];
    int t = threadIdx.x;
    bins[0][t] = bins[1][t] = 0;
    far[t % 2] = to;
    __syncthreads();
    atomicAdd(&bins[t % 2][from[t]], 1);
    atomicAdd(&bins[0][t] + 1, 1);
    atomicAdd(&far[t % 2][t], 1);
    atomicAdd(&to[t], 1);
}
