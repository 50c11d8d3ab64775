// zero_copy: a kernel that reads the memory of the host, without a copy
//
// Pinned memory of the host can be mapped: the device gets an address for it too, and each load of
// a kernel goes over the bus. So there is nothing to copy, and nothing to allocate on the device.
// But what is read twice comes over the bus twice:
//
//     copied    the numbers go to the device once, and kernels read them there
//     mapped    kernels read them where they are, in the memory of the host
//
// The sums of the blocks need no copy either: the host reads them when the kernel has ended.
//
//     nvcc ch11_multi_gpu/zero_copy.cu -I. -o zero_copy && ./zero_copy
#include "../common/book.h"
#include "../common/table.h"

const int threadsPerBlock = 256;

__global__ void add_up(const int *x, long long n, long long *partial) {
    __shared__ long long cache[threadsPerBlock];
    long long sum = 0;
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        sum += x[i];
    cache[threadIdx.x] = sum;
    __syncthreads(); // nobody may read another thread's sum before it is there
    for (unsigned i = threadsPerBlock / 2; i != 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

// 0 1 2 3 4 5 6 0 1 2 ...: seven of them make 21.
static int number(long long i) {
    return (int)(i % 7);
}
static long long exact_sum(long long n) {
    long long rest = n % 7;
    return n / 7 * 21 + rest * (rest - 1) / 2;
}

int main(int argc, char **argv) {
    long long n = 1 << 20, most_reads = 8, blocks = 0;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "how many numbers"},
        {"reads", BOOK_INTEGER, &most_reads, 1, 1000, "how often they are read, at most"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 0x7fffffff,
         "blocks of the grid; default 8 for each multiprocessor"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the times there"},
    };
    book_parse(argc, argv, "reads the memory of the host from a kernel", options);
    book_table table;
    book_table_open(&table, csv, "reads,copied_milliseconds,mapped_milliseconds");

    int device = 0, can_map = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&can_map, cudaDevAttrCanMapHostMemory, device));
    if (!can_map) {
        fprintf(stderr, "this device cannot use the memory of the host\n");
        return BOOK_EXIT_CANNOT_RUN;
    }
    if (blocks == 0)
        blocks = 8 * book_multiprocessors();
    // The host has an address for each, and so has the device: mostly the same number.
    size_t bytes = (size_t)n * sizeof(int), partial_bytes = (size_t)blocks * sizeof(long long);
    int *x, *mapped_x, *dev_x;
    long long *partial, *mapped_partial;
    HANDLE_ERROR(cudaHostAlloc((void **)&x, bytes, cudaHostAllocMapped));
    HANDLE_ERROR(cudaHostAlloc((void **)&partial, partial_bytes, cudaHostAllocMapped));
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&mapped_x, x, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&mapped_partial, partial, 0));
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, bytes));
    for (long long i = 0; i < n; i++)
        x[i] = number(i);

    printf("%lld number%s, %.1f MB\n", n, n == 1 ? "" : "s", 1e-6 * (double)bytes);
    if (book_timed())
        printf("reads    copied, ms    mapped, ms\n");
    int sums = 0, right = 0;
    for (long long reads = 1; reads <= most_reads; reads *= 2) {
        float milliseconds[2];
        for (int mapped = 0; mapped < 2; mapped++) {
            // Once without a clock, as the first takes longer; what it leaves must not look right.
            HANDLE_ERROR(cudaMemcpy(dev_x, x, bytes, cudaMemcpyHostToDevice));
            add_up<<<(unsigned)blocks, threadsPerBlock>>>(mapped ? mapped_x : dev_x, n,
                                                          mapped_partial);
            HANDLE_LAUNCH("add_up");
            HANDLE_ERROR(cudaMemset(dev_x, 0xff, bytes));
            memset(partial, 0xff, partial_bytes);
            book_timer timer;
            book_timer_start(&timer);
            if (!mapped)
                HANDLE_ERROR(cudaMemcpyAsync(dev_x, x, bytes, cudaMemcpyHostToDevice));
            for (long long read = 0; read < reads; read++)
                add_up<<<(unsigned)blocks, threadsPerBlock>>>(mapped ? mapped_x : dev_x, n,
                                                              mapped_partial);
            HANDLE_ERROR(cudaGetLastError());
            milliseconds[mapped] = book_timer_stop(&timer);
            // The timer has waited for the kernel. Before that nothing could be read here.
            long long sum = 0;
            for (long long i = 0; i < blocks; i++)
                sum += partial[i];
            sums++;
            right += sum == exact_sum(n);
        }
        if (BOOK_ON_GPU)
            printf("%5lld %13.3f %13.3f\n", reads, milliseconds[0], milliseconds[1]);
        book_table_row(&table, "%lld,%.9g,%.9g", reads, milliseconds[0], milliseconds[1]);
    }

    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFreeHost(x));
    HANDLE_ERROR(cudaFreeHost(partial));
    book_table_close(&table);
    return book_verdict(right == sums, "%d of %d sums are the exact %lld", right, sums,
                        exact_sum(n));
}
