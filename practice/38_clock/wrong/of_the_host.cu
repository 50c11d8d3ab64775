// 38_clock: a function of the host, called by a kernel
// says: it cannot be built
#include "../common/book.h"

int rest(int a, int b) {
    return a % b;
}

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    *hours = seconds_all / 3600;
    *minutes = rest(seconds_all / 60, 60);
    *seconds = rest(seconds_all, 60);
}

void solve(int *dev_a, int *dev_b) {
    swap<<<1, 1>>>(dev_a, dev_b);
}
