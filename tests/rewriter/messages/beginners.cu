// What beginners leave out or take for something else.
#include <cstdio>

__global__ void k(int *p, int n) {
    //! *: error: the size of a __shared__ array has to be a constant. One that is known only at the launch is extern __shared__, with its size in bytes as the third value of the launch
    __shared__ int line[n];
    line[0] = 1;
    p[0] = line[0];
}
int main() {
    int *d_out, a[3] = {3, 2, 1};
    //! *: error: cudaMalloc takes the address of the pointer: cudaMalloc(&d_out, ...)
    cudaMalloc(d_out, 10);
    //! 10: error: std::sort is in a header that is not included: write #include <algorithm>
    std::sort(a, a + 3);
    //! 10: error: std::vector is in a header that is not included: write #include <vector>
    std::vector<int> values;
    values[0] = 2;
}
