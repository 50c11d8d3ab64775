// 20_grey: a picture without its colours
#include "../common/book.h"

__global__ void to_grey(const uchar4 *pixels, unsigned char *grey, int width, int height) {
    int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= width || y >= height)
        return;
    uchar4 p = pixels[x + y * width];
    grey[x + y * width] = (30 * p.x + 59 * p.y + 11 * p.z) / 100;
}

void solve(const uchar4 *dev_pixels, unsigned char *dev_grey, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, (height + 7) / 8);
    if (width > 0 && height > 0)
        to_grey<<<blocks, threads>>>(dev_pixels, dev_grey, width, height);
}

int main() {
    const int N = 100 * 70;
    static uchar4 pixels[N];
    static unsigned char grey[N];
    uchar4 *dev_pixels;
    unsigned char *dev_grey;
    for (int i = 0; i < N; i++)
        pixels[i] = make_uchar4(i % 256, i / 7 % 256, i / 3 % 256, 9);
    HANDLE_ERROR(cudaMalloc((void **)&dev_pixels, sizeof pixels));
    HANDLE_ERROR(cudaMalloc((void **)&dev_grey, sizeof grey));
    HANDLE_ERROR(cudaMemcpy(dev_pixels, pixels, sizeof pixels, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_grey, 0, sizeof grey));
    solve(dev_pixels, dev_grey, 100, 70);
    HANDLE_LAUNCH("to_grey");
    HANDLE_ERROR(cudaMemcpy(grey, dev_grey, sizeof grey, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_pixels));
    HANDLE_ERROR(cudaFree(dev_grey));

    int right = 0;
    for (int i = 0; i < N; i++) {
        uchar4 p = pixels[i];
        right += grey[i] == (30 * p.x + 59 * p.y + 11 * p.z) / 100;
    }
    return book_verdict(right == N, "%d of %d pixels are right", right, N);
}
