// unit_b: book.h in the second source file of a program (see unit_a.cu)
#include "../common/book.h"

__global__ void write_42(int *out) { *out = 42; }

int checks_of_unit_b(void) {
    int *dev, value = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof(int)));
    write_42<<<1, 1>>>(dev);
    HANDLE_LAUNCH("write_42");
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev));
    return value != 42;
}
