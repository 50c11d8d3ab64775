// 17_numbers: the kernel is not launched
// says: wrong for n = 1: result[0] is
// says: nothing has written a part of the result
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[0] = a + b;
    result[1] = a - b;
    result[2] = a * b;
}

void solve(int a, int b, int *dev_result) {}
