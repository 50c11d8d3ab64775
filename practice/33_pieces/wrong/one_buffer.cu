// 33_pieces: both streams use the same memory
// says: NOT YET: race on global memory in kernel twice ({file}:{line})
#include "../common/book.h"

__global__ void twice(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] *= 2; // here
}

void solve(const int *a, int *b, int *const dev[2], int n, const cudaStream_t streams[2]) {
    for (int first = 0, k = 0; first < n; first += 4096, k = 1 - k) {
        int count = n - first < 4096 ? n - first : 4096;
        cudaMemcpyAsync(dev[0], a + first, count * sizeof(int), cudaMemcpyHostToDevice, streams[k]);
        twice<<<(count + 255) / 256, 256, 0, streams[k]>>>(dev[0], count);
        cudaMemcpyAsync(b + first, dev[0], count * sizeof(int), cudaMemcpyDeviceToHost, streams[k]);
    }
}
