// 04_pixels: a thread for each pixel
#include "../common/book.h"

__global__ void draw(int *pixels, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < width && y < height)
        pixels[x + y * width] = x ^ y;
}

void solve(int *dev_pixels, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
    if (width > 0 && height > 0)
        draw<<<blocks, threads>>>(dev_pixels, width, height);
}

int main() {
    const int WIDTH = 8, HEIGHT = 5;
    int pixels[WIDTH * HEIGHT], *dev_pixels;
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, sizeof pixels));
    HANDLE_ERROR(cudaMemset(dev_pixels, 0, sizeof pixels));
    solve(dev_pixels, WIDTH, HEIGHT);
    HANDLE_LAUNCH("draw");
    HANDLE_ERROR(cudaMemcpy(pixels, dev_pixels, sizeof pixels, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_pixels));

    int right = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            printf("%3d", pixels[x + y * WIDTH]);
            right += pixels[x + y * WIDTH] == (x ^ y);
        }
        printf("\n");
    }
    return book_verdict(right == WIDTH * HEIGHT, "%d of %d pixels are right", right,
                        WIDTH * HEIGHT);
}
