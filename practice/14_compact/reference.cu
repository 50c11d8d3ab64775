// 14_compact: keep what is positive
#include "../common/book.h"

__global__ void keep(const int *a, int *b, int *count, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x % 32;
    int mine = i < n ? a[i] : 0;
    unsigned kept = __ballot_sync(0xffffffff, mine > 0);
    int first = 0;
    if (lane == 0 && kept != 0)
        first = atomicAdd(count, __popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    if (mine > 0)
        b[first + __popc(kept & ((1u << lane) - 1))] = mine;
}

void solve(const int *dev_a, int *dev_b, int *dev_count, int n) {
    cudaMemset(dev_count, 0, sizeof *dev_count);
    if (n > 0)
        keep<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_count, n);
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
