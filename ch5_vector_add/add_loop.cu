// add_loop: adds vectors of any length with a fixed grid (grid-stride loop)
//
// The grid need not grow with the vector. Every thread adds one element, jumps ahead by the number
// of threads in the whole grid, and goes on until it is past the end:
//
//     thread 0 adds 0, T, 2T, ...   thread 1 adds 1, T+1, 2T+1, ...   where T = all threads
//
// Neighbouring threads still touch neighbouring elements in every round, which is what the memory
// wants. How many blocks? The book takes 128. A better fixed number comes from the device: enough
// blocks to fill each multiprocessor with threads, the same for every N. This program runs both
// and times them.
//
//     nvcc ch5_vector_add/add_loop.cu -I. -o add_loop && ./add_loop --n 100000000
#include "../common/book.h"

const int threadsPerBlock = 128;

__global__ void add(const int *a, const int *b, int *c, long long n) {
    // 64 bits: tid passes 2^31 when n does, and even for a smaller n when the last jump leaves it.
    long long tid = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    while (tid < n) {
        c[tid] = a[tid] + b[tid];
        tid += (long long)blockDim.x * gridDim.x;
    }
}

// Element i of a vector: different at every place, also at places 2^31 or 2^32 apart, so that an
// index cut to 32 bits shows. At most 2^30, so that the sum of two is an int.
static int element(long long i, unsigned long long factor) {
    return (int)((unsigned long long)(i + 1) * factor >> 34);
}
#define FACTOR_A 0x9e3779b97f4a7c15ULL
#define FACTOR_B 0xc2b2ae3d27d4eb4fULL

int main(int argc, char **argv) {
    long long n = 33 * 1024;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
    };
    book_parse(argc, argv, "adds two vectors of any length with a fixed grid", options);

    int device = 0, multiprocessors = 0, threads = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device));

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
        a[i] = element(i, FACTOR_A);
        b[i] = element(i, FACTOR_B);
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    int grids[2] = {128, multiprocessors * (threads / threadsPerBlock)};
    long long wrong = 0;
    for (int k = 0; k < 2; k++) {
        // Neither the first kernel's results nor its start-up may help the second.
        HANDLE_ERROR(cudaMemset(dev_c, 0xff, bytes));
        add<<<grids[k], threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
        HANDLE_LAUNCH("add");

        book_timer timer;
        book_timer_start(&timer);
        add<<<grids[k], threadsPerBlock>>>(dev_a, dev_b, dev_c, n);
        float milliseconds = book_timer_stop(&timer);
        HANDLE_LAUNCH("add");
        printf("add<<<%d, %d>>>: %lld element%s in %.4f ms, %.1f GB/s\n", grids[k], threadsPerBlock,
               n, n == 1 ? "" : "s", milliseconds, 3.0 * (double)bytes / milliseconds / 1e6);

        HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
        for (long long i = 0; i < n; i++)
            if (c[i] != a[i] + b[i])
                wrong++;
    }

    free(a);
    free(b);
    free(c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    return book_verdict(wrong == 0, "%lld of %lld sums are right, with %d and with %d blocks",
                        2 * n - wrong, 2 * n, grids[0], grids[1]);
}
