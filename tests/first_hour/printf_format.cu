// A number that is printed as one of another type. The value is any.
// both: 0 ~ HERE:[0-9]+: warning: format .*int.*double ~ ^done$
#include <stdio.h>

__global__ void show(const float *a) {
    printf("%d\n", a[threadIdx.x]); // here
}

int main() {
    float *a, host[4] = {1, 2, 3, 4};
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    show<<<1, 4>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    printf("done\n");
}
