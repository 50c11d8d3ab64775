// Two pointers, of which one was freed twice.
// $ ./book run
// says: {here}: cudaFree failed with cudaErrorInvalidValue \(.*\), and the program did not look$
// $ ./book check
// exit: 98
// says: wrong free
// says: {here}: cudaFree of memory that was freed before: byte 0 of a
#include <stdio.h>

int main() {
    int *a, *b;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaFree(a);
    cudaFree(a); // here
    printf("done\n");
}
