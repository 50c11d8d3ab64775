// 17_numbers: threads that all write the same
// says: 256 threads, at most 1 asked
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    result[0] = a + b;
    result[1] = a - b;
    result[2] = a * b;
}

void solve(int a, int b, int *dev_result) {
    calculate<<<1, 256>>>(a, b, dev_result);
}
