// says: dropped_errors.cu:10: cudaMemcpy failed with cudaErrorInvalidValue \(invalid argument\), and the program did not look: the destination is a null pointer$
// says: ^not looked at: 1$
#include "fault.h"

// The first call of a thread that failed and was not looked at. One after which the program asks is none.
int main() {
    int *memory;
    cudaMalloc(&memory, ~size_t{0} / 2);
    (void)cudaGetLastError();
    cudaMemcpy(memory, &memory, 8, cudaMemcpyDeviceToHost);
    cudaFree(&memory);
    if (cudaMalloc(&memory, ~size_t{0} / 2) != cudaSuccess)
        std::printf("not looked at: 1\n");
    return 0;
}
