// faults.cu: a kernel that is right, and one that writes where there is no memory.
__global__ void right(int *out) {
    out[threadIdx.x] = 1;
}
__global__ void wrong(int *out) {
    out[threadIdx.x] = 1;
    *(int *)8 = 1;
}

int main() {
    int *out;
    if (cudaMalloc(&out, 32 * sizeof(int)) != cudaSuccess)
        return 2;
    right<<<1, 32>>>(out);
    wrong<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
