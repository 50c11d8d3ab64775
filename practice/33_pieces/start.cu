// 33_pieces: copies and kernels in two streams
#include "../common/book.h"

__global__ void twice(int *a, int n) {
    // The kernel, for a piece.
}

// dev: room for 4096 elements each.
void solve(const int *a, int *b, int *const dev[2], int n, const cudaStream_t streams[2]) {
    // Copies and launches.
}

int main() {
    const int N = 30000;
    int *a, *b, *dev[2];
    cudaStream_t streams[2];
    HANDLE_ERROR(cudaMallocHost((void **)&a, N * sizeof(int)));
    HANDLE_ERROR(cudaMallocHost((void **)&b, N * sizeof(int)));
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = -1;
    }
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaMalloc((void **)&dev[k], 4096 * sizeof(int)));
        HANDLE_ERROR(cudaStreamCreate(&streams[k]));
    }
    solve(a, b, dev, N, streams);
    HANDLE_LAUNCH("twice");
    for (int k = 0; k < 2; k++) {
        HANDLE_ERROR(cudaStreamSynchronize(streams[k]));
        HANDLE_ERROR(cudaStreamDestroy(streams[k]));
        HANDLE_ERROR(cudaFree(dev[k]));
    }

    int right = 0;
    for (int i = 0; i < N; i++)
        right += b[i] == 2 * i;
    HANDLE_ERROR(cudaFreeHost(a));
    HANDLE_ERROR(cudaFreeHost(b));
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
