// 36_halo: what two devices must tell each other
#include "../common/book.h"

__global__ void smooth(const int *in, int *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[i] + in[i + 1] + in[i + 2];
}

void solve(const int devices[2], int *const in[2], int *const out[2], const int counts[2]) {
    int *halo[2] = {in[0] + counts[0] + 1, in[1]}, *next[2] = {in[1] + 1, in[0] + counts[0]};
    for (int k = 0; k < 2; k++) {
        cudaSetDevice(devices[k]);
        cudaMemcpyPeerAsync(halo[k], devices[k], next[k], devices[1 - k], sizeof(int), 0);
        smooth<<<(counts[k] + 255) / 256, 256>>>(in[k], out[k], counts[k]);
    }
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
