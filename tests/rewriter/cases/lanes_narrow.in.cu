// What is no branch that some neighbours take, though part of its condition looks so; and what is.
__device__ float line_of_all[256];

__global__ void looser(const float *a, float *out, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, j = blockIdx.y;
    if (i < n & j < 7)
        out[i] = a[i];
    if (i < n && m || j)
        out[i] += 1;
    if (i < n ? j : m)
        out[i] += 2;
    if (i < n && (j < 7 || m))
        out[i] += 3;
}

__global__ void leaves(float *out, int w, int h) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y;
    if (x >= w | y >= h)
        return;
    out[y * w + x] = 1;
}

__global__ void leaves_block(float *out, int n) {
    int i = threadIdx.x;
    {
        if (i >= n)
            return;
        out[i] = 1;
    }
    out[i + 64] = 2;
}

__global__ void begins_anew(float *out, unsigned k) {
    if (threadIdx.x - 1 >= k)
        out[threadIdx.x] = 1;
    if (threadIdx.x >= k)
        out[threadIdx.x] += 1;
}

// Left alone: a barrier is missing.
__global__ void elsewhere(float *out, int m) {
    int t = threadIdx.x;
    float sum = 0;
    line_of_all[t] = t;
    for (int k = 0; k < m; k++)
        sum += line_of_all[k];
    out[t] = sum;
}

// Some neighbours take one value, the others the other one; but not where they look at each other.
__global__ void chooses(const float *a, float *out, int n) {
    __shared__ float cells[256];
    int t = threadIdx.x;
    cells[t] = t < n ? a[t] : 0;
    __syncthreads();
    float before = t >= 2 ? cells[t - 2] : 1;
    __syncthreads();
    cells[t] = t > 3 ? cells[t - 1] : before;
    out[0] = t < n ? 5 : 6;
}

// One thread at most goes round the second loop, all by itself, with a sum of its own.
__global__ void one_alone(const float *a, float *out, int n) {
    __shared__ float cells[256];
    int t = threadIdx.x;
    float own = 0;
    for (int k = 0; k < n; k++)
        own += a[k * 256 + t];
    cells[t] = own;
    __syncthreads();
    if (n > 3 && t == 0) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += cells[i];
        out[blockIdx.x] = sum;
    }
}
