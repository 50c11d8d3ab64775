// 17_numbers: the host writes to memory of the device
// says: host touches memory of the device
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[0] = a + b;
    result[1] = a - b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 1>>>(a, b, dev_result);
    cudaDeviceSynchronize();
    dev_result[2] = a * b;
}
