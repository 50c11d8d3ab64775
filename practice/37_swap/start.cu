// 37_swap: two numbers change places
#include "../common/book.h"

__global__ void swap(int *a, int *b) {
    // Which of the two is written first?
}

// dev_a, dev_b: a number each, in the device's memory.
void solve(int *dev_a, int *dev_b) {
    // The launch: one block, one thread.
}

int main() {
    int numbers[2] = {3, 8}, *dev_numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    solve(dev_numbers, dev_numbers + 1);
    HANDLE_LAUNCH("swap");
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_numbers));

    printf("%d %d\n", numbers[0], numbers[1]);
    int right = (numbers[0] == 8) + (numbers[1] == 3);
    return book_verdict(right == 2, "%d of 2 numbers are right", right);
}
