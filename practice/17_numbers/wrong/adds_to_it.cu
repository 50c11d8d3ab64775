// 17_numbers: adds to what nobody has written
// says: that nothing has written
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[0] += a + b;
    result[1] = a - b;
    result[2] = a * b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 1>>>(a, b, dev_result);
}
