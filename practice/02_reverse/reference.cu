// 02_reverse: the elements in reverse order
#include "../common/book.h"

__global__ void reverse(const int *a, int *b, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        b[i] = a[n - 1 - i];
}

void solve(const int *dev_a, int *dev_b, int n) {
    if (n > 0)
        reverse<<<(n + 255) / 256, 256>>>(dev_a, dev_b, n);
}

int main() {
    int a[5] = {3, 1, 4, 1, 5}, b[5], *dev_a, *dev_b;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(dev_a, dev_b, 5);
    HANDLE_LAUNCH("reverse");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int i = 0; i < 5; i++) {
        printf("%d ", b[i]);
        right += b[i] == a[4 - i];
    }
    printf("\n");
    return book_verdict(right == 5, "%d of 5 elements are right", right);
}
