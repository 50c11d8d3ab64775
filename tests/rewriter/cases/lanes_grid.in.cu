__global__ void stencil(const float *from, float *to, int n) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
        to[y * n + x] = 0.5f * (from[y * n + x - 1] + from[y * n + x + 1]);
}
__global__ void knows_its_block(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        to[i] = from[i] * blockIdx.x;
}
__global__ void knows_its_thread(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        to[i] = from[threadIdx.x];
}
__global__ void lies_apart(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        to[i * n] = from[i];
}
__global__ void goes_down(const float *from, float *to, int n) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    to[4096 * x + y] = from[y * n + x];
}
__global__ void goes_down_rows(const float *from, float *to, int n) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    float *row = to + x * n;
    row[y] = from[y * n + x];
}
__global__ void counts(float *sum, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicAdd(sum, 0.5f);
}
__global__ void goes_round(const float *from, float *to, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (int k = 0; k < n; k++)
        to[i] += from[k];
}
