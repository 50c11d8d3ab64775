// 1000 / 256 is 3: the last 232 elements get no thread.
// $ ./book run
// says: ^last: -1$
// $ ./book check
// says: copy of memory of which nothing has written a part
// says: {here}: cudaMemcpy reads 4000 bytes, and nothing has written 928 of them, the first: byte 3072 of d_out
#include <stdio.h>

__global__ void square(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i;
}

int main() {
    const int n = 1000;
    static int out[n];
    int *d_out;
    cudaMalloc(&d_out, n * sizeof(int));
    square<<<n / 256, 256>>>(d_out, n);
    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost); // here
    printf("last: %d\n", out[n - 1]);
    cudaFree(d_out);
}
