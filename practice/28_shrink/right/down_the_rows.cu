// 28_shrink: a thread goes down a column
#include "../common/book.h"

__global__ void shrink(cudaTextureObject_t a, float *b, int width, int height) {
    int x = threadIdx.x + blockIdx.x * 32;
    for (int y = threadIdx.y + blockIdx.y * 8; x < width && y < height; y += gridDim.y * 8)
        b[x + y * width] = tex2D<float>(a, 2 * x + 1, 2 * y + 1);
}

void solve(cudaTextureObject_t a, float *dev_b, int width, int height) {
    dim3 threads(32, 8), blocks((width + 31) / 32, (height + 15) / 16);
    shrink<<<blocks, threads>>>(a, dev_b, width, height);
}
