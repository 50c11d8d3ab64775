// 35_two_devices: both parts are taken to be as long as the first
// says: out of bounds
#include "../common/book.h"

__global__ void twice(float *part, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        part[i] *= 2;
}

void solve(const int devices[2], float *const parts[2], const int counts[2]) {
    int before;
    cudaGetDevice(&before);
    for (int k = 0; k < 2; k++) {
        cudaSetDevice(devices[k]);
        if (counts[0] > 0)
            twice<<<(counts[0] + 255) / 256, 256>>>(parts[k], counts[0]);
    }
    cudaSetDevice(before);
}
