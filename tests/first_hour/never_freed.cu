// Memory that is not freed.
// $ ./book run
// says: ^done$
// $ ./book check
// says: warning: leak
// says: a, 256 bytes of device memory, allocated at .*{here}
#include <stdio.h>

int main() {
    int *a;
    cudaMalloc(&a, 64 * sizeof(int)); // here
    printf("done\n");
}
