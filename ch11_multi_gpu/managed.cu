// managed: one vector for the host and all GPUs, whose pages go to whoever uses them
//
// cudaMallocManaged gives an address that is good everywhere. Nothing is copied by the program; the
// driver moves pages:
//
//     the host fills `in`    every GPU adds up neighbours in its part    the host reads `out`
//     pages: in the host     ---> on the GPU that touches them           ---> in the host
//
// That goes three ways here:
//
//     touched       a page moves when it is used: the kernel waits for each (a page fault)
//     prefetched    cudaMemPrefetchAsync moves the parts before the kernels begin
//     advised       besides, `in` is said to be mostly read. Then each who reads a page gets a copy
//
// At the end of a part a GPU reads an element of the next part. Nobody has to send it.
//
//     nvcc ch11_multi_gpu/managed.cu -I. -o managed && ./managed --n 100000000
#include "../common/book.h"
#include "managed_pages.h"

enum { TOUCHED, PREFETCHED, ADVISED, WAYS };
static const char *const names[WAYS] = {"touched", "prefetched", "advised"};

__global__ void add_neighbours(const int *in, int *out, long long first, long long end,
                               long long n) {
    for (long long i = first + threadIdx.x + (long long)blockIdx.x * blockDim.x; i < end;
         i += (long long)blockDim.x * gridDim.x)
        out[i] = in[i] + (i + 1 < n ? in[i + 1] : 0);
}

static int number(long long i) {
    return (int)(i % 1000);
}

// Has all GPUs do their parts, and waits for them.
static void run(int way, int *in, int *out, long long n, int devices) {
    if (way == ADVISED)
        HANDLE_ERROR(cudaMemAdvise(in, n * sizeof(int), cudaMemAdviseSetReadMostly, place(0)));
    for (int d = 0; d < devices; d++) {
        long long first = first_of(n, d, devices), end = first_of(n, d + 1, devices);
        size_t bytes = (end - first) * sizeof(int);
        HANDLE_ERROR(cudaSetDevice(d));
        if (way != TOUCHED) {
            HANDLE_ERROR(prefetch(in + first, bytes, d));
            HANDLE_ERROR(prefetch(out + first, bytes, d));
        }
        add_neighbours<<<8 * book_multiprocessors(), 256>>>(in, out, first, end, n);
        HANDLE_ERROR(cudaGetLastError());
        if (way != TOUCHED) // behind the kernel, in the same stream
            HANDLE_ERROR(prefetch(out + first, bytes, cudaCpuDeviceId));
    }
    for (int d = 0; d < devices; d++) { // the host may touch nothing before
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
}

// Says what is known of the pages of each part of `in`. Returns how many parts are as they should.
static int look_at_parts(int way, const int *in, long long n, int devices) {
    int right = 0;
    for (int d = 0; d < devices; d++) {
        long long first = first_of(n, d, devices), end = first_of(n, d + 1, devices);
        size_t bytes = (end - first) * sizeof(int);
        int to = prefetched_to(in + first, bytes), copies = is_read_mostly(in + first, bytes);
        char where[30] = "nowhere";
        if (to != cudaInvalidDeviceId)
            snprintf(where, sizeof where, "GPU %d", to);
        printf("%-12s elements from %lld on: prefetched to %s, %s\n", names[way], first, where,
               copies ? "a copy for each reader" : "in one place");
        right += to == (way == TOUCHED ? cudaInvalidDeviceId : d) && copies == (way == ADVISED);
    }
    return right;
}

int main(int argc, char **argv) {
    long long n = 1 << 20;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of the vectors"},
    };
    book_parse(argc, argv, "memory that moves between the host and all GPUs", options);
    int devices = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&devices));
    book_devices = devices; // if an error ends the program
    size_t bytes = (n + UNIT - 1) / UNIT * UNIT * sizeof(int); // or two short ones share a page
    check_devices(devices, 2 * bytes);
    if ((n + UNIT - 1) / UNIT < devices) // a part has at least one element
        devices = (int)((n + UNIT - 1) / UNIT);

    long long right = 0;
    int parts_right = 0;
    for (int way = 0; way < WAYS; way++) { // each with memory that has never been anywhere
        int *in, *out;
        HANDLE_ERROR(cudaMallocManaged((void **)&in, bytes));
        HANDLE_ERROR(cudaMallocManaged((void **)&out, bytes));
        for (long long i = 0; i < n; i++) {
            in[i] = number(i);
            out[i] = -1;
        }
        double start = book_seconds();
        run(way, in, out, n, devices);
        for (long long i = 0; i < n; i++)
            right += out[i] == number(i) + (i + 1 < n ? number(i + 1) : 0);
        double milliseconds = 1e3 * (book_seconds() - start);
        parts_right += look_at_parts(way, in, n, devices);
        if (BOOK_ON_GPU)
            printf("%-12s %.3f ms, until the host has looked at all sums\n", names[way],
                   milliseconds);
        HANDLE_ERROR(cudaFree(in));
        HANDLE_ERROR(cudaFree(out));
    }
    book_timed();
    return book_verdict(right == WAYS * n && parts_right == WAYS * devices,
                        "%lld of %lld sums are right, and %d of %d parts were where they should be",
                        right, WAYS * n, parts_right, WAYS * devices);
}
