// A kernel of your own: change it, and run it.
#include "../common/book.h"

#define N 16

__global__ void square(int *numbers) {
    int i = threadIdx.x;
    numbers[i] = i * i;
}

int main(void) {
    int numbers[N];
    int *dev_numbers;
    HANDLE_ERROR(cudaMalloc((void **)&dev_numbers, sizeof numbers));
    square<<<1, N>>>(dev_numbers);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        printf("%d squared is %d\n", i, numbers[i]);
    HANDLE_ERROR(cudaFree(dev_numbers));
    return 0;
}
