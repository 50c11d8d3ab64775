// Three launches, of which the second uses shared memory; and blocks.
__global__ void plain(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void shared(int *out) {
    __shared__ int tile[4];
    tile[threadIdx.x] = blockIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}

int main() {
    int *out;
    cudaMalloc(&out, 12 * sizeof *out);
    plain<<<3, 4>>>(out);
    shared<<<3, 4>>>(out);
    plain<<<3, 4>>>(out);
    cudaFree(out);
}
