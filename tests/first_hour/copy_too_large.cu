// The copy is larger than the device's memory.
// $ ./book run
// says: {here}: cudaMemcpy failed with cudaErrorInvalidValue \(.*\), and the program did not look: 512 bytes, and the source has only 256$
// $ ./book check
// exit: 98
// says: {here}: cudaMemcpy returns cudaErrorInvalidValue .* 512 bytes from byte 0 of d_out, 256 bytes .* of which only 256 follow
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
