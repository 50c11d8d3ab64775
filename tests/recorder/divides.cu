// Three launches: in the second one the threads of a warp go different ways, in the first all take
// the same branch.
__global__ void straight(int *out) {
    if (threadIdx.x < 32)
        out[threadIdx.x] = 1;
}

__global__ void divided(int *out) {
    if (threadIdx.x < 16)
        out[threadIdx.x] = 2;
    else
        out[threadIdx.x] = 3;
}

int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    straight<<<1, 32>>>(out);
    divided<<<1, 32>>>(out);
    straight<<<1, 32>>>(out);
    cudaFree(out);
}
