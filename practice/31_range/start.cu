// 31_range: the last block does the rest
#include "../common/book.h"

__device__ int least_of[64], most_of[64];
__device__ unsigned counter;

__global__ void find(const int *a, int *range, int n) {
    // The kernel.
}

// n: 1 or more.
void solve(const int *dev_a, int *dev_range, int n) {
    // The launch.
}

int main() {
    const int N = 50000;
    static int a[N], *dev_a, range[2], *dev_range;
    for (int i = 0; i < N; i++)
        a[i] = i * 37LL % 50021 + 100;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_range, sizeof range));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_range, 0, sizeof range));
    solve(dev_a, dev_range, N);
    solve(dev_a, dev_range + 1, N / 2);
    HANDLE_LAUNCH("find");
    HANDLE_ERROR(cudaMemcpy(range, dev_range, sizeof range, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_range));

    int right = 0;
    for (int part = 0; part < 2; part++) {
        int least = a[0], most = a[0];
        for (int i = 1; i < N / (part + 1); i++) {
            least = a[i] < least ? a[i] : least;
            most = a[i] > most ? a[i] : most;
        }
        right += range[part] == most - least;
    }
    return book_verdict(right == 2, "%d of 2 ranges are right", right);
}
