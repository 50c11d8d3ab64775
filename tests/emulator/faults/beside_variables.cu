// each: emulator portable
// exit: 1
// says: kernel late wrote up to 256 bytes behind __shared__ s \(256 bytes, .*cu:25\)$
// says: kernel early wrote up to 512 bytes behind __shared__ s \(512 bytes, .*cu:32\)
// says: in_front wrote up to 4 bytes in front of __shared__ t \(128 bytes, .*cu:38
// says: kernel with_helper wrote up to 4 bytes behind __shared__ few \(32 bytes, .*cu:43\)
// says: kernel dynamic wrote up to 512 bytes behind its dynamic shared memory, of which the
// says: behind its dynamic shared memory, of which the launch gives 0 bytes$
// says: kernel variables wrote up to 4 bytes behind __device__ total \(4 bytes, .*cu:18\)
// says: kernel variables.* in front of __device__ values \(24 bytes, .*cu:19
// says: kernel variables.* 4 bytes behind __constant__ table \(20 bytes, .*cu:20
// says: ^    (\./book check FILE,.*|Check) names the line$
// says: ^8 of 8 kernels failed, 5 of 5 did not$
#include "fault.h"

// What a kernel writes beside a variable is named when it ends, and it counts as a fault.

__device__ int total;
__device__ double values[3];
__constant__ int table[5] = {1, 2, 3, 4, 5};

// Not the first statement: the rewriter moves it.
__global__ void late(int *out) {
    const int i = threadIdx.x;
    __shared__ int s[64], other[2];
    s[i] = i;
    other[0] = 4;
    __syncthreads();
    out[i] = s[63 - i % 64] + other[0];
}
template <class T, int SIZE> __global__ void early(int *out) {
    __shared__ T s[SIZE];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = static_cast<int>(s[SIZE - 1 - threadIdx.x % SIZE]);
}
__global__ void in_front(int *out, int distance) {
    __shared__ int t[32];
    t[static_cast<int>(threadIdx.x) - distance] = 5;
    out[threadIdx.x] = t[threadIdx.x];
}
__device__ int helper(int i) {
    __shared__ volatile int few[8];
    few[i] = i;
    return few[i];
}
__global__ void with_helper(int *out) {
    out[threadIdx.x] = helper(threadIdx.x);
}
__global__ void dynamic(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void variables(int beside) {
    (&total)[beside] = 1;
    values[-beside] = 2;
    const_cast<int *>(table)[4 + beside] = 5;
}

static int failed, right;

static int *memory() {
    int *out;
    cudaDeviceReset();
    cudaMalloc(&out, 128 * sizeof(int));
    return out;
}
static void wrong() {
    failed += cudaDeviceSynchronize() == cudaErrorIllegalAddress;
}

int main() {
    late<<<4, 128>>>(memory());
    wrong();
    early<double, 64><<<4, 128>>>(memory());
    wrong();
    early<int, 64><<<4, 128>>>(memory());
    wrong();
    in_front<<<1, 32>>>(memory(), 1);
    wrong();
    with_helper<<<1, 9>>>(memory());
    wrong();
    dynamic<<<1, 128>>>(memory());
    wrong();
    dynamic<<<4, 128, 500>>>(memory());
    wrong();
    memory();
    variables<<<1, 1>>>(1);
    wrong();

    int *out = memory();
    late<<<4, 64>>>(out);
    right += cudaDeviceSynchronize() == cudaSuccess;
    early<double, 64><<<4, 64>>>(out);
    right += cudaDeviceSynchronize() == cudaSuccess;
    dynamic<<<4, 128, 512>>>(out);
    right += cudaDeviceSynchronize() == cudaSuccess;
    with_helper<<<1, 8>>>(out);
    right += cudaDeviceSynchronize() == cudaSuccess;
    variables<<<1, 1>>>(0);
    right += cudaDeviceSynchronize() == cudaSuccess;
    std::printf("%d of 8 kernels failed, %d of 5 did not\n", failed, right);
    return 0;
}
