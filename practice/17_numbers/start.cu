// 17_numbers: what a kernel is given, and where it answers
#include "../common/book.h"

__global__ void calculate(int a, int b, int *result) {
    // Three answers.
}

// dev_result: three elements in the device's memory.
void solve(int a, int b, int *dev_result) {
    // The launch: one block, one thread.
}

int main() {
    int result[3], *dev_result;
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemset(dev_result, 0, sizeof result));
    solve(7, 5, dev_result);
    HANDLE_LAUNCH("calculate");
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_result));

    int right = (result[0] == 12) + (result[1] == 2) + (result[2] == 35);
    printf("%d %d %d\n", result[0], result[1], result[2]);
    return book_verdict(right == 3, "%d of 3 answers are right", right);
}
