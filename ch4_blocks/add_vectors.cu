// add_vectors: adds two vectors with N blocks of one thread
//
// On a CPU this is a loop, `for (i = 0; i < n; i++) c[i] = a[i] + b[i];`. The kernel has no loop.
// The launch says how many rounds there are, and each round is a block. Blocks run in any order,
// many at a time, so each must know which round it is:
//
//     blockIdx.x      0         1         2       ...     N - 1
//     adds         c[0] = .. c[1] = .. c[2] = ..      c[N - 1] = ..
//
// The `if` in the kernel is for launches with more blocks than elements. Here there are no more,
// but it costs nothing, and from the next chapter on there will be.
//
// A grid has up to 2^31 - 1 blocks in x (65535 before 2012, when the book was written).
//
//     nvcc ch4_blocks/add_vectors.cu -I. -o add_vectors && ./add_vectors
#include "../common/book.h"

__global__ void add(const int *a, const int *b, int *c, int n) {
    int tid = blockIdx.x; // which block this is, and so which element it adds
    if (tid < n)
        c[tid] = a[tid] + b[tid];
}

int main(int argc, char **argv) {
    long long n = 10;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector, and blocks"},
    };
    book_parse(argc, argv, "adds two vectors with N blocks of one thread", options);

    int device = 0, limit = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxGridDimX, device));
    if (n > limit) {
        fprintf(stderr, "--n %lld needs as many blocks; a grid of this device has up to %d\n", n,
                limit);
        book_exit(BOOK_EXIT_USAGE);
    }

    // Memory of the device, to which dev_a, dev_b and dev_c point.
    size_t bytes = (size_t)n * sizeof(int);
    int *dev_a, *dev_b, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));

    // Memory of the host.
    int *a = (int *)malloc(bytes);
    int *b = (int *)malloc(bytes);
    int *c = (int *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(c);
    for (long long i = 0; i < n; i++) {
        a[i] = (int)-i;
        b[i] = (int)(i * i & 0x3fffffff); // i * i alone overflows an int from i = 46341 on
    }

    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    add<<<(unsigned)n, 1>>>(dev_a, dev_b, dev_c, (int)n);
    HANDLE_LAUNCH("add");

    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));

    long long wrong = 0;
    for (long long i = 0; i < n; i++) {
        if (c[i] != a[i] + b[i])
            wrong++;
        if (i < 10)
            printf("%d + %d = %d\n", a[i], b[i], c[i]);
    }

    free(a);
    free(b);
    free(c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    return book_verdict(wrong == 0, "%lld of %lld sums are right", n - wrong, n);
}
