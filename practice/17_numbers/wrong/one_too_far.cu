// 17_numbers: counts from 1
// says: out of bounds
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[1] = a + b;
    result[2] = a - b;
    result[3] = a * b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 1>>>(a, b, dev_result);
}
