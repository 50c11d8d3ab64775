// The host has double, the kernel float: half of the memory, and other numbers.
// run: 0 ~ TODO
// check: 98 ~ TODO
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
