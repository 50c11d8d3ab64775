// In steps, as without the checker: it sees all of such a kernel.
__global__ void sum(const float *x, float *y, int n) {
    __shared__ float cache[256];
    int thread = threadIdx.x;
    cache[thread] = thread < n ? x[thread] : 0;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (thread < i) {
            float both[2] = {cache[thread], cache[thread + i]}; // gone at the barrier
            cache[thread] = both[0] + both[1];
        }
        __syncthreads();
    }
    y[thread] = cache[0];
}
// What is put in front of the first statement comes behind the switch.
__global__ void reverse(float *x) {
    __shared__ float copy[256];
    copy[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = copy[255 - threadIdx.x];
}
// Not in steps: a variable that may be read before it is written.
__global__ void without_value(float *x) {
    float mine;
    if (threadIdx.x != 0)
        mine = 1;
    __syncthreads();
    x[threadIdx.x] = mine;
}
// Nor where a thread keeps one for itself,
__global__ void keeps(float *x) {
    float mine = x[threadIdx.x];
    __syncthreads();
    x[255 - threadIdx.x] = mine;
}
// if shared memory is declared behind the first statement,
__global__ void late(float *x) {
    int thread = threadIdx.x;
    x[thread] = 1;
    __shared__ float cache[256];
    cache[thread] = x[thread];
    __syncthreads();
    x[thread] = cache[255 - thread];
}
// an argument changes, or a function has the barrier.
__global__ void count_down(float *x, int n) {
    for (; n > 0; n--)
        __syncthreads();
    x[threadIdx.x] = 0;
}
__device__ void wait(int n) {
    __syncthreads();
}
__global__ void calls(float *x) {
    wait(1);
    x[threadIdx.x] = 0;
}
