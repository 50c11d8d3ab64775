// 38_clock: a thread for each answer, which is more than is asked
// says: 3 threads, at most 1 asked
#include "../common/book.h"

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    if (threadIdx.x == 0)
        *hours = seconds_all / 3600;
    if (threadIdx.x == 1)
        *minutes = seconds_all / 60 % 60;
    if (threadIdx.x == 2)
        *seconds = seconds_all % 60;
}

void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    split<<<1, 3>>>(seconds_all, dev_hours, dev_minutes, dev_seconds);
}
