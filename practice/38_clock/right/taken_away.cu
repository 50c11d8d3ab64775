// 38_clock: whole parts are taken away
#include "../common/book.h"

__device__ int rest(int a, int b) {
    return a - a / b * b;
}

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    int h = seconds_all / 3600, left = rest(seconds_all, 3600);
    *hours = h;
    *minutes = left / 60;
    *seconds = rest(left, 60);
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
