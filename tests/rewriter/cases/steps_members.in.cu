// A member that has the name of a variable is not the variable.
__global__ void halves(float *out, int row) {
    const float *x = out + row;
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2)
        __syncthreads();
    out[0] = *x;
}
// The second of two declarators has no type in front.
__global__ void second(float *out, int n) {
    for (int k = 0; k < n; ++k) {
        int i = k, j = i;
        out[i] = j;
    }
    __syncthreads();
    int i = threadIdx.x, j = 2 * i;
    out[i] = j;
}
// An argument that is cast to a reference may change.
__device__ void count(int &n);
__global__ void counted(int *out, int n, int m) {
    count((int &)(n));
    __syncthreads();
    out[threadIdx.x] = n + m;
}
__global__ void kept(int *out, int n) {
    __syncthreads();
    out[threadIdx.x] = (int)(n);
}
