// 26_dynamic: shared memory whose size the launch says
#include "../common/book.h"

__global__ void reverse(int *a, int n) {
    extern __shared__ int tile[];
}

void solve(int *dev_a, int n, int w) {
    // The launch: how many blocks, of how many threads, with how many bytes?
}

int main() {
    const int N = 1000, W = 300;
    static int a[N], *dev_a;
    for (int i = 0; i < N; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    solve(dev_a, N, W);
    HANDLE_LAUNCH("reverse");
    HANDLE_ERROR(cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));

    int right = 0;
    for (int i = 0; i < N; i++) {
        int first = i / W * W, last = first + W < N ? first + W - 1 : N - 1;
        right += a[i] == first + last - i;
    }
    return book_verdict(right == N, "%d of %d elements are right", right, N);
}
