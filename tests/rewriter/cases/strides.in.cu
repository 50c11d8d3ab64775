// Loops that stride over the grid: neighbours get a turn.
__global__ void in_header(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        a[i] = i;
    for (long long i = threadIdx.x, k = 0; i < n; k++, i += (long long)blockDim.x * gridDim.x) {
        a[i] += f(a, gridDim.x);
    }
}
__device__ void in_body(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (i < n) {
        a[i] = i;
        i += blockDim.x * gridDim.x;
    }
}
__global__ void with_a_name(int *a, int n) {
    const int stride = blockDim.x * gridDim.x, other = 3;
    for (int i = threadIdx.x; i < n; i += stride)
        a[i] += other;
    for (int i = threadIdx.x; i < n; i += other)
        a[i] += 1;
}
void host(int *a, int stride) {
    for (int i = 0; i < 100; i += stride)
        a[i] = 0;
}
__global__ void no_strides(int *a) {
    int offset = threadIdx.x + gridDim.x;
    a[offset] += gridDim.x;
}
__global__ void where_the_value_counts(int *a, int n) {
    int i = 0;
    while ((i += gridDim.x) < n)
        f(a, i += gridDim.x);
    if (i < n) i += gridDim.x; else i += gridDim.x;
    a[i += gridDim.x] = (i += gridDim.x);
}
