// $ ./book run
#include <stdio.h>
// Привет, κόσμε: a comment
__global__ void k()
{
    printf("Привет %d\n", threadIdx.x);
}
int main()
{
    k<<<1, 2>>>();
    cudaDeviceSynchronize();
}
