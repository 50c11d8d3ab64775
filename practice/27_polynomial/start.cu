// 27_polynomial: the same numbers for all threads
#include "../common/book.h"

__global__ void polynomial(int count, const unsigned *x, unsigned *y, int n) {
    // The kernel. Where are the coefficients?
}

// c: count elements in the host's memory.
void solve(const unsigned *c, int count, const unsigned *dev_x, unsigned *dev_y, int n) {
    // The copy, and the launch.
}

int main() {
    const int N = 1000;
    const unsigned c[3] = {1, 0, 2};
    static unsigned x[N];
    static unsigned y[N];
    unsigned *dev_x;
    unsigned *dev_y;
    for (int i = 0; i < N; i++)
        x[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof x));
    HANDLE_ERROR(cudaMalloc((void **)&dev_y, sizeof y));
    HANDLE_ERROR(cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_y, 0, sizeof y));
    solve(c, 3, dev_x, dev_y, N);
    HANDLE_LAUNCH("polynomial");
    HANDLE_ERROR(cudaMemcpy(y, dev_y, sizeof y, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_y));

    int right = 0;
    for (unsigned i = 0; i < N; i++)
        right += y[i] == 1 + 2 * i * i;
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
