// missing_event: two streams that work side by side, with the events that order them and without
//
// One stream copies, the other works, and the vectors go through one pair of buffers, a chunk at a
// time. Two streams know nothing of each other, so two things must be said to them:
//
//     copies    copy 0 |           | copy 1 |           |        copied: the chunk is there, the
//                       \copied   /averaged  \         /          kernel may begin
//     kernels            | average 0|         | average 1|       averaged: the kernel has read it,
//                                                                 the next chunk may come
//
// An event says it: cudaEventRecord puts a mark into one stream, and with cudaStreamWaitEvent the
// other waits until the device has come to it. This program does it with both events, then without
// one, then without the other. Nobody has promised what comes of that, so it is shown here and not
// judged.
//
//     nvcc ch10_streams/missing_event.cu -I. -o missing_event && ./missing_event
#include "../common/book.h"
#include "averages.h"

enum { COPIED, AVERAGED, NOTHING, CASES };

typedef struct {
    int *a, *b, *c; // on the host, pinned
    int *dev_a, *dev_b, *dev_c;
    long long n, chunk;
    int width;
    cudaStream_t copies, kernels;
    cudaEvent_t copied, averaged;
} work;

static void average_chunks(const work *w, int without) {
    for (long long first = 0; first < w->n; first += w->chunk) {
        int size = (int)(w->n - first < w->chunk ? w->n - first : w->chunk);
        size_t bytes = (size_t)size * sizeof(int);
        if (without != AVERAGED && first > 0)
            HANDLE_ERROR(cudaStreamWaitEvent(w->copies, w->averaged, 0));
        HANDLE_ERROR(
            cudaMemcpyAsync(w->dev_a, w->a + first, bytes, cudaMemcpyHostToDevice, w->copies));
        HANDLE_ERROR(
            cudaMemcpyAsync(w->dev_b, w->b + first, bytes, cudaMemcpyHostToDevice, w->copies));
        HANDLE_ERROR(cudaEventRecord(w->copied, w->copies));

        if (without != COPIED)
            HANDLE_ERROR(cudaStreamWaitEvent(w->kernels, w->copied, 0));
        average<<<averages_blocks(size), GROUP, 0, w->kernels>>>(w->dev_a, w->dev_b, w->dev_c, size,
                                                                 w->width);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaEventRecord(w->averaged, w->kernels));
        // In the kernel's own stream, so it needs no event.
        HANDLE_ERROR(
            cudaMemcpyAsync(w->c + first, w->dev_c, bytes, cudaMemcpyDeviceToHost, w->kernels));
    }
    HANDLE_ERROR(cudaDeviceSynchronize());
}

int main(int argc, char **argv) {
    long long n = 1000003, blocks = 1024, width = 3;
    int only = -1;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "elements of each vector"},
        {"blocks", BOOK_INTEGER, &blocks, 1, 4194304, "blocks for a chunk, of 256 elements each"},
        {"width", BOOK_INTEGER, &width, 1, 256, "neighbours of which the average is taken"},
        {"without", BOOK_CHOICE, &only, 0, 0,
         "copied|averaged: the event to be left out; default first one, then the other"},
    };
    book_parse(argc, argv, "two streams with and without the events that order them", options);

    work w = {};
    w.n = n;
    w.chunk = blocks * GROUP < n ? blocks * GROUP : n;
    w.width = (int)width;
    size_t bytes = (size_t)n * sizeof(int), chunk_bytes = (size_t)w.chunk * sizeof(int);
    HANDLE_ERROR(cudaMallocHost((void **)&w.a, bytes));
    HANDLE_ERROR(cudaMallocHost((void **)&w.b, bytes));
    HANDLE_ERROR(cudaMallocHost((void **)&w.c, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&w.dev_a, chunk_bytes));
    HANDLE_ERROR(cudaMalloc((void **)&w.dev_b, chunk_bytes));
    HANDLE_ERROR(cudaMalloc((void **)&w.dev_c, chunk_bytes));
    HANDLE_ERROR(cudaStreamCreate(&w.copies));
    HANDLE_ERROR(cudaStreamCreate(&w.kernels));
    HANDLE_ERROR(cudaEventCreateWithFlags(&w.copied, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreateWithFlags(&w.averaged, cudaEventDisableTiming));
    averages_fill(w.a, w.b, n, 0);

    const char *names[CASES] = {"without copied", "without averaged", "with both events"};
    const int order[CASES] = {NOTHING, COPIED, AVERAGED};
    long long judged = 0;
    for (int k = 0; k < CASES; k++) {
        int without = order[k];
        if (without != NOTHING && only >= 0 && only != without)
            continue;
        // Nothing of the run before is left, which could come out right by mistake.
        memset(w.c, 0xff, bytes);
        HANDLE_ERROR(cudaMemset(w.dev_a, 0xff, chunk_bytes));
        HANDLE_ERROR(cudaMemset(w.dev_b, 0xff, chunk_bytes));
        HANDLE_ERROR(cudaDeviceSynchronize());
        average_chunks(&w, without);
        long long right = averages_right(w.a, w.b, w.c, n, w.width);
        printf("%-17s %lld of %lld averages are right", names[without], right, n);
        if (without == NOTHING)
            judged = right;
        else
            printf(right == n ? ", which nothing guarantees" : ", and nothing says which");
        printf("\n");
    }

    HANDLE_ERROR(cudaFreeHost(w.a));
    HANDLE_ERROR(cudaFreeHost(w.b));
    HANDLE_ERROR(cudaFreeHost(w.c));
    HANDLE_ERROR(cudaFree(w.dev_a));
    HANDLE_ERROR(cudaFree(w.dev_b));
    HANDLE_ERROR(cudaFree(w.dev_c));
    HANDLE_ERROR(cudaStreamDestroy(w.copies));
    HANDLE_ERROR(cudaStreamDestroy(w.kernels));
    HANDLE_ERROR(cudaEventDestroy(w.copied));
    HANDLE_ERROR(cudaEventDestroy(w.averaged));
    return book_verdict(judged == n, "with both events %lld of %lld averages are right", judged, n);
}
