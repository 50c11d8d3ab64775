// 31_range: the extremes of all blocks are two numbers, and the last block takes them away
#include "../common/book.h"

__device__ int least_of_all = 0x7fffffff, most_of_all = -0x7fffffff - 1;
__device__ unsigned counter;

// Of what all threads of the block bring, in the first place of both.
__device__ void tree(int *least, int *most) {
    for (int half = 128, t = threadIdx.x; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            least[t] = min(least[t], least[t + half]);
            most[t] = max(most[t], most[t + half]);
        }
    }
}

__global__ void find(const int *a, int *range, int n) {
    __shared__ int least[256], most[256];
    int t = threadIdx.x;
    least[t] = most[t] = a[0];
    for (int i = t + blockIdx.x * 256; i < n; i += 256 * gridDim.x) {
        int one = a[i];
        least[t] = min(least[t], one);
        most[t] = max(most[t], one);
    }
    tree(least, most);
    if (t == 0) {
        atomicMin(&least_of_all, least[0]);
        atomicMax(&most_of_all, most[0]);
        __threadfence(); // who sees the ticket sees them, too
        if (atomicAdd(&counter, 1) == gridDim.x - 1) {
            int high = atomicExch(&most_of_all, -0x7fffffff - 1);
            *range = high - atomicExch(&least_of_all, 0x7fffffff);
            atomicExch(&counter, 0);
        }
    }
}

void solve(const int *dev_a, int *dev_range, int n) {
    int blocks = n < 64 * 256 ? (n + 255) / 256 : 64;
    find<<<blocks, 256>>>(dev_a, dev_range, n);
}
