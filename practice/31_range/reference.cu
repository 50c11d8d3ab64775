// 31_range: the last block does the rest
#include "../common/book.h"

__device__ int least_of[64], most_of[64];
__device__ unsigned counter;

// Of what all threads of the block bring, in the first place of both.
__device__ void tree(int *least, int *most) {
    for (int half = 128, t = threadIdx.x; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) {
            least[t] = min(least[t], least[t + half]);
            most[t] = max(most[t], most[t + half]);
        }
    }
}

__global__ void find(const int *a, int *range, int n) {
    __shared__ int least[256], most[256];
    __shared__ bool last;
    int t = threadIdx.x;
    least[t] = most[t] = a[0];
    for (int i = t + blockIdx.x * 256; i < n; i += 256 * gridDim.x) {
        int one = a[i];
        least[t] = min(least[t], one);
        most[t] = max(most[t], one);
    }
    tree(least, most);
    if (t == 0) {
        least_of[blockIdx.x] = least[0];
        most_of[blockIdx.x] = most[0];
        __threadfence(); // who sees the ticket sees them, too
        last = atomicAdd(&counter, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    least[t] = least_of[t < gridDim.x ? t : 0];
    most[t] = most_of[t < gridDim.x ? t : 0];
    tree(least, most);
    if (t == 0) {
        *range = most[0] - least[0];
        counter = 0;
    }
}

void solve(const int *dev_a, int *dev_range, int n) {
    int blocks = n < 64 * 256 ? (n + 255) / 256 : 64;
    find<<<blocks, 256>>>(dev_a, dev_range, n);
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
