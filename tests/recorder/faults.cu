// A thread writes where nothing is, while others wait at a barrier.
__global__ void fault(int *nowhere) {
    if (threadIdx.x == 20)
        *nowhere = 1;
    __syncthreads();
}

int main() {
    fault<<<1, 32>>>(nullptr);
    return cudaDeviceSynchronize() == cudaSuccess;
}
