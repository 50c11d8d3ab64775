// $ ./book run
// exit: 1
// says: {here}
#include <iostream>
__global__ void k() { std::cout << "hi " << threadIdx.x << std::endl; } // here
int main() {
    k<<<1, 2>>>();
    cudaDeviceSynchronize();
}
