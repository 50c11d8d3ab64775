// Two pointers, of which one was freed twice.
// run: 0 ~ TODO
// check: 98 ~ TODO
#include <stdio.h>

int main() {
    int *a, *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaFree(a);
    cudaFree(a); // here
    printf("done\n");
}
