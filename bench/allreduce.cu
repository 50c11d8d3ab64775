// allreduce: how long ncclAllReduce takes, from 8 bytes to 1 GiB, on all GPUs of one process
//
// With short vectors time is all latency, with long ones bandwidth. Two bandwidths are usual, both
// as NVIDIA's nccl-tests define them (doc/PERFORMANCE.md there):
//
//     algorithm    bytes of the vector / time
//     bus          2 (n - 1) / n times that, on n GPUs: what each of them sends, and receives, if
//                  no byte travels more often than it must. It can be compared with the links,
//                  however many GPUs there are
//
// The vectors hold small whole numbers, and every element of the sum is looked at on every GPU.
//
//     nvcc bench/allreduce.cu -I. -lnccl -o allreduce && ./allreduce
#include "../ch11_multi_gpu/nccl_errors.h"
#include "../common/book.h"
#include "../common/table.h"

#include <time.h>
#include <vector>

typedef struct {
    float *mine, *sum;
    unsigned long long *wrong;
    cudaStream_t stream;
    ncclComm_t comm;
} gpu;

const int blocks = 1024, threadsPerBlock = 256;

// GPU r has i % 7 + r. The sum over n GPUs is a whole number that a float holds exactly.
__global__ void fill(float *mine, size_t count, int rank) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < count;
         i += (size_t)blockDim.x * gridDim.x)
        mine[i] = (float)(i % 7 + rank);
}

__global__ void compare(const float *sum, size_t count, int n, unsigned long long *wrong) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < count;
         i += (size_t)blockDim.x * gridDim.x)
        if (sum[i] != (float)(n * (i % 7) + n * (n - 1) / 2))
            atomicAdd(wrong, 1ULL);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static std::vector<gpu> open_gpus(int n, size_t most_bytes) {
    std::vector<gpu> gpus(n);
    std::vector<ncclComm_t> comms(n);
    HANDLE_NCCL(ncclCommInitAll(comms.data(), n, NULL));
    for (int d = 0; d < n; d++) {
        gpu *g = &gpus[d];
        g->comm = comms[d];
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaStreamCreate(&g->stream));
        HANDLE_ERROR(cudaMalloc((void **)&g->mine, most_bytes));
        HANDLE_ERROR(cudaMalloc((void **)&g->sum, most_bytes));
        HANDLE_ERROR(cudaMalloc((void **)&g->wrong, sizeof *g->wrong));
        fill<<<blocks, threadsPerBlock, 0, g->stream>>>(g->mine, most_bytes / sizeof(float), d);
        HANDLE_ERROR(cudaGetLastError());
    }
    return gpus;
}

static void close_gpus(std::vector<gpu> &gpus) {
    for (size_t d = 0; d < gpus.size(); d++) {
        HANDLE_ERROR(cudaSetDevice((int)d));
        HANDLE_NCCL(ncclCommDestroy(gpus[d].comm));
        HANDLE_ERROR(cudaStreamDestroy(gpus[d].stream));
        HANDLE_ERROR(cudaFree(gpus[d].mine));
        HANDLE_ERROR(cudaFree(gpus[d].sum));
        HANDLE_ERROR(cudaFree(gpus[d].wrong));
    }
}

// Seconds for so many sums, one after the other.
static double add_up(const std::vector<gpu> &gpus, size_t count, long long repeat) {
    double start = seconds_now();
    for (long long r = 0; r < repeat; r++) {
        HANDLE_NCCL(ncclGroupStart());
        for (const gpu &g : gpus)
            HANDLE_NCCL(ncclAllReduce(g.mine, g.sum, count, ncclFloat, ncclSum, g.comm, g.stream));
        HANDLE_NCCL(ncclGroupEnd());
    }
    std::vector<ncclComm_t> comms;
    std::vector<cudaStream_t> streams;
    for (const gpu &g : gpus) {
        comms.push_back(g.comm);
        streams.push_back(g.stream);
    }
    wait_for_ranks(comms.data(), streams.data(), (int)gpus.size());
    return seconds_now() - start;
}

// On how many GPUs all elements of one more sum are right. What is there before is overwritten.
static int count_right(const std::vector<gpu> &gpus, size_t count) {
    int n = (int)gpus.size(), right = 0;
    for (int d = 0; d < n; d++) {
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaMemset(gpus[d].sum, 0xff, count * sizeof(float)));
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
    add_up(gpus, count, 1);
    for (int d = 0; d < n; d++) {
        unsigned long long wrong = 0;
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaMemset(gpus[d].wrong, 0, sizeof wrong));
        compare<<<blocks, threadsPerBlock>>>(gpus[d].sum, count, n, gpus[d].wrong);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(&wrong, gpus[d].wrong, sizeof wrong, cudaMemcpyDeviceToHost));
        right += wrong == 0;
    }
    return right;
}

int main(int argc, char **argv) {
    long long from = 8, to = 1LL << 30, wanted = 0;
    const char *csv = NULL;
    book_option options[] = {
        {"from", BOOK_INTEGER, &from, 4, 1LL << 40, "bytes of the shortest vector"},
        {"to", BOOK_INTEGER, &to, 4, 1LL << 40, "bytes of the longest; each is 8 times the last"},
        {"devices", BOOK_INTEGER, &wanted, 1, 1024, "use so many GPUs; default all"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
    };
    book_parse(argc, argv, "times ncclAllReduce on all GPUs of one process", options);
    if (to < from) {
        fprintf(stderr, "option --to: %lld is less than --from %lld\n", to, from);
        return BOOK_EXIT_USAGE;
    }
    book_table table;
    book_table_open(&table, csv, "gpus,bytes,right,microseconds,algorithm_gbytes,bus_gbytes");
    int n = 0, version = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&n));
    if (wanted > n) {
        fprintf(stderr, "option --devices: '%lld' is not accepted; here are %d\n", wanted, n);
        return BOOK_EXIT_USAGE;
    }
    if (wanted > 0)
        n = (int)wanted;
    book_devices = n; // if an error ends the program
    HANDLE_NCCL(ncclGetVersion(&version));
    std::vector<gpu> gpus = open_gpus(n, (size_t)to);

    int right = 0, sums = 0;
    printf("NCCL %d.%d.%d, %d GPU%s\n", version / 10000, version / 100 % 100, version % 100, n,
           n == 1 ? "" : "s");
    printf("%11s%9s%14s%17s%11s\n", "bytes", "right", "microseconds", "GB/s, algorithm",
           "GB/s, bus");
    for (long long bytes = from; bytes <= to; bytes *= 8) {
        size_t count = (size_t)bytes / sizeof(float);
        int good = count_right(gpus, count); // without a clock: NCCL connects what it needs
        add_up(gpus, count, 5);
        long long repeat = bytes <= 1 << 20 ? 1000 : 20;
        double microseconds = 1e6 * add_up(gpus, count, repeat) / (double)repeat;
        double algorithm = (double)count * sizeof(float) / microseconds / 1e3;
        double bus = algorithm * 2 * (n - 1) / n;
        char of[16];
        snprintf(of, sizeof of, "%d of %d", good, n);
        printf("%11lld%9s%14.2f%17.3f%11.3f\n", bytes, of, microseconds, algorithm, bus);
        book_table_row(&table, "%d,%lld,%d,%.17g,%.17g,%.17g", n, bytes, good, microseconds,
                       algorithm, bus);
        right += good;
        sums += n;
    }
    close_gpus(gpus);
    book_table_close(&table);
    return book_verdict(right == sums, "%d of %d sums are right in every element, on %d GPU%s",
                        right, sums, n, n == 1 ? "" : "s");
}
