// More dynamic shared memory than a kernel gets without asking for it.
// $ ./book run
// says: a launch failed .*: 100000 bytes of dynamic shared memory: this kernel gets up to 49152, and more after cudaFuncSetAttribute\(fill
// $ ./book check
// exit: 98
// says: launched at .*{here}: 100000 bytes
#include <stdio.h>

__global__ void fill(int *out) {
    extern __shared__ int line[];
    line[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = line[threadIdx.x];
}

int main() {
    int out[64];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    fill<<<1, 64, 100000>>>(d_out); // here
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[63]);
    cudaFree(d_out);
}
