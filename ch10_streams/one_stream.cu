// one_stream: work for the device, chunk by chunk, without the host having to wait
//
// A stream is a queue of the device: what the host puts into it is done in that order. Vectors that
// are longer than the device's memory come in chunks, and for each chunk four things go into the
// stream:
//
//     copy a, copy b     a chunk of the vectors to the device
//     average            the kernel, explained in averages.h
//     copy c             the results back, and the buffers are free for the next chunk
//
// The host only puts them there. cudaMemcpyAsync returns before the copy is made, as a launch does
// before the kernel has run, but only from and to pinned memory. The CPU must copy pageable memory
// into a pinned buffer first, and does it within the call. This program does all of it with both,
// and on a GPU it says how long the calls kept the host.
//
//     nvcc ch10_streams/one_stream.cu -I. -o one_stream && ./one_stream --n 100000000
#include "../common/book.h"
#include "../common/table.h"
#include "averages.h"
#include "host_clock.h"

enum { PINNED, PAGEABLE, KINDS };
static const char *const kind_names[KINDS] = {"pinned", "pageable"};

static int *new_vector(int kind, size_t bytes) {
    int *vector;
    if (kind == PINNED) {
        HANDLE_ERROR(cudaMallocHost((void **)&vector, bytes));
    } else {
        vector = (int *)malloc(bytes);
        HANDLE_NULL(vector);
    }
    return vector;
}

static void free_vector(int kind, int *vector) {
    if (kind == PINNED)
        HANDLE_ERROR(cudaFreeHost(vector));
    else
        free(vector);
}

int main(int argc, char **argv) {
    long long n = 5000003, blocks = 1024, width = 3;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 4194304, "blocks for a chunk, of 256 elements each"},
        {"width", BOOK_INTEGER, &width, 1, 256, "neighbours of which the average is taken"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "averages of vectors that come to the device in chunks", options);
    book_table table;
    book_table_open(&table, csv, "memory,n,chunks,right,issued_milliseconds,done_milliseconds");

    long long chunk = blocks * GROUP < n ? blocks * GROUP : n, chunks = (n - 1) / chunk + 1;
    int *dev_a, *dev_b, *dev_c;
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, (size_t)chunk * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, (size_t)chunk * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, (size_t)chunk * sizeof(int)));
    // Of nothing at first: then loading the kernel is not in the times.
    average<<<1, GROUP, 0, stream>>>(dev_a, dev_b, dev_c, 0, (int)width);
    HANDLE_LAUNCH("average");

    long long right = 0;
    printf("%lld element%s in %lld chunk%s of up to %lld\n", n, n == 1 ? "" : "s", chunks,
           chunks == 1 ? "" : "s", chunk);
    for (int kind = 0; kind < KINDS; kind++) {
        int *a = new_vector(kind, (size_t)n * sizeof(int));
        int *b = new_vector(kind, (size_t)n * sizeof(int));
        int *c = new_vector(kind, (size_t)n * sizeof(int));
        averages_fill(a, b, n, kind);
        memset(c, 0xff, (size_t)n * sizeof(int)); // -1, which no average is

        double start = host_milliseconds();
        for (long long first = 0; first < n; first += chunk) {
            int size = (int)(n - first < chunk ? n - first : chunk); // the last may be smaller
            size_t bytes = (size_t)size * sizeof(int);
            HANDLE_ERROR(cudaMemcpyAsync(dev_a, a + first, bytes, cudaMemcpyHostToDevice, stream));
            HANDLE_ERROR(cudaMemcpyAsync(dev_b, b + first, bytes, cudaMemcpyHostToDevice, stream));
            average<<<averages_blocks(size), GROUP, 0, stream>>>(dev_a, dev_b, dev_c, size,
                                                                 (int)width);
            HANDLE_ERROR(cudaGetLastError()); // HANDLE_LAUNCH would wait for the kernel
            HANDLE_ERROR(cudaMemcpyAsync(c + first, dev_c, bytes, cudaMemcpyDeviceToHost, stream));
        }
        double issued = host_milliseconds();
        HANDLE_ERROR(cudaStreamSynchronize(stream)); // before that nobody may look at c
        double done = host_milliseconds();

        long long same = averages_right(a, b, c, n, (int)width);
        right += same;
        printf("%-8s  %lld of %lld averages are right", kind_names[kind], same, n);
        if (BOOK_ON_GPU)
            printf("; the host was free after %.3f ms of %.3f", issued - start, done - start);
        printf("\n");
        book_table_row(&table, "%s,%lld,%lld,%lld,%.17g,%.17g", kind_names[kind], n, chunks, same,
                       BOOK_ON_GPU ? issued - start : NAN, BOOK_ON_GPU ? done - start : NAN);
        free_vector(kind, a);
        free_vector(kind, b);
        free_vector(kind, c);
    }
    book_timed();

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    book_table_close(&table);
    return book_verdict(right == KINDS * n, "%lld of %lld averages are right", right, KINDS * n);
}
