// 04_pixels: blocks of 16 by 16
#include "../common/book.h"

__global__ void draw(int *pixels, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        pixels[x + y * width] = x ^ y;
}

void solve(int *dev_pixels, int width, int height) {
    dim3 threads(16, 16), blocks((width + 15) / 16, (height + 15) / 16);
    if (width > 0 && height > 0)
        draw<<<blocks, threads>>>(dev_pixels, width, height);
}
