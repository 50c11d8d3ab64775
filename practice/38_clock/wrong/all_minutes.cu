// 38_clock: minutes of all hours
// says: wrong for n = 3600: minutes[0] is 60, not 0
#include "../common/book.h"

__device__ int rest(int a, int b) {
    return a % b;
}

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    *hours = seconds_all / 3600;
    *minutes = seconds_all / 60;
    *seconds = rest(seconds_all, 60);
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
