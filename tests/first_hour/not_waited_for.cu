// The program ends before the kernel has printed.
// run: 0 ~ ^hello from thread 3$
// check: 0 ~ ^hello from thread 3$ ~ warning: printf that a GPU would not show in kernel hello ~ missing: cudaDeviceSynchronize\(\) behind the launch
#include <stdio.h>

__global__ void hello() {
    printf("hello from thread %d\n", threadIdx.x);
}

int main() {
    hello<<<1, 4>>>(); // here
}
