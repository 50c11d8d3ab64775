// died.cu: the host dies behind a kernel that is right.
__global__ void right(int *out) {
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    if (cudaMalloc(&out, 32 * sizeof(int)) != cudaSuccess)
        return 2;
    right<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    *(volatile int *)8 = 1;
}
