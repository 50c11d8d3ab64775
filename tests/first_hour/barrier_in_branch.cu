// Half of the threads never reach the barrier.
// $ ./book run
// says: warning: .*{here}: barrier without exited threads .* threads 0-127 wait at __syncthreads\(\), threads 128-255 have left .*CUDA_EMULATOR_STRICT=1
// $ ./book check
// says: warning: barrier without exited threads in kernel sum
// says: {here}: block \(0,0,0\): threads 0-127 wait
#include <stdio.h>

__global__ void sum(int *out) {
    __shared__ int part[256];
    int i = threadIdx.x;
    part[i] = i;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2)
        if (i < half) {
            part[i] += part[i + half];
            __syncthreads(); // here
        }
    if (i == 0)
        *out = part[0];
}

int main() {
    int out;
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    sum<<<1, 256>>>(d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("sum: %d\n", out);
    cudaFree(d_out);
}
