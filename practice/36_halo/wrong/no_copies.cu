// 36_halo: nothing is copied
// says: that nothing has written
#include "../common/book.h"

__global__ void smooth(const int *in, int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[i] + in[i + 1] + in[i + 2];
}

void solve(const int devices[2], int *const in[2], int *const out[2], const int counts[2]) {
    for (int k = 0; k < 2; k++) {
        cudaSetDevice(devices[k]);
        smooth<<<(counts[k] + 255) / 256, 256>>>(in[k], out[k], counts[k]);
    }
}
