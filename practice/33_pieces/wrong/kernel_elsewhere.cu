// 33_pieces: the kernel runs in the other stream
// says: race on
#include "../common/book.h"

__global__ void twice(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] *= 2;
}

void solve(const int *a, int *b, int *const dev[2], int n, const cudaStream_t streams[2]) {
    for (int first = 0, k = 0; first < n; first += 4096, k = 1 - k) {
        int count = n - first < 4096 ? n - first : 4096;
        cudaMemcpyAsync(dev[k], a + first, count * sizeof(int), cudaMemcpyHostToDevice, streams[k]);
        twice<<<(count + 255) / 256, 256, 0, streams[1 - k]>>>(dev[k], count);
        cudaMemcpyAsync(b + first, dev[k], count * sizeof(int), cudaMemcpyDeviceToHost, streams[k]);
    }
}
