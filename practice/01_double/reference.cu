// 01_double: double each element
#include "../common/book.h"

__global__ void twice(float *x, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] *= 2;
}

void solve(float *dev_x, int n) {
    if (n > 0)
        twice<<<(n + 255) / 256, 256>>>(dev_x, n);
}

int main() {
    float x[10], *dev_x;
    for (int i = 0; i < 10; i++)
        x[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof x));
    HANDLE_ERROR(cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice));
    solve(dev_x, 10);
    HANDLE_LAUNCH("twice");
    HANDLE_ERROR(cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_x));

    int right = 0;
    for (int i = 0; i < 10; i++) {
        printf("%g ", x[i]);
        right += x[i] == 2 * i;
    }
    printf("\n");
    return book_verdict(right == 10, "%d of 10 elements are right", right);
}
