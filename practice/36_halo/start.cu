// 36_halo: what two devices must tell each other
#include "../common/book.h"

__global__ void smooth(const int *in, int *out, int n) {
    // The kernel.
}

// in: with a halo, counts[k] + 2 elements. out: counts[k] elements.
void solve(const int devices[2], int *const in[2], int *const out[2], const int counts[2]) {
    // Two copies, and two launches.
}

int main() {
    int devices[2] = {0, 0}, counts[2] = {300, 700}, all, x[1002], sums[1000], *in[2], *out[2];
    HANDLE_ERROR(cudaGetDeviceCount(&all));
    if (all > 1)
        devices[0] = 1;
    else
        printf("there is one device: it has both parts (CUDA_EMULATOR_DEVICES=2 gives two)\n");
    for (int i = 0; i < 1002; i++)
        x[i] = i % 1001; // 0 at both ends
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaSetDevice(devices[k]));
        HANDLE_ERROR(cudaMalloc((void **)&in[k], (counts[k] + 2) * sizeof(int)));
        HANDLE_ERROR(cudaMalloc((void **)&out[k], counts[k] * sizeof(int)));
        // All but the halo between the parts.
        HANDLE_ERROR(cudaMemcpy(in[k] + k, x + k * (counts[0] + 1), (counts[k] + 1) * sizeof(int),
                                cudaMemcpyHostToDevice));
    }
    solve(devices, in, out, counts);
    HANDLE_LAUNCH("smooth");
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaMemcpy(sums + k * counts[0], out[k], counts[k] * sizeof(int),
                                cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaFree(in[k]));
        HANDLE_ERROR(cudaFree(out[k]));
    }

    int right = 0;
    for (int i = 0; i < 1000; i++)
        right += sums[i] == x[i] + x[i + 1] + x[i + 2];
    return book_verdict(right == 1000, "%d of 1000 sums are right", right);
}
