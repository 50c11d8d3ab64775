// 35_two_devices: the second part is forgotten
// says: wrong for counts[0] = 1, counts[1] = 1: x[1] is
// says: look at: wrong for all sizes above 0
#include "../common/book.h"

__global__ void twice(float *part, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        part[i] *= 2;
}

void solve(const int devices[2], float *const parts[2], const int counts[2]) {
    int before;
    cudaGetDevice(&before);
    for (int k = 0; k < 1; k++) {
        cudaSetDevice(devices[k]);
        if (counts[k] > 0)
            twice<<<(counts[k] + 255) / 256, 256>>>(parts[k], counts[k]);
    }
    cudaSetDevice(before);
}
