// x = x + 1 by many threads: how many updates are lost depends on the order of the threads.
#include <stdio.h>

__device__ int x;

__global__ void add() {
    x = x + 1;
}

int main() {
    int result = 0;
    add<<<1, 64>>>();
    cudaMemcpyFromSymbol(&result, x, sizeof result);
    printf("%d\n", result);
}
