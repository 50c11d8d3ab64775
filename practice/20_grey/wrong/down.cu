// 20_grey: the threads of a warp go down a column
// says: sectors a request to global memory
#include "../common/book.h"

__global__ void to_grey(const uchar4 *pixels, unsigned char *grey, int width, int height) {
    int x = threadIdx.y + blockIdx.x * 32, y = threadIdx.x + blockIdx.y * 8;
    if (x >= width || y >= height)
        return;
    uchar4 p = pixels[x + y * width];
    grey[x + y * width] = (30 * p.x + 59 * p.y + 11 * p.z) / 100;
}

void solve(const uchar4 *dev_pixels, unsigned char *dev_grey, int width, int height) {
    dim3 threads(8, 32), blocks((width + 31) / 32, (height + 7) / 8);
    if (width > 0 && height > 0)
        to_grey<<<blocks, threads>>>(dev_pixels, dev_grey, width, height);
}
