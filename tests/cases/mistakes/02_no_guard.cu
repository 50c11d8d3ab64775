// $ ./book run
// exit: 1
// says: check
// $ ./book check
// exit: 98
// says: {here}
#include <stdio.h>
#define N 1000
__global__ void twice(const int *in, int *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[i] = 2 * in[i]; // here
}
int main(void) {
    int a[N], b[N], *da, *db, bad = 0;
    for (int i = 0; i < N; i++) a[i] = i;
    cudaMalloc((void **)&da, N * sizeof(int));
    cudaMalloc((void **)&db, N * sizeof(int));
    cudaMemcpy(da, a, N * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<(N + 255) / 256, 256>>>(da, db);
    cudaMemcpy(b, db, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) if (b[i] != 2 * i) bad++;
    printf("%d wrong\n", bad);
    cudaFree(da); cudaFree(db);
    return bad != 0;
}
