// Memory that is not freed.
// run: 0 ~ ^done$
// check: 0 ~ warning: leak ~ a, 256 bytes of device memory, allocated at .*HERE
#include <stdio.h>

int main() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int)); // here
    printf("done\n");
}
