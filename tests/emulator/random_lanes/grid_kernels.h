// Kernels that are over so soon that neighbouring blocks run them as one row, if all that they know
// of it is its numbers in the grid; and some that know more.
#pragma once

constexpr const char *GRID_KERNELS = R"cuda(
__global__ void mean_of_neighbours(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    int width = blockDim.x * gridDim.x, height = blockDim.y * gridDim.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        out[i] = 0.25f * (a[i - width] + a[i - 1] + a[i + 1] + a[i + width]);
    }
}

__global__ void rows_above_rows(const float *a, const float *b, float *out, int *bins, int n, int m) {
    const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    unsigned row = (z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
    unsigned i = row * (blockDim.x * gridDim.x) + x;
    float weight = threadIdx.y + 2 * blockIdx.y + m;
    out[i] = a[i] * weight + b[x];
    if (x >= 3)
        out[i] += a[x - 3];
}

__global__ void leaves_behind_the_end(const float *a, const float *b, float *out, int *bins, int n, int m) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = a[i] + b[i];
    if (i > m)
        sum -= out[i] * m;
    out[i] = sum;
}

__global__ void groups_of_four(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    int first = 4 * t;
    out[first] = a[first] + m;
    out[first + 1] = a[first + 1] - b[t];
    out[first + 3] = sqrtf(fabsf(a[first + 2]));
}

__global__ void grid_knows_its_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, block = blockIdx.x;
    out[i] = a[i] + block;
}

__global__ void grid_asks_for_its_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (blockIdx.x > 0 && i < n)
        out[i] = a[i] + b[i];
}

__global__ void grid_knows_its_thread(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = a[threadIdx.x] + b[i];
}

__global__ void grid_knows_its_place(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    out[i] = a[t] + b[i];
}

struct own_indices {
    int thread, block;
    __device__ own_indices() : thread(threadIdx.x), block(blockIdx.x) {}
};
__global__ void grid_makes_what_knows_its_block(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[i] = a[i] + own_indices{}.thread + 7 * own_indices{}.block;
}

__global__ void grid_goes_down(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (y < 16)
        out[16 * x + y] = a[x] + b[y];
}

__global__ void grid_lies_apart(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * (blockDim.x + 3);
    out[i] = a[i] + m;
}

__global__ void grid_adds_up(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, row = threadIdx.y + blockIdx.y * blockDim.y;
    if (i < n)
        atomicAdd(&out[1], row);
}

__global__ void grid_goes_round(const float *a, const float *b, float *out, int *bins, int n, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, row = threadIdx.y + blockIdx.y * blockDim.y;
    for (int k = 0; k < m; k++)
        out[row * (blockDim.x * gridDim.x) + i] += a[k] * b[i + row];
}
)cuda";
