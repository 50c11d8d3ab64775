// histogram: the steps of ch9_atomics/histogram_ladder/ beside CUB
#include "../ch9_atomics/histogram_ladder/steps.h"
#include "../ch9_atomics/text_input.h"
#include "bench.h"
#include <cub/device/device_histogram.cuh>

int main(int argc, char **argv) {
    bench_report report = bench_open(argc, argv, "Histogram",
                                     "How often each of the 256 values of a byte stands in 1 GiB: "
                                     "made-up text whose letters are "
                                     "about as frequent as in English, bytes that are all equally "
                                     "frequent, and a single letter.",
                                     "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name =
        "a copy within the device, bytes read and written (a histogram only reads, "
        "which memory does a little faster)";
    const size_t n = (size_t)1 << 30, piece = 1 << 24; // the text repeats itself 64 times
    unsigned char *text = (unsigned char *)malloc(piece), *dev_text;
    HANDLE_NULL(text);
    unsigned long long *dev_counts, counts[BYTE_VALUES];
    unsigned *dev_cub_counts, cub_counts[BYTE_VALUES];
    HANDLE_ERROR(cudaMalloc((void **)&dev_text, n));
    HANDLE_ERROR(cudaMalloc((void **)&dev_counts, sizeof counts));
    HANDLE_ERROR(cudaMalloc((void **)&dev_cub_counts, sizeof cub_counts));
    void *room = NULL;
    size_t room_bytes = 0;
    const char *names[] = {"text", "uniform bytes", "one letter", "text unaligned"};
    for (int kind = 0; kind < 4; kind++) {
        size_t offset = kind == 3, length = n - offset;
        unsigned long long right_counts[BYTE_VALUES] = {0};
        for (size_t i = 0; i < piece; i++) {
            text[i] = kind == 1   ? (unsigned char)(bench_noise(i, 0x9e3779b97f4a7c15ULL) >> 56)
                      : kind == 2 ? 'e'
                                  : text_input_made_up((long long)i);
            right_counts[text[i]] += n / piece;
        }
        right_counts[text[0]] -= offset;
        for (size_t at = 0; at < n; at += piece)
            HANDLE_ERROR(cudaMemcpy(dev_text + at, text, piece, cudaMemcpyHostToDevice));
        const unsigned char *from = dev_text + offset;
        auto cub_call = [&](int, cudaStream_t stream) {
            HANDLE_ERROR(cub::DeviceHistogram::HistogramEven(room, room_bytes, from, dev_cub_counts,
                                                             BYTE_VALUES + 1, 0, BYTE_VALUES,
                                                             (int)length, stream));
        };
        if (room == NULL) {
            cub_call(0, 0); // only says how much room it needs
            HANDLE_ERROR(cudaMalloc(&room, room_bytes));
        }
        cub_call(0, 0);
        HANDLE_LAUNCH("CUB");
        HANDLE_ERROR(
            cudaMemcpy(cub_counts, dev_cub_counts, sizeof cub_counts, cudaMemcpyDeviceToHost));
        int right = 1;
        for (int v = 0; v < BYTE_VALUES; v++)
            right = right && cub_counts[v] == right_counts[v];
        bench_enter(report, names[kind], "CUB", "", BENCH_LIBRARY, 1, cub_call, (double)length, 0,
                    right);
        for (int step = kind == 0 ? COUNT_GLOBAL : COUNT_SHARED; step < COUNT_STEPS; step++) {
            auto call = [&](int, cudaStream_t stream) {
                HANDLE_ERROR(cudaMemsetAsync(dev_counts, 0, sizeof counts, stream));
                count_work work = {from, length, dev_counts, report.gpu.multiprocessors};
                ladder_launch(&count_rungs[step], &work, stream);
            };
            call(0, 0);
            HANDLE_LAUNCH(count_rungs[step].name);
            HANDLE_ERROR(cudaMemcpy(counts, dev_counts, sizeof counts, cudaMemcpyDeviceToHost));
            right = memcmp(counts, right_counts, sizeof counts) == 0;
            bench_enter(report, names[kind], count_rungs[step].name, count_rungs[step].change,
                        BENCH_STEP, 1, call, (double)length, 0, right,
                        step == COUNT_GLOBAL ? 1 : 150);
        }
        bench_run(report);
    }
    free(text);
    HANDLE_ERROR(cudaFree(room));
    HANDLE_ERROR(cudaFree(dev_text));
    HANDLE_ERROR(cudaFree(dev_counts));
    HANDLE_ERROR(cudaFree(dev_cub_counts));
    return bench_close(report);
}
