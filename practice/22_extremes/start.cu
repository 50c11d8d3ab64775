// 22_extremes: the smallest and the largest element
#include "../common/book.h"

__global__ void find(const int *a, int *extremes, int n) {
    __shared__ int least[256], most[256];
    // The kernel.
}

// n: 1 or more.
void solve(const int *dev_a, int *dev_extremes, int n) {
    // The launch, and what must be there before it.
}

int main() {
    const int N = 10000;
    static int a[N], *dev_a, extremes[2], *dev_extremes;
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 10007 + 100;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_extremes, sizeof extremes));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_extremes, 0, sizeof extremes));
    solve(dev_a, dev_extremes, N);
    HANDLE_LAUNCH("find");
    HANDLE_ERROR(cudaMemcpy(extremes, dev_extremes, sizeof extremes, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_extremes));

    int least = a[0], most = a[0];
    for (int i = 1; i < N; i++) {
        least = a[i] < least ? a[i] : least;
        most = a[i] > most ? a[i] : most;
    }
    int right = (extremes[0] == least) + (extremes[1] == most);
    printf("from %d to %d\n", extremes[0], extremes[1]);
    return book_verdict(right == 2, "%d of 2 are right", right);
}
