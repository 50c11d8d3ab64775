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

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    split<<<1, 1>>>(seconds_all, dev_hours, dev_minutes, dev_seconds);
}
