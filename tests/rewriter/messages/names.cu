// Misspelt names. Each //! is what has to be said of the line behind it; columns count characters.
#include <cstdio>

__global__ void add(int a, int b, int *c) {
    //! 11: error: 'blockidx' is not known here; did you mean 'blockIdx'?
    *c += blockidx.x;
    /* ж中 */ *c = a + b;
    //! 5: error: 'syncthreads' is not known here; did you mean '__syncthreads'?
    syncthreads();
}

int main() {
    int *c;
    //! 5: error: 'cudaMaloc' is not known here; did you mean 'cudaMalloc'?
    cudaMaloc((void **)&c, sizeof(int));
    //! 22: error:
    add<<<1, 1>>>(2, n, c);
    //! 33: error: 'cudaMemcpyDevicetoHost' is not known here; did you mean 'cudaMemcpyDeviceToHost'?
    cudaMemcpy(c, c, 4, /* ж */ cudaMemcpyDevicetoHost);
}
