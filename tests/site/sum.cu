#include "../common/book.h"
__global__ void add(int *sum) {
    for (int i = 0; i < 6; ++i)
        sum[0] += i;
}
int main() {
    int *dev_sum, sum = 0;
    HANDLE_ERROR(cudaMalloc(&dev_sum, sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_sum, 0, sizeof(int)));
    add<<<1, 1>>>(dev_sum);
    HANDLE_LAUNCH("add");
    HANDLE_ERROR(cudaMemcpy(&sum, dev_sum, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d\n", sum);
}
