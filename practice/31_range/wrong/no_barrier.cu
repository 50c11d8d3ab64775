// 31_range: no barrier between the ticket and who asks for it
// says: barrier without exited threads
#include "../common/book.h"

__device__ int least_of[64], most_of[64];
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
    __shared__ bool last;
    int t = threadIdx.x;
    least[t] = most[t] = a[0];
    for (int i = t + blockIdx.x * 256; i < n; i += 256 * gridDim.x) {
        int one = a[i];
        least[t] = min(least[t], one);
        most[t] = max(most[t], one);
    }
    tree(least, most);
    if (t == 0) {
        least_of[blockIdx.x] = least[0];
        most_of[blockIdx.x] = most[0];
        __threadfence(); // who sees the ticket sees them, too
        last = atomicAdd(&counter, 1) == gridDim.x - 1;
    }
    if (!last)
        return;
    least[t] = least_of[t < gridDim.x ? t : 0];
    most[t] = most_of[t < gridDim.x ? t : 0];
    tree(least, most);
    if (t == 0) {
        *range = most[0] - least[0];
        counter = 0;
    }
}

void solve(const int *dev_a, int *dev_range, int n) {
    int blocks = n < 64 * 256 ? (n + 255) / 256 : 64;
    find<<<blocks, 256>>>(dev_a, dev_range, n);
}
