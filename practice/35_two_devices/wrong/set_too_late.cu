// 35_two_devices: makes the device current behind the launch
// says: peer
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
        if (counts[k] > 0)
            twice<<<(counts[k] + 255) / 256, 256>>>(parts[k], counts[k]);
        cudaSetDevice(devices[k]);
    }
    cudaSetDevice(before);
}
