// $ ./book check
// exit: 98
// says: 07_no_sync_shared.cu
#include <stdio.h>
__global__ void reverse(int *d) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = d[t];
    d[t] = s[255 - t];
}
int main() {
    int h[256], *d, bad = 0;
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) bad += h[i] != 255 - i;
    printf("%d wrong\n", bad);
    cudaFree(d);
}
