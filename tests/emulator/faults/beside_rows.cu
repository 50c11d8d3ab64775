// each: emulator portable
// exit: 1
// says: beside_rows\.cu:15: thread \(5,3,1\) of block \(0,0,0\) in kernel mark
// says: beside_rows\.cu:15: thread \(290,2,0\) of block \(0,0,0\) in kernel mark
// says: ^cudaDeviceSynchronize: cudaErrorIllegalAddress
#include "fault.h"

// Of many lanes in many rows one goes too far. So does a thread of another row that runs twice: it
// would be the one that is named.
__global__ void mark(size_t *cells, size_t *runs, unsigned x, unsigned y, unsigned z) {
    size_t i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    if (threadIdx.y != y || threadIdx.z != z)
        runs[i] += 1;
    size_t distance = threadIdx.x == x && threadIdx.y == y && threadIdx.z == z;
    cells[i + ((distance + runs[i] / 2) << 40)] = 1;
}

static int fail_at(dim3 threads, unsigned x, unsigned y, unsigned z) {
    size_t *cells, *runs;
    cudaMalloc(&cells, 1024 * sizeof(size_t));
    cudaMalloc(&runs, 1024 * sizeof(size_t));
    cudaMemset(runs, 0, 1024 * sizeof(size_t));
    mark<<<1, threads>>>(cells, runs, x, y, z);
    return outcome();
}

int main() {
    fail_at(dim3(16, 8, 4), 5, 3, 1);
    cudaDeviceReset();
    return fail_at(dim3(300, 3), 290, 2, 0);
}
