// 38_clock: hours, minutes and seconds
#include "../common/book.h"

// rest(): of a, without whole multiples of b. Who calls it?

__global__ void split(int seconds_all, int *hours, int *minutes, int *seconds) {
    // Three answers.
}

// dev_hours, dev_minutes, dev_seconds: a number each, in the device's memory.
void solve(int seconds_all, int *dev_hours, int *dev_minutes, int *dev_seconds) {
    // The launch: one block, one thread.
}

int main() {
    int clock[3], *dev_clock;
    HANDLE_ERROR(cudaMalloc((void **)&dev_clock, sizeof clock));
    HANDLE_ERROR(cudaMemset(dev_clock, 0, sizeof clock));
    solve(7384, dev_clock, dev_clock + 1, dev_clock + 2);
    HANDLE_LAUNCH("split");
    HANDLE_ERROR(cudaMemcpy(clock, dev_clock, sizeof clock, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_clock));

    printf("%d:%02d:%02d\n", clock[0], clock[1], clock[2]);
    int right = (clock[0] == 2) + (clock[1] == 3) + (clock[2] == 4);
    return book_verdict(right == 3, "%d of 3 numbers are right", right);
}
