// 17_numbers: the product is forgotten
// says: wrong for n = 1: result[2] is
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[0] = a + b;
    result[1] = a - b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 1>>>(a, b, dev_result);
}
