// peers: from the memory of one GPU to that of another
//
// From every GPU to every GPU, in three ways:
//
//     copy    cudaMemcpyPeer: always works, through the memory of the host if need be
//     peer    the same call with peer access: over the link between the two, if there is one
//     load    a kernel of the one GPU reads the memory of the other, which needs peer access
//
// Peer access is asked for (cudaDeviceCanAccessPeer) and enabled (cudaDeviceEnablePeerAccess), by
// the GPU that is to use the memory, and in one direction only.
// Long because each GPU meets each in three ways, and access is given and taken back.
//
//     nvcc ch11_multi_gpu/peers.cu -I. -o peers && ./peers
#include "../common/book.h"
#include "../common/table.h"
#include "gpu_numbers.h"

enum { COPY, PEER, LOAD, WAYS };
static const char *const way_names[WAYS] = {"cudaMemcpyPeer", "cudaMemcpyPeer with peer access",
                                            "loads of a kernel"};

#define MOST_GPUS 64
#define ENTRY 16 // characters of an entry of the matrix
// The two may be on different GPUs: an address says which.
__global__ void load(unsigned *to, const unsigned *from, long long n) {
    for (long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x; i < n;
         i += (long long)blockDim.x * gridDim.x)
        to[i] = from[i];
}

// Peer access of all GPUs to all that they can: can[d][e] says whether d can use the memory of e.
static void set_peer_access(int count, int can[MOST_GPUS][MOST_GPUS], int enable) {
    for (int d = 0; d < count; d++) {
        HANDLE_ERROR(cudaSetDevice(d));
        for (int e = 0; e < count; e++) {
            if (d == e || !can[d][e])
                continue;
            if (enable)
                HANDLE_ERROR(cudaDeviceEnablePeerAccess(e, 0));
            else
                HANDLE_ERROR(cudaDeviceDisablePeerAccess(e));
        }
    }
}

// Moves the numbers of GPU f to GPU t, which is the one at work. Returns milliseconds.
static float move(int way, int f, const unsigned *from, int t, unsigned *to, long long n,
                  int repeat, int blocks) {
    size_t bytes = (size_t)n * sizeof(unsigned);
    HANDLE_ERROR(cudaSetDevice(t));
    HANDLE_ERROR(cudaMemset(to, 0, bytes)); // what was there cannot pass for what should come
    HANDLE_ERROR(cudaDeviceSynchronize());
    book_timer timer;
    for (int r = -1; r < repeat; r++) {
        if (r == 0) // the first is not timed: it loads the kernel, and wakes the link
            book_timer_start(&timer);
        if (way == LOAD)
            load<<<blocks, threadsPerBlock>>>(to, from, n);
        else
            HANDLE_ERROR(cudaMemcpyPeerAsync(to, t, from, f, bytes, 0));
    }
    HANDLE_ERROR(cudaGetLastError());
    return book_timer_stop(&timer);
}

int main(int argc, char **argv) {
    long long n = 1 << 20, repeat = 5;
    const char *csv = NULL;
    book_option options[] = {
        {"n", BOOK_INTEGER, &n, 1, BOOK_MAX_N, "numbers of 4 bytes to move"},
        {"repeat", BOOK_INTEGER, &repeat, 1, 1000, "so many times, one after the other"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the bandwidths there"},
    };
    book_parse(argc, argv, "moves numbers from each GPU to each", options);
    book_table table;
    book_table_open(&table, csv, "way,from,to,gbytes_per_second");

    int count = 0, blocks = 8 * book_multiprocessors();
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    if (count > MOST_GPUS)
        count = MOST_GPUS;
    book_devices = count; // if an error ends the program
    size_t bytes = (size_t)n * sizeof(unsigned);
    unsigned *from[MOST_GPUS], *to[MOST_GPUS], *arrived = (unsigned *)malloc(bytes);
    int can[MOST_GPUS][MOST_GPUS];
    HANDLE_NULL(arrived);
    for (int d = 0; d < count; d++) {
        HANDLE_ERROR(cudaSetDevice(d));
        HANDLE_ERROR(cudaMalloc((void **)&from[d], bytes));
        HANDLE_ERROR(cudaMalloc((void **)&to[d], bytes));
        fill<<<blocks, threadsPerBlock>>>(from[d], n, d);
        HANDLE_LAUNCH("fill");
        for (int e = 0; e < count; e++)
            HANDLE_ERROR(cudaDeviceCanAccessPeer(&can[d][e], d, e)); // itself: 0
    }

    int timed = book_timed(), moved = 0, whole = 0;
    for (int way = 0; way < WAYS; way++) {
        if (way == PEER)
            set_peer_access(count, can, 1);
        char rows[MOST_GPUS][MOST_GPUS][ENTRY];
        for (int f = 0; f < count; f++)
            for (int t = 0; t < count; t++) {
                if (way != COPY && f != t && !can[t][f]) {
                    snprintf(rows[f][t], ENTRY, "no access");
                    continue;
                }
                float milliseconds = move(way, f, from[f], t, to[t], n, (int)repeat, blocks);
                int good = has_arrived(to[t], f, n, arrived);
                moved++;
                whole += good;
                double rate = (double)bytes * (double)repeat / milliseconds / 1e6;
                if (timed && good)
                    snprintf(rows[f][t], ENTRY, "%7.1f", rate);
                else
                    snprintf(rows[f][t], ENTRY, good ? "all there" : "WRONG");
                book_table_row(&table, "%s,%d,%d,%.9g", way_names[way], f, t, rate);
            }
        printf("%s%s\n", way_names[way], timed ? ", GB/s" : "");
        for (int f = 0; f < count; f++) {
            printf("  from GPU %d to", f);
            for (int t = 0; t < count; t++)
                printf("  %d: %s", t, rows[f][t]);
            printf("\n");
        }
    }

    set_peer_access(count, can, 0);
    for (int d = 0; d < count; d++) {
        HANDLE_ERROR(cudaFree(from[d]));
        HANDLE_ERROR(cudaFree(to[d]));
    }
    free(arrived);
    book_table_close(&table);
    return book_verdict(whole == moved, "%d of %d moves of %lld number%s arrived whole, %d GPU%s",
                        whole, moved, n, n == 1 ? "" : "s", count, count == 1 ? "" : "s");
}
