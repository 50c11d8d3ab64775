// Rows and columns are exchanged in the index of a picture that is no square.
// $ ./book run
// exit: 1
// says: thread .* in kernel fill used address .* where there is no memory: .* 4096 bytes of device memory
// $ ./book check
// exit: 98
// says: memory out of bounds in kernel fill
// says: {here}: thread \(0,0,0\) of block \(1,0,0\) writes 4 bytes: 0 bytes after the end of d_picture
#include <stdio.h>

__global__ void fill(int *picture, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        picture[x * width + y] = 1; // here
}

int main() {
    const int width = 64, height = 16;
    static int picture[width * height];
    int *d_picture;
    cudaMalloc(&d_picture, sizeof picture);
    fill<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(d_picture, width, height);
    cudaMemcpy(picture, d_picture, sizeof picture, cudaMemcpyDeviceToHost);
    printf("last: %d\n", picture[width * height - 1]);
    cudaFree(d_picture);
}
