// 04_pixels: neighbouring threads write below one another
// says: sectors a request to global memory
#include "../common/book.h"

__global__ void draw(int *pixels, int width, int height) {
    int x = threadIdx.y + blockIdx.y * blockDim.y;
    int y = threadIdx.x + blockIdx.x * blockDim.x;
    if (x < width && y < height)
        pixels[x + y * width] = x ^ y;
}

void solve(int *dev_pixels, int width, int height) {
    dim3 threads(32, 8), blocks((height + 31) / 32, (width + 7) / 8);
    if (width > 0 && height > 0)
        draw<<<blocks, threads>>>(dev_pixels, width, height);
}
