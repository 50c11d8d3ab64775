__global__ void squares(const float *a, float *out, int n) {
    __shared__ float cells[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * a[i];
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[255 - threadIdx.x];
}
__global__ void weighted(const float *a, float *out, int n) {
    __shared__ float cells[256];
    float sum = 0, weight = blockIdx.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * weight;
    cells[threadIdx.x] = sum;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = cells[255 - threadIdx.x];
}
