// copy_timed: how fast data gets to the device and back, from pageable and from pinned memory
//
// What malloc gives is pageable: the operating system may move it, or write it to the disk,
// whenever it likes. A device fetches data by itself, past the processor and the operating system
// (direct memory access), and it needs to know that they stay where they are. So a copy takes a
// detour:
//
//     pageable   your memory --processor--> a pinned buffer of the driver's --bus--> device
//     pinned     your memory ---------------------bus------------------------------> device
//
// What cudaMallocHost gives is pinned, or page-locked: it stays where it is. This program copies
// blocks of different sizes in both directions, from both kinds of memory, compares what comes
// back, and on a GPU says how many bytes a second it was.
// Long because two kinds of memory are measured in two directions, tabulated and drawn.
//
//     nvcc ch10_streams/copy_timed.cu -I. -o copy_timed && ./copy_timed --bus 63
#include "../common/book.h"
#include "../common/chart.h"
#include "../common/table.h"
#include "copy_chart.h"

#define MOST_BYTES (1LL << 40)

static void copy(int direction, void *dev, void *host, size_t bytes) {
    if (direction == TO_DEVICE)
        HANDLE_ERROR(cudaMemcpy(dev, host, bytes, cudaMemcpyHostToDevice));
    else
        HANDLE_ERROR(cudaMemcpy(host, dev, bytes, cudaMemcpyDeviceToHost));
}

// Copies data there and back. What was in the memory before is overwritten first, with something
// else, so that a copy that does nothing shows.
static int comes_back(const unsigned char *data, void *dev, void *host, size_t bytes) {
    HANDLE_ERROR(cudaMemset(dev, 0xff, bytes));
    memcpy(host, data, bytes);
    copy(TO_DEVICE, dev, host, bytes);
    memset(host, 0, bytes);
    copy(TO_HOST, dev, host, bytes);
    return memcmp(host, data, bytes) == 0;
}

// Milliseconds for one copy.
static double time_copies(int direction, void *dev, void *host, size_t bytes, long long copies) {
    book_timer timer;
    book_timer_start(&timer);
    for (long long i = 0; i < copies; i++)
        copy(direction, dev, host, bytes);
    return book_timer_stop(&timer) / (double)copies;
}

// 1 GiB in all, but no fewer than 4 and no more than 100.
static long long default_copies(long long bytes) {
    long long copies = (1LL << 30) / bytes;
    return copies < 4 ? 4 : copies > 100 ? 100 : copies;
}

int main(int argc, char **argv) {
    long long from = 4096, to = BOOK_ON_GPU ? 1 << 30 : 16 << 20, copies = 0, bus = 0;
    const char *csv = NULL, *chart_file = NULL;
    book_option options[] = {
        {"from", BOOK_INTEGER, &from, 1, MOST_BYTES, "bytes of the smallest copy"},
        {"to", BOOK_INTEGER, &to, 1, MOST_BYTES, "bytes of the largest; each is 4 times the last"},
        {"copies", BOOK_INTEGER, &copies, 1, 100000,
         "timed copies of each size; default 1 GiB in all, but no fewer than 4, no more than 100"},
        {"bus", BOOK_INTEGER, &bus, 1, 100000,
         "GB/s that the bus can carry in one direction, to compare with"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the table there too"},
        {"chart", BOOK_TEXT, &chart_file, 0, 0, "FILE.svg or FILE.png: draws GB/s against bytes"},
    };
    book_parse(argc, argv, "times copies from pageable and from pinned memory", options);
    if (to < from) {
        fprintf(stderr, "option --to: %lld is less than --from %lld\n", to, from);
        return BOOK_EXIT_USAGE;
    }
    book_table table;
    book_chart chart;
    book_table_open(&table, csv, "bytes,memory,direction,right,milliseconds,gbytes_per_second");
    book_chart_open(&chart, chart_file, "Copies between host and device", "bytes of a copy", "GB/s",
                    BOOK_CHART_LOG_X | BOOK_CHART_LOG_Y);
    book_chart_of_times(&chart);

    unsigned char *data = (unsigned char *)malloc((size_t)to);
    void *hosts[KINDS], *dev;
    HANDLE_NULL(data);
    for (long long i = 0; i < to; i++)
        data[i] = (unsigned char)(i * 7 + i / 251);
    hosts[PAGEABLE] = malloc((size_t)to);
    HANDLE_NULL(hosts[PAGEABLE]);
    HANDLE_ERROR(cudaMallocHost(&hosts[PINNED], (size_t)to));
    HANDLE_ERROR(cudaMalloc(&dev, (size_t)to));

    int sizes = 0, right = 0;
    double rates[MOST_SIZES][KINDS][DIRECTIONS], best[KINDS] = {0};
    if (BOOK_ON_GPU)
        printf("%30s%22s\n", "GB/s, pageable", "GB/s, pinned");
    printf("%11s   right", "bytes");
    for (int column = 0; column < KINDS * DIRECTIONS && BOOK_ON_GPU; column++)
        printf("%11s", direction_names[column % DIRECTIONS]);
    printf("\n");
    for (long long bytes = from; bytes <= to; bytes *= 4, sizes++) {
        int same = 0;
        for (int k = 0; k < KINDS; k++) {
            int equal = comes_back(data, dev, hosts[k], (size_t)bytes);
            same += equal;
            for (int d = 0; d < DIRECTIONS; d++) {
                double milliseconds = NAN;
                if (BOOK_ON_GPU)
                    milliseconds = time_copies(d, dev, hosts[k], (size_t)bytes,
                                               copies > 0 ? copies : default_copies(bytes));
                double rate = (double)bytes / milliseconds / 1e6;
                rates[sizes][k][d] = rate;
                best[k] = fmax(best[k], rate);
                book_table_row(&table, "%lld,%s,%s,%d,%.17g,%.17g", bytes, kind_names[k],
                               direction_names[d], equal, milliseconds, rate);
            }
        }
        right += same;
        printf("%11lld  %d of %d", bytes, same, KINDS);
        for (int column = 0; column < KINDS * DIRECTIONS && BOOK_ON_GPU; column++)
            printf("%11.2f", rates[sizes][column / DIRECTIONS][column % DIRECTIONS]);
        printf("\n");
    }
    if (book_timed()) {
        printf("fastest: pageable %.1f GB/s, pinned %.1f GB/s, %.1f times as fast\n",
               best[PAGEABLE], best[PINNED], best[PINNED] / best[PAGEABLE]);
        if (bus > 0)
            printf("of the bus's %lld GB/s: pageable %.0f %%, pinned %.0f %%\n", bus,
                   100 * best[PAGEABLE] / (double)bus, 100 * best[PINNED] / (double)bus);
    }
    draw(&chart, rates, sizes, from, bus);

    free(data);
    free(hosts[PAGEABLE]);
    HANDLE_ERROR(cudaFreeHost(hosts[PINNED]));
    HANDLE_ERROR(cudaFree(dev));
    book_table_close(&table);
    book_chart_close(&chart);
    return book_verdict(right == KINDS * sizes, "%d of %d copies there and back brought everything",
                        right, KINDS * sizes);
}
