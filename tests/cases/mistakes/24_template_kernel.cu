// $ ./book run
// $ ./book check
#include <cstdio>
template <typename T>
__global__ void fill(T *p, T value, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value;
}
int main() {
    double h[10], *d;
    cudaMalloc(&d, sizeof h);
    fill<<<1, 32>>>(d, 1.5, 10);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[9]);
    fill<int><<<1, 32>>>((int *)d, 3, 10);
    cudaFree(d);
}
