// 22_extremes: a thread has several elements, in registers first
#include "../common/book.h"

__global__ void begin(const int *a, int *extremes) {
    extremes[0] = extremes[1] = a[0];
}

__global__ void find(const int *a, int *extremes, int n) {
    __shared__ int least[256], most[256];
    int t = threadIdx.x, low = a[0], high = low;
    for (int i = t + blockIdx.x * 256; i < n; i += 256 * gridDim.x) {
        int one = a[i];
        low = min(low, one);
        high = max(high, one);
    }
    least[t] = low;
    most[t] = high;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            least[t] = min(least[t], least[t + half]);
            most[t] = max(most[t], most[t + half]);
        }
        __syncthreads();
    }
    if (t == 0) {
        atomicMin(&extremes[0], least[0]);
        atomicMax(&extremes[1], most[0]);
    }
}

void solve(const int *dev_a, int *dev_extremes, int n) {
    begin<<<1, 1>>>(dev_a, dev_extremes);
    find<<<16, 256>>>(dev_a, dev_extremes, n);
}
