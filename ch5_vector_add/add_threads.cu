// add_threads: adds two vectors with one block of N threads
//
// The simplest way to run N threads: one block that holds them all. Each thread adds the element
// that its threadIdx.x names. The threads of a block run on one multiprocessor, so a block has
// room for a limited number of them, maxThreadsPerBlock, which is 1024 on every GPU since 2010.
// Ask for more and the launch fails, but nothing stops the program: unless it asks
// cudaGetLastError, it goes on to copy back an array that no kernel has written. Try --n 1025.
//
//     nvcc ch5_vector_add/add_threads.cu -I. -o add_threads && ./add_threads
#include "../common/book.h"

__global__ void add(const int *a, const int *b, int *c, long long n) {
    int tid = threadIdx.x;
    if (tid < n)
        c[tid] = a[tid] + b[tid];
}

int main(int argc, char **argv) {
    long long n = 1000;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 0x7fffffff, "elements of each vector, and threads in the block"},
    };
    book_parse(argc, argv, "adds two vectors with one block of N threads", options);

    int device = 0, limit = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxThreadsPerBlock, device));
    printf("add<<<1, %lld>>>: a block of this device holds up to %d threads\n", n, limit);

    size_t bytes = (size_t)n * sizeof(int);
    int *dev_a, *dev_b, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, bytes));

    // On the heap: three arrays of a large N do not fit on a stack.
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

    add<<<1, (unsigned)n>>>(dev_a, dev_b, dev_c, n);
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
