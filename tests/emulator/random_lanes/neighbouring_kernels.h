// Kernels that begin with a loop over the grid, which neighbouring blocks run side by side if it
// knows nothing of its thread but its number in the grid.
#pragma once

constexpr const char *NEIGHBOURING_KERNELS = R"cuda(
__global__ void sums_of_neighbours(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int t = threadIdx.x;
    float sum = 0;
    while (i < n) {
        sum += a[i] * b[i];
        i += blockDim.x * gridDim.x;
    }
    cells[t] = sum;
    __syncthreads();
    sum *= cells[blockDim.x - 1 - t];
    __syncthreads();
    cells[t] += m;
    __syncthreads();
    out[t + blockIdx.x * blockDim.x] = sum + cells[blockDim.x - 1 - t];
}

__global__ void sums_of_two_kinds(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ double cells[1024];
    double squares = 0;
    float sum = 1;
    const unsigned stride = blockDim.x * gridDim.x;
    for (long long j = (long long)blockIdx.x * blockDim.x + threadIdx.x; j < n; j += stride) {
        sum = sum * 0.5f + a[j];
        squares += b[j] * b[j];
    }
    cells[threadIdx.x] = squares;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = sum + cells[blockDim.x - 1 - threadIdx.x] + stride;
}

__global__ void rows_of_neighbours(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x + threadIdx.y * blockDim.x;
    float sum = m;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x)
        sum += a[j] + b[j];
    cells[t] = sum;
    __syncthreads();
    out[t + (blockIdx.x + blockIdx.y * gridDim.x) * blockDim.x * blockDim.y] =
        cells[blockDim.x * blockDim.y - 1 - t] + blockIdx.y;
}

__global__ void neighbours_count_rounds(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    float sum = 0;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x, k = m; j < n; j += blockDim.x * gridDim.x, k++)
        sum += a[j] * k;
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void neighbours_know_their_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    float weight = blockIdx.x + 1, sum = 0;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x)
        sum += a[j] * weight;
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void neighbours_know_their_thread(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int t = threadIdx.x;
    float sum = 0;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < n; j += blockDim.x * gridDim.x)
        sum += a[j] * b[t];
    cells[t] = sum;
    __syncthreads();
    out[t + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - t];
}

__global__ void neighbours_end_elsewhere(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int last = n;
    last -= 40 * blockIdx.x;
    float sum = 0;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < last; j += blockDim.x * gridDim.x)
        sum += a[j];
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void neighbours_lie_apart(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    float sum = 0;
    for (int j = threadIdx.x + blockIdx.x * (blockDim.x + 3); j < n; j += blockDim.x * gridDim.x)
        sum += a[j];
    for (int k = threadIdx.x + 2 * (blockIdx.x * blockDim.x); k < n; k += blockDim.x * gridDim.x)
        sum += b[k];
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - threadIdx.x];
}

__global__ void neighbours_go_on(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int i = threadIdx.x + blockIdx.x * blockDim.x, first = m + blockDim.x * gridDim.x;
    float sum = 0;
    for (; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    cells[threadIdx.x] = sum + first;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[blockDim.x - 1 - threadIdx.x] + i;
}

__global__ void neighbours_share(const float *a, const float *b, float *out, int *bins, int n, int m) {
    __shared__ float cells[1024];
    int i = threadIdx.x + blockIdx.x * blockDim.x, last = min(n, 1024);
    float sum = 0;
    for (int j = threadIdx.x + blockIdx.x * blockDim.x; j < last; j += blockDim.x * gridDim.x) {
        cells[j] = a[j];
        sum += b[j];
    }
    __syncthreads();
    if (i < last)
        sum += cells[i];
    __syncthreads();
    for (int c = threadIdx.x; c < 1024; c += blockDim.x)
        cells[c] = -1;
    out[i] = sum;
}
)cuda";
