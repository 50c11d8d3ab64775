// 22_extremes: the smallest and the largest element
#include "../common/book.h"

__global__ void begin(const int *a, int *extremes) {
    extremes[0] = extremes[1] = a[0];
}

__global__ void find(const int *a, int *extremes, int n) {
    __shared__ int least[256], most[256];
    int t = threadIdx.x, i = t + blockIdx.x * 256;
    least[t] = most[t] = a[i < n ? i : 0];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            least[t] = min(least[t], least[t + half]);
            most[t] = max(most[t], most[t + half]);
        }
        __syncthreads();
    }
    if (t == 0) {
        atomicMin(&extremes[0], least[0]);
        atomicMax(&extremes[1], most[0]);
    }
}

void solve(const int *dev_a, int *dev_extremes, int n) {
    begin<<<1, 1>>>(dev_a, dev_extremes);
    find<<<(n + 255) / 256, 256>>>(dev_a, dev_extremes, n);
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
