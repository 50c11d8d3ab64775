// add_blocks: adds two longer vectors with many blocks of 128 threads
//
// One block is not enough for a long vector, so launch several. A thread's place in the vector is
// its place in its block plus all the threads of the blocks before:
//
//     blockIdx.x        0                 1                 2
//     threadIdx.x   0 1 2 ... 127 | 0   1   2 ... 127 | 0   1 ...
//     tid           0 1 2 ... 127 | 128 129 130 ... 255 | 256 257 ...
//
// N need not be a multiple of 128. N / 128 would round down and leave the tail out (and launch no
// block at all for N < 128); (N + 127) / 128 rounds up. The last block then has threads past the
// end of the vector, and the `if` in the kernel keeps them from writing there.
//
// The grid has a limit too: 2^31 - 1 blocks in x (65535 before 2012, when the book was written).
//
//     nvcc ch5_vector_add/add_blocks.cu -I. -o add_blocks && ./add_blocks
#include "../common/book.h"

const int threadsPerBlock = 128;

__global__ void add(const int *a, const int *b, int *c, long long n) {
    // 64 bits: with blockIdx.x in the millions the product outgrows an int.
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    if (tid < n)
        c[tid] = a[tid] + b[tid];
}

int main(int argc, char **argv) {
    long long n = 33 * 1024;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
    };
    book_parse(argc, argv, "adds two vectors with N / 128 blocks, rounded up", options);

    int device = 0, limit = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxGridDimX, device));
    long long blocksPerGrid = (n + threadsPerBlock - 1) / threadsPerBlock;
    if (blocksPerGrid > limit) {
        fprintf(stderr,
                "--n %lld takes %lld blocks of %d threads; this device's grids have up to %d "
                "blocks, so --n up to %lld (add_loop takes any)\n",
                n, blocksPerGrid, threadsPerBlock, limit, (long long)limit * threadsPerBlock);
        book_exit(BOOK_EXIT_USAGE);
    }
    printf("add<<<%lld, %d>>>: %lld threads for %lld element%s\n", blocksPerGrid, threadsPerBlock,
           blocksPerGrid * threadsPerBlock, n, n == 1 ? "" : "s");

    size_t bytes = (size_t)n * sizeof(int);
    int *dev_a, *dev_b, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));

    int *a = (int *)malloc(bytes);
    int *b = (int *)malloc(bytes);
    int *c = (int *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(c);
    for (long long i = 0; i < n; i++) {
        a[i] = (int)-(i & 0x3fffffff);
        // Unsigned, because a long long overflows from i = 3.04e9 on.
        b[i] = (int)((unsigned long long)i * i & 0x3fffffff);
    }

    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    add<<<(unsigned)blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
    HANDLE_LAUNCH("add");

    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));

    long long wrong = 0;
    for (long long i = 0; i < n; i++) {
        if (c[i] != a[i] + b[i])
            wrong++;
        if (i < 3 || i == n - 1)
            printf("c[%lld]: %d + %d = %d\n", i, a[i], b[i], c[i]);
    }

    free(a);
    free(b);
    free(c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    return book_verdict(wrong == 0, "%lld of %lld sums are right", n - wrong, n);
}
