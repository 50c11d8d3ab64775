// Kernels that some threads leave in front of barriers, and kernels whose warps exchange values.
#pragma once

constexpr const char *LEAVING_KERNELS = R"cuda(
__global__ void leaves_others(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cells[t] = a[i];
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 5; k++) {
        cells[t] += b[i + k];
        __syncthreads();
        for (int q = 0; q < 9; q++)
            sum += cells[(q * 7 + m) % blockDim.x] * b[i + q];
        __syncthreads();
    }
    out[i] = sum + t;
}

__global__ void stays(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float of_a[32][64], of_b[32 * 64];
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int row = threadIdx.y % 32, place = x + y * blockDim.x * gridDim.x;
    if (x < n && y <= m * 3) {
        float sum = 0, other = 1;
        double wide = x;
        for (int k = 0; k < 3; k++) {
            if (threadIdx.x < 64)
                of_a[row][threadIdx.x] = a[x + k] - row;
            of_b[(threadIdx.x + row * 64) % 2048] = row + k;
            __syncthreads();
            for (int q = 0; q < 64; q++) {
                sum += of_a[0][0] * b[q + threadIdx.x];
                other += sum * 0.125f;
                wide += other;
            }
            __syncthreads();
        }
        out[place] = sum + other + wide;
    }
}

__global__ void leaves_again(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int x = threadIdx.x, t = x + threadIdx.y * blockDim.x;
    int place = t + (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y;
    cells[t] = b[t];
    if (x > n || n == 7) { return; }
    cells[t] += a[t];
    __syncthreads();
    float first = cells[0];
    if (threadIdx.y > m)
        return;
    __syncthreads();
    cells[t] = first * t;
    __syncthreads();
    if (x <= m)
        out[place] = cells[t] + first;
}

__global__ void leaves_by_what_changes(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, most = n % 1024, i = t + blockIdx.x * blockDim.x;
    cells[t] = a[i];
    if (t > most)
        return;
    most = m;
    __syncthreads();
    out[i] = cells[0] + most;
}

__global__ void leaves_by_a_name_of_others(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int place = threadIdx.x + blockIdx.x * blockDim.x;
    {
        int t = threadIdx.x;
        if (t >= n)
            return;
        cells[t] = a[place];
        __syncthreads();
    }
    for (int t = 0; t < 3; t++) {
        cells[threadIdx.x] += t;
        __syncthreads();
    }
    out[place] = cells[threadIdx.x];
}

__global__ void leaves_by_what_ends(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int place = threadIdx.x + blockIdx.x * blockDim.x;
    {
        int most = n + m;
        if (threadIdx.x >= most)
            return;
        __syncthreads();
    }
    out[place] = a[place];
}

__global__ void leaves_in_the_last_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int place = threadIdx.x + blockIdx.x * blockDim.x;
    {
        int most = n + m;
        int t = threadIdx.x;
        if (t >= most)
            return;
        cells[t] = a[place];
        __syncthreads();
        out[place] = cells[t / 2];
    }
}

__global__ void leaves_in_front_of_the_end(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    if (i < n) {
        cells[t] = a[i];
        __syncthreads();
        out[i] = cells[t] * 2;
    }
    out[i + 8192] = t;
}

__global__ void sums_warps(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float sums[32];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    float v = 0;
    for (int k = i; k < n * 4; k += blockDim.x * gridDim.x)
        v += a[k] * b[k];
    for (int step = warpSize / 2; step > 0; step >>= 1)
        v += __shfl_down_sync(0xffffffff, v, step);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    out[i] = v + sums[t / 32];
}

__global__ void shuffles(const float *a, const float *b, float *out, int *bins, int n, int m) {
    const unsigned all = 0xffffffffu;
    int t = threadIdx.x + threadIdx.y * blockDim.x;
    int place = t + (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y;
    int k = t * 5 + m;
    double wide = a[place] / 3.0;
    unsigned char small = t * 9;
    if (threadIdx.x >= n % 50)
        return;
    k = k * 3 + __shfl_xor_sync(all, k, m);
    wide += __shfl_up_sync(all, wide, 3, 8);
    wide -= 2 * __shfl_down_sync(all, k, 1);
    k ^= __shfl_sync(all, k, m + 30);
    wide = max(wide, __shfl_up_sync(all, wide, m));
    unsigned char other = __shfl_xor_sync(all, small, 40), one = other + 1;
    wide = __shfl_xor_sync(all, wide, 9, 16) + t;
    out[place] = wide + one;
    out[place + 65536] = k % 1000;
}

__global__ void shuffles_what_all_share(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x, same = m + 1;
    int up = __shfl_up_sync(0xffffffff, t, 1), shared = __shfl_sync(0xffffffff, same, 3);
    out[i] = up + shared;
}

__global__ void shuffles_somewhere(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    float v = a[i];
    if (t < 32)
        v += __shfl_xor_sync(0xffffffff, v, 1);
    v = __shfl_sync(0xffffffff, v, (t + 3) % 32);
    float w = n > 99 ? __shfl_xor_sync(0xffffffff, v, 2) : 1;
    out[i] = v + w;
}

__global__ void waits_in_warps(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cells[t] = a[i];
    __syncwarp();
    for (int step = 16; step > 0; step >>= 1) {
        float v = t % 32 < step && t + step < blockDim.x ? cells[t + step] : 0;
        __syncwarp();
        cells[t] += v;
        __syncwarp();
    }
    out[i] = cells[t / 32 * 32];
}
)cuda";
