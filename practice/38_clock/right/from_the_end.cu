// 38_clock: seconds first, and the rest divided on
#include "../common/book.h"

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    *seconds = seconds_all % 60;
    seconds_all /= 60;
    *minutes = seconds_all % 60;
    *hours = seconds_all / 60;
}

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    split<<<1, 1>>>(seconds_all, dev_hours, dev_minutes, dev_seconds);
}
