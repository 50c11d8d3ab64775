// 38_clock: seconds first, and the rest divided on
#include "../common/book.h"

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    *seconds = seconds_all % 60;
    seconds_all /= 60;
    *minutes = seconds_all % 60;
    *hours = seconds_all / 60;
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
