// 60000 * 60000 is more than an int holds.
// $ ./book run
// exit: 1
// says: kernel mark wrote up to 6[0-9] bytes in front of 64 bytes of device memory
// $ ./book check
// exit: 98
// says: {here}: thread 0 .* bytes before d_picture
// says: missing: a test that the index is not negative
#include <stdio.h>

__global__ void mark(char *picture, int width) {
    int x = threadIdx.x, y = 59999;
    picture[(y * width + x) % 64] = 1; // here
}

int main() {
    char picture[64];
    char *d_picture;
    cudaMalloc(&d_picture, sizeof picture);
    cudaMemset(d_picture, 0, sizeof picture);
    mark<<<1, 64>>>(d_picture, 60000);
    cudaMemcpy(picture, d_picture, sizeof picture, cudaMemcpyDeviceToHost);
    printf("first: %d\n", picture[0]);
    cudaFree(d_picture);
}
