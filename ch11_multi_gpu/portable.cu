// portable: a dot product on all GPUs, with a thread of the host for each
//
// Each thread of the host has a current device of its own. So a thread that has called
// cudaSetDevice once can go on as if its GPU were the only one:
//
//     main        fills a and b -> starts the threads      waits, adds up the sums
//     thread 0                    GPU 0: copy, dot, copy
//     thread 1                    GPU 1: copy, dot, copy
//
// The vectors lie in pinned memory, from which every device can copy by itself. On 64-bit systems
// memory pinned for one device is pinned for all; cudaHostAllocPortable says that this is meant.
//
//     nvcc ch11_multi_gpu/portable.cu -I. -o portable && ./portable
#include "../common/book.h"
#include "exact_dot.h"

// What a thread gets, and what it finds.
typedef struct {
    int device;
    long long n;
    const float *a, *b; // its part of the vectors, in the memory of the host
    double sum;
    cudaError_t error;
    const char *what; // that failed
    int line;
} part;

// A thread does not end the program while the others use their GPUs. It tells main what went wrong.
#define TRY(...)                                                                                   \
    do {                                                                                           \
        p->error = (__VA_ARGS__);                                                                  \
        if (p->error != cudaSuccess) {                                                             \
            p->what = #__VA_ARGS__;                                                                \
            p->line = __LINE__;                                                                    \
            return NULL;                                                                           \
        }                                                                                          \
    } while (0)

static void *routine(void *data) {
    part *p = (part *)data;
    int multiprocessors = 0;
    TRY(cudaSetDevice(p->device));
    TRY(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, p->device));
    int blocks = dot_blocks(multiprocessors, p->n);

    size_t bytes = (size_t)p->n * sizeof(float);
    float *dev_a, *dev_b;
    double *dev_partial, *dev_sum;
    TRY(cudaMalloc((void **)&dev_a, bytes));
    TRY(cudaMalloc((void **)&dev_b, bytes));
    TRY(cudaMalloc((void **)&dev_partial, (size_t)blocks * sizeof(double)));
    TRY(cudaMalloc((void **)&dev_sum, sizeof(double)));
    TRY(cudaMemcpyAsync(dev_a, p->a, bytes, cudaMemcpyHostToDevice));
    TRY(cudaMemcpyAsync(dev_b, p->b, bytes, cudaMemcpyHostToDevice));
    dot<<<blocks, DOT_THREADS>>>(dev_a, dev_b, p->n, dev_partial);
    TRY(cudaGetLastError());
    add_up<<<1, DOT_THREADS>>>(dev_partial, blocks, dev_sum);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(&p->sum, dev_sum, sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaFree(dev_a));
    TRY(cudaFree(dev_b));
    TRY(cudaFree(dev_partial));
    TRY(cudaFree(dev_sum));
    return NULL;
}

int main(int argc, char **argv) {
    long long n = 1000003, wanted = 0;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of the vectors"},
        {"devices", BOOK_INTEGER, &wanted, 1, 1024, "use so many GPUs; default all"},
    };
    book_parse(argc, argv, "splits a dot product over all GPUs", options);
    int devices = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&devices));
    if (wanted > devices) {
        fprintf(stderr, "option --devices: '%lld' is not accepted; here are %d\n", wanted, devices);
        return BOOK_EXIT_USAGE;
    }
    if (wanted != 0)
        devices = (int)wanted;
    book_devices = devices; // if an error ends the program
    // One thread fills them, and all devices read them.
    float *a, *b;
    size_t bytes = (size_t)n * sizeof(float);
    HANDLE_ERROR(cudaHostAlloc((void **)&a, bytes, cudaHostAllocPortable));
    HANDLE_ERROR(cudaHostAlloc((void **)&b, bytes, cudaHostAllocPortable));
    for (long long i = 0; i < n; i++) {
        a[i] = element_a(i);
        b[i] = element_b(i);
    }
    part *parts = (part *)calloc((size_t)devices, sizeof(part));
    CUTThread *threads = (CUTThread *)calloc((size_t)devices, sizeof(CUTThread));
    HANDLE_NULL(parts);
    HANDLE_NULL(threads);
    int used = n < devices ? (int)n : devices; // a part has at least one element
    for (int d = 0; d < used; d++) {
        long long first = part_begin(n, d, used);
        parts[d].device = d;
        parts[d].n = part_size(n, d, used);
        parts[d].a = a + first;
        parts[d].b = b + first;
        threads[d] = start_thread(routine, &parts[d]);
    }
    wait_for_threads(threads, used);

    double sum = 0;
    for (int d = 0; d < used; d++) {
        book_handle_error(parts[d].error, parts[d].what, __FILE__, parts[d].line);
        printf("GPU %d: %lld element%s from %lld on, sum %.0f\n", d, parts[d].n,
               parts[d].n == 1 ? "" : "s", part_begin(n, d, used), parts[d].sum);
        sum += parts[d].sum;
    }
    HANDLE_ERROR(cudaFreeHost(a));
    HANDLE_ERROR(cudaFreeHost(b));
    free(parts);
    free(threads);
    return book_verdict(sum == exact_dot(n), "%.0f on %d GPU%s, exactly %.0f", sum, used,
                        used == 1 ? "" : "s", exact_dot(n));
}
