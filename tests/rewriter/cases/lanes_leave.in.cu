// What some threads leave in front of barriers; and what passes between the threads of a warp.
__global__ void leaves(const float *a, float *out, int n, int m) {
    __shared__ float cells[256];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    cells[threadIdx.x] = a[i];
    __syncthreads();
    if (threadIdx.y > m) { return; }
    __syncwarp();
    out[i] = cells[0];
}

__global__ void stays(const float *a, float *out, int n) {
    __shared__ float cells[256];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        float sum = 0;
        cells[threadIdx.x] = a[i];
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += cells[k] * a[i + k];
        out[i] = sum;
    }
}

__global__ void shuffles(const float *a, float *out) {
    float v = a[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    int other = threadIdx.x % 7;
    int twice = 2 * __shfl(other, 3, 8);
    out[threadIdx.x] = v + twice;
}

// Left alone: threads go on behind a barrier that they have not come to, a condition is another one
// behind the next barrier, and not all come to a shuffle at the same time.
__global__ void goes_on(float *out, int n) {
    if (threadIdx.x < n) {
        __syncthreads();
        out[threadIdx.x] = 1;
    }
    out[threadIdx.x] = 2;
}

__global__ void changes(float *out, int n) {
    int most = n;
    if (threadIdx.x > most)
        return;
    most = 2;
    __syncthreads();
    out[threadIdx.x] = most;
}

__global__ void shuffles_some(float *out, int n) {
    float v = out[threadIdx.x];
    if (threadIdx.x < n)
        v += __shfl_xor_sync(0xffffffff, v, 1);
    out[threadIdx.x] = n > 3 ? __shfl_up_sync(0xffffffff, v, 1) : v;
}

__global__ void shuffles_at_once(float *out) {
    float v = out[threadIdx.x], w = __shfl_xor_sync(0xffffffff, v, 1);
    out[threadIdx.x] = v + w;
}
