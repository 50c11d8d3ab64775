// 15_scan_block: warps scan by shuffles, and then add what the warps before have
#include "../common/book.h"

__global__ void scan(const int *a, int *b, int n) {
    __shared__ int of_warps[8];
    int i = threadIdx.x + blockIdx.x * 256, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = i < n ? a[i] : 0;
    for (int apart = 1; apart < 32; apart *= 2) {
        int before = __shfl_up_sync(0xffffffff, sum, apart);
        if (lane >= apart)
            sum += before;
    }
    if (lane == 31)
        of_warps[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        sum += of_warps[w];
    if (i < n)
        b[i] = sum;
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        scan<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}
