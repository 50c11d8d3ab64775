// each: emulator portable
// exit: 1
// says: written_before_fault\.cu:13: thread 0 of block \(0,0,0\) in kernel walk or one behind it used address
// says: written_before_fault\.cu:20: thread 0 of block \(0,0,0\) in kernel take or one behind it used address
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// Thread 37 goes too far. When its lanes run again, one by one, another one does: each has gone
// twice by then.
__global__ void walk(size_t *places, int *cells, size_t distance) {
    int i = threadIdx.x;
    places[i] += distance;
    cells[places[i]] = 1;
}

// Again, nobody does.
__global__ void take(size_t *places, int *cells) {
    int i = threadIdx.x;
    size_t place = places[i];
    places[i] = 0, cells[place] = 1;
}

static int fail_at_37(bool walks) {
    const size_t distance = static_cast<size_t>(-1) << 40;
    size_t *places, host[64];
    int *cells;
    for (int i = 0; i < 64; i++)
        host[i] = i == 37 ? distance : walks ? 0 - distance : 0;
    cudaMalloc(&places, sizeof host);
    cudaMalloc(&cells, sizeof(int));
    cudaMemcpy(places, host, sizeof host, cudaMemcpyHostToDevice);
    if (walks)
        walk<<<1, 64>>>(places, cells, distance);
    else
        take<<<1, 64>>>(places, cells);
    return outcome();
}

int main() {
    fail_at_37(true);
    cudaDeviceReset();
    return fail_at_37(false);
}
