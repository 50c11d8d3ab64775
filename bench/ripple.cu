// ripple: the steps of ch5_ripple/ripple_ladder.h beside storing one byte as many times
#include "../ch5_ripple/ripple_ladder.h"
#include "bench.h"

__global__ void count_different(const unsigned *x, const unsigned *y, size_t n, int *different) {
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n;
         i += (size_t)blockDim.x * gridDim.x)
        if (x[i] != y[i])
            atomicAdd(different, 1);
}

// How many pixels of a frame are not those that the CPU works out. One grey level of difference is
// allowed, as in the program: a GPU's cosf may differ from the C library's in the last bit.
static long long count_wrong(const unsigned char *pixel, int size, int ticks) {
    long long wrong = 0;
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++, pixel += 4) {
            float fx = (float)(x - size / 2), fy = (float)(y - size / 2);
            float d = sqrtf(fx * fx + fy * fy);
            float grey = 128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f);
            wrong += abs(pixel[0] - (int)grey) > 1 || pixel[1] != pixel[0] ||
                     pixel[2] != pixel[0] || pixel[3] != 255;
        }
    return wrong;
}

int main(int argc, char **argv) {
    bench_report report =
        bench_open(argc, argv, "Ripple",
                   "One frame, 4 bytes a pixel; each call draws into another one.", "GB/s");
    report.limit = bench_memory_limit(report.gpu);
    report.yardstick_name = "cudaMemset of a 4096 x 4096 frame";
    const int ticks = 5;
    for (int size : {4096, 4095}) {
        size_t bytes = (size_t)size * size * 4;
        std::string data = std::to_string(size) + " x " + std::to_string(size);
        int sets = bench_sets(report.gpu, bytes), *dev_different;
        unsigned char *frames, *first; // of the first step, which the others must equal
        HANDLE_ERROR(cudaMalloc((void **)&frames, sets * bytes));
        HANDLE_ERROR(cudaMalloc((void **)&first, bytes));
        HANDLE_ERROR(cudaMalloc((void **)&dev_different, sizeof(int)));
        auto store = [&](int set, cudaStream_t stream) {
            HANDLE_ERROR(cudaMemsetAsync(frames + set * bytes, 7, bytes, stream));
        };
        std::vector<unsigned char> found(bytes);
        HANDLE_ERROR(cudaMemset(frames, 0, bytes));
        store(0, 0);
        HANDLE_ERROR(cudaMemcpy(found.data(), frames, bytes, cudaMemcpyDeviceToHost));
        int stored = std::count(found.begin(), found.end(), 7) == (long long)bytes;
        bench_enter(report, data.c_str(), "memset", "", BENCH_LIBRARY, sets, store, (double)bytes,
                    0, stored);
        ripple_launch(RIPPLE_BOOK, first, size, ticks, 0);
        HANDLE_LAUNCH("ripple_book");
        HANDLE_ERROR(cudaMemcpy(found.data(), first, bytes, cudaMemcpyDeviceToHost));
        int first_right = count_wrong(found.data(), size, ticks) == 0;
        for (int step = 0; step < RIPPLE_STEPS; step++) {
            auto call = [&](int set, cudaStream_t stream) {
                ripple_launch(step, frames + set * bytes, size, ticks, stream);
            };
            int different = 0;
            HANDLE_ERROR(cudaMemset(frames, 0, bytes));
            HANDLE_ERROR(cudaMemset(dev_different, 0, sizeof(int)));
            call(0, 0);
            HANDLE_LAUNCH(ripple_names[step]);
            count_different<<<4096, 256>>>((unsigned *)frames, (unsigned *)first, bytes / 4,
                                           dev_different);
            HANDLE_LAUNCH("count_different");
            HANDLE_ERROR(
                cudaMemcpy(&different, dev_different, sizeof(int), cudaMemcpyDeviceToHost));
            bench_enter(report, data.c_str(), ripple_names[step], ripple_changes[step], BENCH_STEP,
                        sets, call, (double)bytes, 0, first_right && different == 0);
        }
        bench_run(report);
        if (report.yardstick == 0)
            report.yardstick = report.lines[0].rate;
        HANDLE_ERROR(cudaFree(frames));
        HANDLE_ERROR(cudaFree(first));
        HANDLE_ERROR(cudaFree(dev_different));
    }
    return bench_close(report);
}
