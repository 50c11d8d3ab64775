/* pattern.h: a picture in which no pixel is what it would be in another row, column, frame or
 * channel, nor what becomes of it when it is mixed with its neighbours. The tests have the same
 * formula in check.py. Alpha is 0 in a third of the pixels: it must not show. */
#ifndef PATTERN_H
#define PATTERN_H

__host__ __device__ inline uchar4 pattern(int x, int y, int tick) {
    uchar4 pixel;
    pixel.x = (unsigned char)(255 - 3u * x % 256);
    pixel.y = (unsigned char)(5u * y % 256);
    pixel.z = (unsigned char)((37 + x / 256 + 16 * (y / 256) + 3u * (unsigned)tick) % 256);
    pixel.w = (unsigned char)(((unsigned)(x + y) + (unsigned)tick) % 3 * 100);
    return pixel;
}

__global__ void draw(uchar4 *pixels, int width, int height, int tick) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        pixels[x + (size_t)y * width] = pattern(x, y, tick);
}

#endif
