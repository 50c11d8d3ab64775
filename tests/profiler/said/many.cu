// many.cu: a thread that waits for one that has not begun, by looking more than a million times.
__global__ void wait(volatile int *flag) {
    if (threadIdx.x == 0)
        for (int looks = 0; looks < 1500000 || *flag == 0; ++looks)
            *flag;
    else
        *flag = 1;
}

int main() {
    int *flag;
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    wait<<<1, 64>>>(flag);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(flag);
    return error != cudaSuccess;
}
