// 33_pieces: breadth first: a part of both pieces, then the next part
#include "../common/book.h"

__global__ void twice(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] *= 2;
}

void solve(const int *a, int *b, int *const dev[2], int n, const cudaStream_t streams[2]) {
    for (int first = 0; first < n; first += 2 * 4096) {
        int counts[2] = {min(n - first, 4096), min(n - first - 4096, 4096)};
        int pieces = counts[1] > 0 ? 2 : 1;
        for (int k = 0; k < pieces; k++)
            cudaMemcpyAsync(dev[k], a + first + k * 4096, counts[k] * sizeof(int),
                            cudaMemcpyHostToDevice, streams[k]);
        for (int k = 0; k < pieces; k++)
            twice<<<(counts[k] + 255) / 256, 256, 0, streams[k]>>>(dev[k], counts[k]);
        for (int k = 0; k < pieces; k++)
            cudaMemcpyAsync(b + first + k * 4096, dev[k], counts[k] * sizeof(int),
                            cudaMemcpyDeviceToHost, streams[k]);
    }
}
