// The program ends before the kernel has printed.
// $ ./book run
// says: ^hello from thread 3$
// $ ./book check
// says: ^hello from thread 3$
// says: warning: printf that a GPU would not show in kernel hello
// says: missing: cudaDeviceSynchronize\(\) behind the launch
#include <stdio.h>

__global__ void hello() {
    printf("hello from thread %d\n", threadIdx.x);
}

int main() {
    hello<<<1, 4>>>(); // here
}
