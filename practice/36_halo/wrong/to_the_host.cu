// 36_halo: brings elements to the host
// says: call refused: cudaMemcpyPeerAsync returns cudaErrorInvalidValue
#include "../common/book.h"

__global__ void smooth(const int *in, int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[i] + in[i + 1] + in[i + 2];
}

void solve(const int devices[2], int *const in[2], int *const out[2], const int counts[2]) {
    int *halo[2] = {in[0] + counts[0] + 1, in[1]}, *next[2] = {in[1] + 1, in[0] + counts[0]};
    for (int k = 0; k < 2; k++) {
        cudaSetDevice(devices[k]);
        int element;
        cudaMemcpyPeerAsync(&element, devices[k], next[k], devices[1 - k], sizeof(int), 0);
        cudaMemcpyPeerAsync(halo[k], devices[k], &element, devices[1 - k], sizeof(int), 0);
        smooth<<<(counts[k] + 255) / 256, 256>>>(in[k], out[k], counts[k]);
    }
}
