// Half of the threads wait at a barrier, which is passed once the others have left.
__global__ void leave(int *out) {
    if (threadIdx.x < 16)
        __syncthreads();
    out[threadIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    leave<<<1, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
