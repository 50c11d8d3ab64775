// The copy is larger than the device's memory.
// run: 0 ~ TODO
// check: 98 ~ TODO
#include <stdio.h>

int main() {
    static int out[128];
    int *d_out;
    cudaMalloc(&d_out, 64 * sizeof(int));
    cudaMemset(d_out, 0, 64 * sizeof(int));
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost); // here
    printf("last: %d\n", out[127]);
    cudaFree(d_out);
}
