// The host has double, the kernel float: half of the memory, and other numbers.
// $ ./book run
// exit: 1
// says: kernel halve wrote up to 25[0-9] bytes behind 256 bytes of device memory
// $ ./book check
// exit: 98
// says: {here}: thread 32 .* reads 8 bytes: 0 bytes after the end of d_values, 256 bytes
#include <stdio.h>

__global__ void halve(double *values) {
    values[threadIdx.x] /= 2; // here
}

int main() {
    float values[64];
    for (int i = 0; i < 64; ++i)
        values[i] = i;
    double *d_values;
    cudaMalloc(&d_values, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    halve<<<1, 64>>>(d_values);
    cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
    printf("last: %f\n", values[63]);
    cudaFree(d_values);
}
