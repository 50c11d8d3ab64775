// Half of the threads wait at a barrier, the others at a different one, for ever.
__global__ void wait_for_ever(int *out) {
    if (threadIdx.x < 16) {
        __syncthreads();
        out[threadIdx.x] = 1;
    } else {
        __syncthreads();
        out[threadIdx.x] = 2;
    }
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    wait_for_ever<<<1, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess;
}
