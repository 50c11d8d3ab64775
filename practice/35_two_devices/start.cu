// 35_two_devices: each device has its part
#include "../common/book.h"

__global__ void twice(float *part, int n) {
    // The kernel.
}

void solve(const int devices[2], float *const parts[2], const int counts[2]) {
    // Two launches, each on its device.
}

int main() {
    const int N = 1000;
    int devices[2] = {0, 0}, counts[2] = {300, 700}, all;
    float x[N], *parts[2];
    HANDLE_ERROR(cudaGetDeviceCount(&all));
    if (all > 1)
        devices[0] = 1;
    else
        printf("there is one device: it has both parts (CUDA_EMULATOR_DEVICES=2 gives two)\n");
    for (int i = 0; i < N; i++)
        x[i] = i;
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaSetDevice(devices[k]));
        HANDLE_ERROR(cudaMalloc((void **)&parts[k], counts[k] * sizeof(float)));
        HANDLE_ERROR(cudaMemcpy(parts[k], x + k * counts[0], counts[k] * sizeof(float),
                                cudaMemcpyHostToDevice));
    }
    solve(devices, parts, counts);
    HANDLE_LAUNCH("twice");
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaMemcpy(x + k * counts[0], parts[k], counts[k] * sizeof(float),
                                cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaFree(parts[k]));
    }

    int right = 0;
    for (int i = 0; i < N; i++)
        right += x[i] == 2 * i;
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
