// 14_compact: keep what is positive
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    // __ballot_sync(mask, condition) tells each lane which lanes of the warp have the condition.
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    // The launch, and what must be there before it.
}

int main() {
    const int N = 1000, M = N;
    static int a[N], b[M];
    int *dev_a, *dev_b;
    for (int i = 0; i < N; i++)
        a[i] = i % 3 - 1;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    int *dev_count;
    HANDLE_ERROR(cudaMalloc((void **)&dev_count, sizeof *dev_count));
    HANDLE_ERROR(cudaMemset(dev_count, 0xff, sizeof *dev_count));
    solve(dev_a, dev_b, dev_count, N);
    HANDLE_LAUNCH("keep");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    int count = 0;
    HANDLE_ERROR(cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_count));
    for (int i = 0; i < M; i++)
        right += count == 333 && (i < count ? b[i] == 1 : b[i] == 0);
    printf("%d are kept\n", count);
    return book_verdict(right == M, "%d of %d places are right", right, M);
}
