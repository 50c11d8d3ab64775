// scan: the steps of ch7_shared_memory/scan_ladder/ beside CUB and a copy
#include "../ch7_shared_memory/scan_ladder/steps.h"
#include "bench.h"
#include "copy.h"
#include <cub/device/device_scan.cuh>

int main(int argc, char **argv) {
    bench_report report =
        bench_open(argc, argv, "Scan",
                   "Running totals of unsigned numbers of 32 bits: each is read once and written "
                   "once, as by the copy beside. The numbers of 33 x 1024 are others at each call, "
                   "so that none is in the cache.",
                   "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name = "a copy within the device, bytes read and written";
    const size_t most = (size_t)1 << 28, bytes = most * sizeof(unsigned);
    unsigned *in, *out, *numbers = (unsigned *)malloc(bytes), *found = (unsigned *)malloc(bytes);
    HANDLE_NULL(numbers);
    HANDLE_NULL(found);
    HANDLE_ERROR(cudaMalloc((void **)&in, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&out, bytes));
    for (size_t i = 0; i < most; i++)
        numbers[i] = (unsigned)(bench_noise(i, 0x9e3779b97f4a7c15ULL) >> 32);
    HANDLE_ERROR(cudaMemcpy(in, numbers, bytes, cudaMemcpyHostToDevice));
    scan_work work = scan_work_make(most);

    struct {
        const char *name;
        size_t n;
    } cases[] = {{"2^28 numbers", most}, {"33 * 1024", 33 * 1024}, {"2^28 - 5 numbers", most - 5}};
    for (auto &t : cases) {
        size_t n = t.n, set_numbers = scan_divide_up(n, 4) * 4;
        int sets = bench_sets(report.gpu, 2 * n * sizeof(unsigned));
        // Whether the numbers of the first set are scanned, or copied.
        auto check = [&](auto call, bool scanned) {
            HANDLE_ERROR(cudaMemset(out, 0xff, n * sizeof(unsigned)));
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("scan");
            HANDLE_ERROR(cudaMemcpy(found, out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
            unsigned total = 0;
            size_t right = 0;
            for (size_t i = 0; i < n; i++) {
                total = numbers[i] + (scanned ? total : 0);
                right += found[i] == total;
            }
            return right == n;
        };
        double moved = 2.0 * (double)n * sizeof(unsigned);
        void *room = NULL;
        size_t room_bytes = 0;
        auto library = [&](int set, cudaStream_t stream) {
            size_t at = set * set_numbers;
            HANDLE_ERROR(cub::DeviceScan::InclusiveSum(room, room_bytes, in + at, out + at,
                                                       (long long)n, stream));
        };
        library(0, 0); // with room = NULL it only says how much it needs
        HANDLE_ERROR(cudaMalloc(&room, room_bytes));
        int right = check(library, true);
        bench_enter(report, t.name, "CUB", "", BENCH_LIBRARY, sets, library, moved, 0, right);
        if (n % 4 == 0) {
            auto copy = [&](int set, cudaStream_t stream) {
                size_t at = set * set_numbers;
                bench_copy_launch(out + at, in + at, n * sizeof(unsigned), stream);
            };
            right = check(copy, false);
            bench_enter(report, t.name, "copy", "as many bytes read and written, nothing added",
                        BENCH_APART, sets, copy, moved, 0, right);
        }
        for (const ladder_rung<scan_work> &rung : scan_rungs) {
            auto call = [&](int set, cudaStream_t stream) {
                scan_work w = work;
                w.in = in + set * set_numbers;
                w.out = out + set * set_numbers;
                w.n = n;
                ladder_launch(&rung, &w, stream);
            };
            right = check(call, true);
            bench_enter(report, t.name, rung.name, rung.change, BENCH_STEP, sets, call, moved, 0,
                        right);
        }
        bench_run(report);
        HANDLE_ERROR(cudaFree(room));
    }
    free(numbers);
    free(found);
    scan_work_free(&work);
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    return bench_close(report);
}
