// 04_pixels: one row of blocks only
// says: look at:
#include "../common/book.h"

__global__ void draw(int *pixels, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        pixels[x + y * width] = x ^ y;
}

void solve(int *dev_pixels, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, 1);
    if (width > 0 && height > 0)
        draw<<<blocks, threads>>>(dev_pixels, width, height);
}
