// $ ./book check
// exit: 0
// says: ^65 and 64$
// says: nothing found
// Of a pair of halves each is atomic by itself, so one of them may be added to at the same time.
#include <cstdio>
#include <cuda_fp16.h>
__global__ void add(__half2 *pair) {
    if (blockIdx.x == 0)
        atomicAdd(pair, __floats2half2_rn(1.0f, 1.0f));
    else if (threadIdx.x == 0)
        atomicAdd(reinterpret_cast<__half *>(pair), __float2half(1.0f));
}
int main() {
    __half2 *pair, found;
    if (cudaMalloc(&pair, sizeof found) != cudaSuccess ||
        cudaMemset(pair, 0, sizeof found) != cudaSuccess)
        return 1;
    add<<<2, 64>>>(pair);
    if (cudaGetLastError() != cudaSuccess ||
        cudaMemcpy(&found, pair, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    std::printf("%g and %g\n", __low2float(found), __high2float(found));
    return cudaFree(pair) != cudaSuccess;
}
