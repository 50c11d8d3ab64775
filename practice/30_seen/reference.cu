// 30_seen: a set of numbers, a bit for each
#include "../common/book.h"

__global__ void mark(const unsigned *a, unsigned *seen, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicOr(&seen[a[i] / 32], 1u << a[i] % 32);
}

void solve(const unsigned *dev_a, unsigned *dev_seen, int n, int words) {
    cudaMemset(dev_seen, 0, words * sizeof(unsigned));
    if (n > 0)
        mark<<<(n + 255) / 256, 256>>>(dev_a, dev_seen, n);
}

int main() {
    const int N = 1000, WORDS = 100;
    static unsigned a[N];
    static unsigned seen[WORDS];
    unsigned *dev_a;
    unsigned *dev_seen;
    for (int i = 0; i < N; i++)
        a[i] = i * 3;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_seen, sizeof seen));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_seen, 0xff, sizeof seen));
    solve(dev_a, dev_seen, N, WORDS);
    HANDLE_LAUNCH("mark");
    HANDLE_ERROR(cudaMemcpy(seen, dev_seen, sizeof seen, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_seen));

    int right = 0;
    for (unsigned w = 0; w < WORDS; w++) {
        unsigned word = 0;
        for (unsigned k = 0; k < 32; k++)
            if ((32 * w + k) % 3 == 0 && 32 * w + k < 3 * N)
                word |= 1u << k;
        right += seen[w] == word;
    }
    return book_verdict(right == WORDS, "%d of %d words are right", right, WORDS);
}
