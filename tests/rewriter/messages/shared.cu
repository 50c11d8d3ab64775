// More static shared memory than a kernel has, and what it may look like in the translation.
__global__ void exact(float *out) {
    __shared__ float a[12288];
    a[threadIdx.x] = 1;
    __syncthreads();
    out[0] = a[0];
}
__global__ void unused(float *out) {
    __shared__ float never_read[20000];
    never_read[0] = 1;
    out[0] = 1;
}
__global__ void one(float *out) {
    //! 5: error: a kernel has at most 48 KiB of static __shared__ memory, and this is more. More is dynamic: extern __shared__, with its size as the third value of the launch
    __shared__ float a[12289];
    a[threadIdx.x] = 1;
    __syncthreads();
    out[0] = a[0];
}
__global__ void two(float *out) {
    __shared__ float a[8000];
    //! 16: error: a kernel has at most 48 KiB of static __shared__ memory, and this is more. More is dynamic: extern __shared__, with its size as the third value of the launch
    /* tile */ __shared__ double b[8000];
    a[threadIdx.x] = b[threadIdx.x] = 1;
    __syncthreads();
    //! 14: error: 'c' is not known here; line 28 has a word that looks the same, and has letters of another alphabet
    out[0] = c[0];
    float с = a[0] + b[0];
    out[1] = с;
}
// What the translation repeats is said once.
__device__ int part(int *a, int n) {
    int t = threadIdx.x;
    __syncthreads();
    //! 28: error: 'threadIdX' is not known here; did you mean 'threadIdx'?
    int b = a[n - 1 - t] + threadIdX.x;
    return b;
}
__global__ void calls(int *a, int n) {
    int r = part(a, n);
    a[0] = r;
}
int main() {}
