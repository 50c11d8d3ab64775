// dot: the dot product of two vectors, summed in shared memory (reduction)
//
// Each thread multiplies and adds its share of the elements in a register, and leaves its sum in
// `cache`, which the threads of a block share. Half of them then add the other half's sums to
// their own, half of those the next, and so on:
//
//     cache   0 1 2 3 4 5 6 7      i = 4: 0 += 4, 1 += 5, 2 += 6, 3 += 7
//             0 1 2 3              i = 2: 0 += 2, 1 += 3
//             0 1                  i = 1: 0 += 1
//
// log2(256) = 8 steps instead of 255 additions one after another. Every block delivers one number;
// the few that are left the host adds up.
//
// With a[i] = i and b[i] = 2i the result is known: 2 (0 + 1 + 4 + ... + (N-1)^2)
// = (N-1) N (2N-1) / 3, an exact integer.
//
//     nvcc ch5_dot/dot.cu -I. -o dot && ./dot
#include "../common/book.h"
#include "dot_exact.h"

const int threadsPerBlock = 256; // the reduction halves it, so it must be a power of two

__global__ void dot(const float *a, const float *b, float *c, long long n) {
    __shared__ float cache[threadsPerBlock];
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;

    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += (long long)blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads(); // nobody may read another thread's sum before it is there

    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        // For every thread, not only those that added: a barrier inside the `if` would be reached
        // by some threads of the block and not by others, which is undefined.
        __syncthreads();
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

int main(int argc, char **argv) {
    long long n = 33 * 1024;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
    };
    book_parse(argc, argv, "dot product of two vectors, summed in shared memory", options);

    // A few blocks are enough to share the work; each leaves a number for the host to add.
    long long needed = (n + threadsPerBlock - 1) / threadsPerBlock;
    int blocksPerGrid = needed < 32 ? (int)needed : 32;

    size_t bytes = (size_t)n * sizeof(float);
    float *dev_a, *dev_b, *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, blocksPerGrid * sizeof(float)));

    float *a = (float *)malloc(bytes);
    float *b = (float *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    for (long long i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    dot<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c, n);
    HANDLE_LAUNCH("dot");

    float partial_c[32], c = 0;
    HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, blocksPerGrid * sizeof(float),
                            cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocksPerGrid; i++)
        c += partial_c[i];

    long double exact = dot_exact(n); // (N-1) N (2N-1) / 3, as said above
    printf("Does GPU value %.6g = %.6g?\n", c, (double)exact);

    // How far may float be off? That depends on how often it is rounded. A product goes through
    //   2 roundings of its factors (i itself fits a float only up to 2^24), 1 of the product,
    //   one for each addition of its thread, 8 in the tree, one for each block on the host
    // at most. Each may be off by one part in 2^24; dot_exact.h says what they come to together.
    long long threads = (long long)blocksPerGrid * threadsPerBlock;
    double roundings = (double)(2 + 1 + (n + threads - 1) / threads + 8 + blocksPerGrid);
    int ok = dot_is_right(c, n, roundings);

    free(a);
    free(b);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    return book_verdict(ok, "%.0f, %.3g from the exact %.0Lf; float may be off by %.3g", c,
                        (double)fabsl(c - exact), exact, dot_bound(n, roundings));
}
