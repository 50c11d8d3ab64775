// $ ./book run
// exit: 1
// says: check
// $ ./book check
// exit: 98
// says: {here}
#include <stdio.h>
#define W 40
#define H 20
__global__ void fill(int *p) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < W && y < H) p[y + x * W] = x + y; // here
}
int main() {
    int h[W * H], *d;
    cudaMalloc(&d, sizeof h);
    dim3 t(16, 16), b((W + 15) / 16, (H + 15) / 16);
    fill<<<b, t>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3 + 2 * W]);
    cudaFree(d);
}
