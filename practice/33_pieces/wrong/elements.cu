// 33_pieces: copies as many bytes as there are elements
// says: that nothing has written
#include "../common/book.h"

__global__ void twice(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] *= 2;
}

void solve(const int *a, int *b, int *const dev[2], int n, const cudaStream_t streams[2]) {
    for (int first = 0, k = 0; first < n; first += 4096, k = 1 - k) {
        int count = n - first < 4096 ? n - first : 4096;
        cudaMemcpyAsync(dev[k], a + first, count, cudaMemcpyHostToDevice, streams[k]);
        twice<<<(count + 255) / 256, 256, 0, streams[k]>>>(dev[k], count);
        cudaMemcpyAsync(b + first, dev[k], count, cudaMemcpyDeviceToHost, streams[k]);
    }
}
