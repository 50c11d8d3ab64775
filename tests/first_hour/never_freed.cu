// Memory that is not freed.
// run: 0 ~ ^done$
// check: 98 ~ TODO
#include <stdio.h>

int main() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int)); // here
    printf("done\n");
}
