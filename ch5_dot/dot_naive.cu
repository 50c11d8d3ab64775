// dot_naive: the dot product without working together: one thread adds all products
//
// The multiplications are independent of one another, so each thread does its share. The sum is
// left to one thread, which has to find all products in global memory:
//
//     multiply   thread 0    thread 1    thread 2   ...     many threads
//                    |           |           |
//                products[0] products[1] products[2] ...    global memory
//                     \______     |     _____/
//     add                   thread 0                        one thread, one product after another
//
// add must not begin before the last product is there. __syncthreads() would wait for the threads
// of its own block only. Only the end of a kernel waits for all blocks, so we need two kernels.
// `dot` shares the additions out too.
//
// With a[i] = i and b[i] = 2i the result is known: (N-1) N (2N-1) / 3, an exact integer.
//
//     nvcc ch5_dot/dot_naive.cu -I. -o dot_naive && ./dot_naive --n 8000000
#include "../common/book.h"
#include "dot_exact.h"

const int threadsPerBlock = 256;

__global__ void multiply(const float *a, const float *b, float *products, long long n) {
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    while (tid < n) {
        products[tid] = a[tid] * b[tid];
        tid += (long long)blockDim.x * gridDim.x;
    }
}

__global__ void add(const float *products, float *c, long long n) {
    float sum = 0;
    for (long long i = 0; i < n; i++)
        sum += products[i];
    *c = sum;
}

int main(int argc, char **argv) {
    long long n = 33 * 1024, repeat = 5;
    book_option options[] = {
        // for more, the bound below allows any result at all
        {"n", BOOK_INTEGER, &n, 1, 8000000, "elements of each vector"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
    };
    book_parse(argc, argv, "dot product of two vectors, summed by one thread", options);

    long long needed = (n + threadsPerBlock - 1) / threadsPerBlock;
    int blocksPerGrid = needed < 32 ? (int)needed : 32;
    size_t bytes = (size_t)n * sizeof(float);
    float *dev_a, *dev_b, *dev_products, *dev_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_products, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof(float)));

    float *a = (float *)malloc(bytes);
    float *b = (float *)malloc(bytes);
    float *products = (float *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(products);
    for (long long i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_products, 0xff, bytes)); // NaN: what nobody writes shows

    for (int k = 0; k < 2; k++) {
        book_timer timer;
        for (int run = -1; run < repeat; run++) { // -1: not timed, as it starts things up
            if (run == 0)
                book_timer_start(&timer);
            if (k == 0)
                multiply<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_products, n);
            else
                add<<<1, 1>>>(dev_products, dev_c, n);
            if (run < 0)
                HANDLE_LAUNCH(k == 0 ? "multiply" : "add");
        }
        float milliseconds = repeat > 0 ? book_timer_stop(&timer) / repeat : 0;
        HANDLE_LAUNCH(k == 0 ? "multiply" : "add");
        if (k == 0)
            printf("multiply<<<%d, %d>>>: %lld product%s", blocksPerGrid, threadsPerBlock, n,
                   n == 1 ? "" : "s");
        else
            printf("add<<<1, 1>>>: one thread adds them up");
        printf(repeat > 0 ? ", %.4f ms\n" : "\n", milliseconds);
    }

    float c;
    HANDLE_ERROR(cudaMemcpy(&c, dev_c, sizeof(float), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(products, dev_products, bytes, cudaMemcpyDeviceToHost));

    // A float product is the exact one, rounded; a float sum likewise, and here their order is
    // known. So this loop must come to the same bits, and a single lost element shows, ...
    long long wrong = 0;
    float same = 0;
    for (long long i = 0; i < n; i++) {
        wrong += !book_close(products[i], a[i] * b[i], 0);
        same += products[i];
    }
    // ... which the distance from the exact sum would not tell: with one addition after another
    // the first product goes through n roundings, and one for the product itself. (i and 2 i are
    // floats themselves while i is below 2^24.)
    double roundings = (double)(1 + n);
    int ok = wrong == 0 && book_close(c, same, 0) && dot_is_right(c, n, roundings);

    free(a);
    free(b);
    free(products);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_products));
    HANDLE_ERROR(cudaFree(dev_c));
    return book_verdict(ok, "%.0f, %.3g from the exact %.0Lf; float may be off by %.3g", c,
                        (double)fabsl(c - dot_exact(n)), dot_exact(n), dot_bound(n, roundings));
}
