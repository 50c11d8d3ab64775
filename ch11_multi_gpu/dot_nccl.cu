// dot_nccl: a dot product on all GPUs, whose parts NCCL adds up on the GPUs
//
// One thread drives all GPUs, each by a stream of its own. Each GPU has a part of the vectors and
// a number for its sum. ncclAllReduce adds these numbers, and afterwards every GPU has the total:
//
//     GPU 0   fill   dot: 5   \                 / 12
//     GPU 1   fill   dot: 4    > ncclAllReduce <  12
//     GPU 2   fill   dot: 3   /                 \ 12
//
// There are two ways to ask how well that scales: *strong*, the same vectors on more GPUs, where
// twice as many should take half the time; and *weak*, as many elements on each GPU, where the time
// should stay the same.
//
//     nvcc ch11_multi_gpu/dot_nccl.cu -I. -lnccl -o dot_nccl && ./dot_nccl
#include "../common/book.h"
#include "../common/table.h"
#include "exact_dot.h"
#include "nccl_gpus.h"

// One dot product. Nothing here waits: all GPUs will have the result when their streams are done.
static void issue(gpu gpus[], int count) {
    for (int d = 0; d < count; d++) {
        gpu *g = &gpus[d];
        HANDLE_ERROR(cudaSetDevice(d));
        dot<<<g->blocks, DOT_THREADS, 0, g->stream>>>(g->a, g->b, g->n, g->partial);
        HANDLE_ERROR(cudaGetLastError());
        add_up<<<1, DOT_THREADS, 0, g->stream>>>(g->partial, g->blocks, g->sum);
        HANDLE_ERROR(cudaGetLastError());
    }
    // By one thread: without the group, the first call could wait for the others for ever.
    HANDLE_NCCL(ncclGroupStart());
    for (int d = 0; d < count; d++)
        HANDLE_NCCL(ncclAllReduce(gpus[d].sum, gpus[d].sum, 1, ncclDouble, ncclSum, gpus[d].comm,
                                  gpus[d].stream));
    HANDLE_NCCL(ncclGroupEnd());
}

static void wait_for_all(const gpu gpus[], int count) {
    ncclComm_t comms[MOST_GPUS];
    cudaStream_t streams[MOST_GPUS];
    for (int d = 0; d < count; d++) {
        comms[d] = gpus[d].comm;
        streams[d] = gpus[d].stream;
    }
    wait_for_ranks(comms, streams, count);
}

int main(int argc, char **argv) {
    long long n = 1000003, wanted = 0, repeat = 3;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N / 1024, "elements of the vectors"},
        {"devices", BOOK_INTEGER, &wanted, 1, 1024, "use so many GPUs; default all"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 10000, "so many dot products, one after the other"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the times there"},
    };
    book_parse(argc, argv, "a dot product on all GPUs, reduced by NCCL", options);
    book_table table;
    book_table_open(&table, csv, "scaling,gpus,n,milliseconds,efficiency");
    int devices = 0, version = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&devices));
    if (devices > MOST_GPUS)
        devices = MOST_GPUS;
    if (wanted > devices) {
        fprintf(stderr, "option --devices: '%lld' is not accepted; here are %d\n", wanted, devices);
        return BOOK_EXIT_USAGE;
    }
    if (wanted != 0)
        devices = (int)wanted;
    book_devices = devices; // if an error ends the program
    HANDLE_NCCL(ncclGetVersion(&version));
    printf("NCCL %d.%d.%d, %d GPU%s\n", version / 10000, version / 100 % 100, version % 100,
           devices, devices == 1 ? "" : "s");

    int timed = book_timed(), sums = 0, right = 0;
    enum { STRONG, WEAK, KINDS };
    const char *const kinds[KINDS] = {"strong", "weak"};
    for (int kind = 0; kind < KINDS; kind++) {
        double alone = 0; // what one GPU takes
        for (int count = 1; count <= devices; count++) {
            gpu gpus[MOST_GPUS];
            long long elements = kind == STRONG ? n : n * count;
            set_up(gpus, count, elements);
            issue(gpus, count); // once without a clock: NCCL connects the GPUs when they first meet
            wait_for_all(gpus, count);
            double start = book_seconds();
            for (long long r = 0; r < repeat; r++)
                issue(gpus, count);
            wait_for_all(gpus, count);
            double milliseconds = 1e3 * (book_seconds() - start) / (double)repeat;
            int good = check_sums(gpus, count, exact_dot(elements));
            take_down(gpus, count);
            if (count == 1)
                alone = milliseconds;
            double efficiency = alone / milliseconds / (kind == STRONG ? count : 1);
            printf("%-6s %2d GPU%s %13lld elements: %d of %d have %.0f", kinds[kind], count,
                   count == 1 ? " " : "s", elements, good, count, exact_dot(elements));
            if (timed)
                printf(" %9.3f ms, efficiency %.2f", milliseconds, efficiency);
            printf("\n");
            book_table_row(&table, "%s,%d,%lld,%.9g,%.9g", kinds[kind], count, elements,
                           milliseconds, efficiency);
            sums += count;
            right += good;
        }
    }
    book_table_close(&table);
    return book_verdict(right == sums, "%d of %d sums are exact, on up to %d GPU%s", right, sums,
                        devices, devices == 1 ? "" : "s");
}
