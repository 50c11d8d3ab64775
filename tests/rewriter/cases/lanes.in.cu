// Threads that become lanes.
const int TILE = 16;

__global__ void sum(const float *a, float *out, int *bins, int n) {
    __shared__ float cells[256];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int start = i;
    float mine = 0;
    while (i < n) {
        mine += a[i];
        atomicAdd(&bins[i % 7], 1);
        i += blockDim.x * gridDim.x;
    }
    cells[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half != 0; half /= 2) {
        if (threadIdx.x < half)
            cells[threadIdx.x] += cells[threadIdx.x + half];
        __syncthreads();
    }
    out[start] = mine + cells[0];
}

__global__ void scale(float *a, const float *b, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int half = width / 2;
    float value = a[y * width + x];
    for (int k = 0; k < TILE; k++)
        value = value * 0.5f + b[k * width + x];
    a[y * width + x] = value + half;
}

// Left alone: the order of additions, a volatile variable, a barrier that not all may reach, a
// value that memory has, a variable behind a pointer, a missing barrier.
__global__ void order(const float *a, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(out, a[i]);
}

__global__ void waits(volatile int *flag, int *out) {
    out[threadIdx.x] = *flag;
}

__global__ void differs(int *out, const int *lengths) {
    if (lengths[threadIdx.x] > 2)
        __syncthreads();
    out[threadIdx.x] = 1;
}

__global__ void strides(int *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (out[i] == 0)
            break;
        out[i]++;
    }
}

__global__ void pointer(int *out) {
    int i = threadIdx.x;
    int *p = &i;
    out[threadIdx.x] = *p;
}

__global__ void meets(float *out) {
    __shared__ float cells[64];
    float sum = 0;
    cells[threadIdx.x] = out[threadIdx.x];
    for (int k = 0; k < TILE; k++)
        sum += cells[k];
    __syncthreads();
    out[threadIdx.x] = sum;
}
