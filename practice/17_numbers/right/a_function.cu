// 17_numbers: the work is done by a function of the device
#include "../common/book.h"

__device__ int sum(int a, int b) {
    return a + b;
}

__global__ void calculate(int a, int b, int *result) {
    result[0] = sum(a, b);
    result[1] = a - b;
    result[2] = a * b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 1>>>(a, b, dev_result);
}
