// Conversions of printf that do not fit the values, in device code as in host code.
// each: g++ clang++
// $ ./book run
// $ ./book check
// says: {here}:[0-9]+: warning: format .*'int'.* has type '(double|float)'
// says: [|] +printf\("too few: .*
// says: [|] +printf\("too many: .*
// says: [|] +printf\("host: .*
// says: warning: (format '%d' expects a matching 'int' argument|more '%' conversions than data arguments)
// says: warning: (too many arguments for format|data argument not used by format string)
// says: ^right: 0\.5 1 1 8$
#include <stdio.h>

__device__ void show(int i, int n) {
    printf("too few: %d of %d\n", i);
    printf("too many: %d\n", i, n);
}

__global__ void kernel(const float *values, int n) {
    int i = threadIdx.x;
    printf("value %d\n", values[i]); // here
    show(i, n);
    printf("right: %.1f %d %lld %zu\n", values[i], i < n, 1LL, sizeof(double));
}

int main() {
    const float values[1] = {0.5f};
    float *d_values;
    cudaMalloc(&d_values, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, 1>>>(d_values, 1);
    cudaDeviceSynchronize();
    cudaFree(d_values);
    printf("host: %d\n", 0.5);
}
