// dot_memory: the same dot product read from global and from shared memory
//
// Both kernels give each block 256 elements of the vectors, and in both a single thread of the
// block adds the products up, one after another. They differ in where that thread reads:
//
//     dot_global   thread 0 reads a[0], b[0], a[1], b[1], ... from global memory; 255 threads idle
//     dot_shared   thread t reads a[t] and b[t] once, all threads together, into shared memory;
//                  barrier; then thread 0 reads them from there
//
// Far memory is then visited by all threads at a time and once, near memory by one thread many
// times. (That one thread still does all the adding; ch5_dot shares that out too.)
//
// The elements are whole numbers, so small that every sum is a whole number below 2^53: a double
// holds it exactly, and the result must be exactly right.
// Long because both kernels are timed and checked exactly.
//
//     nvcc ch7_shared_memory/dot_memory.cu -I. -o dot_memory && ./dot_memory --n 100000000
#include "../common/book.h"
#include "../common/table.h"

// As many threads in a block as elements in its arrays: 2 * 256 * 8 bytes of shared memory, where
// a block may have 48 KiB.
const int threadsPerBlock = 256;

__global__ void dot_global(const double *a, const double *b, double *c, long long n) {
    long long first = (long long)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0) {
        double sum = 0;
        for (long long i = first; i < first + blockDim.x && i < n; i++)
            sum += a[i] * b[i];
        c[blockIdx.x] = sum;
    }
}

__global__ void dot_shared(const double *a, const double *b, double *c, long long n) {
    __shared__ double ash[threadsPerBlock];
    __shared__ double bsh[threadsPerBlock];
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;

    // The last block reaches past the end; zeros there add nothing.
    ash[threadIdx.x] = i < n ? a[i] : 0;
    bsh[threadIdx.x] = i < n ? b[i] : 0;
    __syncthreads(); // thread 0 is about to read what the others have fetched

    if (threadIdx.x == 0) {
        double sum = 0;
        for (int j = 0; j < threadsPerBlock; j++)
            sum += ash[j] * bsh[j];
        c[blockIdx.x] = sum;
    }
}

int main(int argc, char **argv) {
    long long n = 1000003, repeat = 5;
    const char *csv = NULL;
    book_option options[] = {
        // |a[i] * b[i]| < 2^19, so that 2^34 of them stay below 2^53
        {"n", BOOK_INTEGER, &n, 1, 1LL << 34, "elements of each vector"},
        {"repeat", BOOK_INTEGER, &repeat, 0, 1000, "timed launches of each kernel; 0: no times"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "dot product from global and from shared memory", options);
    int timed = repeat > 0 && BOOK_ON_GPU;
    book_table table;
    book_table_open(&table, csv, "kernel,n,result,exact,milliseconds");

    unsigned blocksPerGrid = (unsigned)((n + threadsPerBlock - 1) / threadsPerBlock);
    size_t bytes = (size_t)n * sizeof(double), partial_bytes = blocksPerGrid * sizeof(double);
    double *dev_a, *dev_b, *dev_partial_c;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_partial_c, partial_bytes));

    double *a = (double *)malloc(bytes);
    double *b = (double *)malloc(bytes);
    double *partial_c = (double *)malloc(partial_bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_NULL(partial_c);
    long long exact = 0;
    for (long long i = 0; i < n; i++) {
        long long x = i % 1009 + 1, y = i % 757 - 300; // no two places near each other are alike
        a[i] = (double)x;
        b[i] = (double)y;
        exact += x * y;
    }
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));

    const char *names[2] = {"dot_global", "dot_shared"};
    int right = 0;
    for (int k = 0; k < 2; k++) {
        // Bytes of 0xff are NaN: what a kernel leaves out, or the one before it left, shows. This
        // first launch also takes the start-up costs, so that the timed ones do not.
        HANDLE_ERROR(cudaMemset(dev_partial_c, 0xff, partial_bytes));
        book_timer timer;
        for (int run = -1; run < (timed ? repeat : 0); run++) {
            if (run == 0)
                book_timer_start(&timer);
            if (k == 0)
                dot_global<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c, n);
            else
                dot_shared<<<blocksPerGrid, threadsPerBlock>>>(dev_a, dev_b, dev_partial_c, n);
            if (run < 0)
                HANDLE_LAUNCH(names[k]);
        }
        double milliseconds = timed ? book_timer_stop(&timer) / repeat : NAN;
        HANDLE_LAUNCH(names[k]);

        HANDLE_ERROR(cudaMemcpy(partial_c, dev_partial_c, partial_bytes, cudaMemcpyDeviceToHost));
        double c = 0;
        for (unsigned i = 0; i < blocksPerGrid; i++)
            c += partial_c[i];
        right += book_close(c, (double)exact, 0);
        printf("%s: %.0f", names[k], c);
        if (timed)
            printf(" in %.4f ms, mean of %lld launch%s", milliseconds, repeat,
                   repeat == 1 ? "" : "es");
        printf("\n");
        book_table_row(&table, "%s,%lld,%.17g,%lld,%.17g", names[k], n, c, exact, milliseconds);
    }
    if (repeat > 0)
        book_timed();

    free(a);
    free(b);
    free(partial_c);
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_partial_c));
    book_table_close(&table);
    return book_verdict(right == 2, "%d of 2 results are the exact %lld", right, exact);
}
