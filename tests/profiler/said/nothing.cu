// nothing.cu: calls CUDA, and launches no kernel.
#include <cstdio>

int main() {
    void *memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, 4);
    cudaFree(memory);
    std::printf("no kernel\n");
    return error != cudaSuccess;
}
