// 20_grey: a row is taken to be as long as a column
// says: wrong for
#include "../common/book.h"

__global__ void to_grey(const uchar4 *pixels, unsigned char *grey, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= height || x + y * height >= width * height)
        return;
    uchar4 p = pixels[x + y * height];
    grey[x + y * height] = (30 * p.x + 59 * p.y + 11 * p.z) / 100;
}

void solve(const uchar4 *dev_pixels, unsigned char *dev_grey, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
    if (width > 0 && height > 0)
        to_grey<<<blocks, threads>>>(dev_pixels, dev_grey, width, height);
}
