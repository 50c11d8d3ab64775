// pool: memory that is allocated and freed in the order of a stream
//
// Work often needs memory only for a while. cudaFree has to wait until no kernel uses it any more,
// and so the host and all streams stand still:
//
//     cudaMalloc         square   add   cudaFree: waits      square   add   cudaFree: waits
//
// cudaMallocAsync and cudaFreeAsync are work in a stream, like kernels. Nobody waits:
//
//     stream 0           allocate   square   add   free     allocate   square   add   free
//     stream 1           allocate   square   add   free     allocate   square   add   free
//
// The memory comes from a pool, and goes back there, for the next who asks. When the host waits for
// the device, a pool gives what is free back to the system, unless it was told to keep it.
//
// Long because three ways to such memory are compared.
//
//     nvcc ch10_streams/pool.cu -I. -o pool && ./pool
#include "../common/book.h"
#include "two_pools.h"

#define MAX_STREAMS 16

enum { PLAIN, DEFAULT_POOL, POOL_THAT_KEEPS, WAYS };
static const char *const names[WAYS] = {"cudaMalloc, cudaFree", "the default pool",
                                        "a pool that keeps"};

__global__ void square(unsigned *squares, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        squares[i] = (unsigned)i * (unsigned)i;
}

// From behind: so a thread needs what a different block has written, and all of `squares` is used.
__global__ void add_from_behind(const unsigned *squares, unsigned *sums, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        sums[i] += squares[n - 1 - i];
}

typedef struct {
    int n, streams;
    unsigned *sums[MAX_STREAMS]; // on the device; each stream has its own
    cudaStream_t stream[MAX_STREAMS];
    cudaMemPool_t pool[WAYS];
} work;

// Lets every stream add the squares to its sums once.
static void add_squares(const work *w, int way) {
    size_t bytes = w->n * sizeof(unsigned);
    int threads = 256, blocks = (w->n + threads - 1) / threads;
    for (int s = 0; s < w->streams; s++) {
        cudaStream_t stream = w->stream[s];
        unsigned *squares;
        if (way == PLAIN)
            HANDLE_ERROR(cudaMalloc((void **)&squares, bytes));
        else
            HANDLE_ERROR(cudaMallocFromPoolAsync((void **)&squares, bytes, w->pool[way], stream));
        square<<<blocks, threads, 0, stream>>>(squares, w->n);
        HANDLE_ERROR(cudaGetLastError());
        add_from_behind<<<blocks, threads, 0, stream>>>(squares, w->sums[s], w->n);
        HANDLE_ERROR(cudaGetLastError());
        if (way == PLAIN)
            HANDLE_ERROR(cudaFree(squares));
        else
            HANDLE_ERROR(cudaFreeAsync(squares, stream));
    }
    HANDLE_ERROR(cudaDeviceSynchronize()); // as somebody does who wants to look at the sums
}

// How many sums are right after so many rounds. host: room for those of a stream.
static long long count_right(const work *w, long long rounds, unsigned *host) {
    long long right = 0;
    for (int s = 0; s < w->streams; s++) {
        HANDLE_ERROR(cudaMemcpy(host, w->sums[s], w->n * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (int i = 0; i < w->n; i++) {
            unsigned from = (unsigned)(w->n - 1 - i);
            right += host[i] == (unsigned)rounds * from * from;
        }
    }
    return right;
}

int main(int argc, char **argv) {
    long long n = 100000, streams = 4, rounds = 10;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, 1 << 28, "elements"},
        {"streams", BOOK_INTEGER, &streams, 1, MAX_STREAMS, "how many streams"},
        {"rounds", BOOK_INTEGER, &rounds, 1, 1000, "how often each of them adds"},
    };
    book_parse(argc, argv, "allocates and frees in the order of a stream", options);
    work w = {};
    w.n = (int)n;
    w.streams = (int)streams;
    size_t bytes = n * sizeof(unsigned);
    unsigned *host = (unsigned *)malloc(bytes);
    HANDLE_NULL(host);
    for (int s = 0; s < streams; s++) {
        HANDLE_ERROR(cudaMalloc((void **)&w.sums[s], bytes));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&w.stream[s], cudaStreamNonBlocking));
    }
    w.pool[DEFAULT_POOL] = default_pool();
    w.pool[POOL_THAT_KEEPS] = pool_that_keeps();

    long long right = 0;
    int unused = 1;
    for (int way = 0; way < WAYS; way++) {
        for (int s = 0; s < streams; s++)
            HANDLE_ERROR(cudaMemset(w.sums[s], 0, bytes));
        HANDLE_ERROR(cudaDeviceSynchronize());
        double start = book_seconds();
        for (long long round = 0; round < rounds; round++)
            add_squares(&w, way);
        printf("%s", names[way]);
        if (BOOK_ON_GPU)
            printf(": %.4f ms a round", 1e3 * (book_seconds() - start) / (double)rounds);
        printf("\n");
        right += count_right(&w, rounds, host);
        if (way != PLAIN)
            unused &= is_unused(w.pool[way]);
    }
    book_timed();

    HANDLE_ERROR(cudaMemPoolDestroy(w.pool[POOL_THAT_KEEPS]));
    for (int s = 0; s < streams; s++) {
        HANDLE_ERROR(cudaFree(w.sums[s]));
        HANDLE_ERROR(cudaStreamDestroy(w.stream[s]));
    }
    free(host);
    return book_verdict(right == WAYS * streams * n && unused,
                        "%lld of %lld sums are right, and the pools are %s", right,
                        WAYS * streams * n, unused ? "unused" : "still in use");
}
