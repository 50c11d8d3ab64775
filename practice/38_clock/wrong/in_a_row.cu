// 38_clock: takes the three for an array
// says: out of bounds
#include "../common/book.h"

__device__ int rest(int a, int b) {
    return a % b;
}

__global__ void split(int seconds_all, int *clock) {
    clock[0] = seconds_all / 3600;
    clock[1] = rest(seconds_all / 60, 60);
    clock[2] = rest(seconds_all, 60);
}

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    split<<<1, 1>>>(seconds_all, dev_hours);
}
