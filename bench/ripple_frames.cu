// ripple_frames: how fast the ripple is drawn, and what the way of a frame to the host costs
//
// One row for each way to a frame of 1024 x 1024: the median time, frames per second, and both
// beside the kernel and the copy alone. Ratios of one run can be compared; times cannot.
//
//     cmake --build --preset book && build/emulator/bench/ripple_frames   (or build/gpu/...)
#include "../common/book.h"

#include <algorithm>
#include <chrono>
#include <vector>

// As ch5_ripple/ripple has it: four stores of a byte.
__global__ void ripple_bytes(unsigned char *ptr, int size, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    size_t offset = x + (size_t)y * size;
    float fx = x - size / 2;
    float fy = y - size / 2;
    float d = sqrtf(fx * fx + fy * fy);
    unsigned char grey =
        (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

// As ch5_ripple/ripple_gpu has it: one store of a pixel.
__global__ void ripple_pixel(uchar4 *pixels, int size, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float fx = x - size / 2;
    float fy = y - size / 2;
    float d = sqrtf(fx * fx + fy * fy);
    unsigned char grey =
        (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    pixels[x + (size_t)y * size] = make_uchar4(grey, grey, grey, 255);
}

// The median of `rounds` runs, in milliseconds, each until the device has nothing left to do.
template <class Work> static double median_ms(int rounds, Work work) {
    std::vector<double> times;
    for (int i = 0; i < rounds + 3; i++) { // the first three warm up
        auto start = std::chrono::steady_clock::now();
        work(i);
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        if (i >= 3)
            times.push_back(time.count());
    }
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    return times[rounds / 2];
}

int main(int argc, char **argv) {
    long long rounds = 50, size = 1024;
    book_option options[] = {
        {"rounds", BOOK_INTEGER, &rounds, 1, 100000, "frames of each kind"},
        {"size", BOOK_INTEGER, &size, 1, 20000, "width and height in pixels"},
    };
    book_parse(argc, argv, "frames per second of the ripple", options);
    const int n = (int)size, times = (int)rounds;
    const size_t bytes = 4 * (size_t)n * n;
    unsigned char *dev;
    std::vector<unsigned char> host(bytes), first(bytes);
    HANDLE_ERROR(cudaMalloc((void **)&dev, bytes));
    dim3 blocks((n + 15) / 16, (n + 15) / 16), threads(16, 16);

    auto copy = [&] { HANDLE_ERROR(cudaMemcpy(host.data(), dev, bytes, cudaMemcpyDeviceToHost)); };
    auto draw_bytes = [&](int ticks) {
        ripple_bytes<<<blocks, threads>>>(dev, n, ticks);
        HANDLE_LAUNCH("ripple_bytes");
    };
    auto draw_pixel = [&](int ticks) {
        ripple_pixel<<<blocks, threads>>>((uchar4 *)dev, n, ticks);
        HANDLE_LAUNCH("ripple_pixel");
    };
    draw_bytes(5);
    copy();
    first = host;
    draw_pixel(5);
    copy();
    bool same = first == host;

    double copy_ms = median_ms(times, [&](int) { copy(); });
    double kernel_ms = median_ms(times, draw_bytes);
    double frame_ms = median_ms(times, [&](int ticks) { draw_bytes(ticks), copy(); });
    double pixel_ms = median_ms(times, draw_pixel);

    cudaDeviceProp properties;
    HANDLE_ERROR(cudaGetDeviceProperties(&properties, 0));
    printf("%s, %d x %d pixels, median of %d\n", properties.name, n, n, times);
    printf("%-34s %9s %9s %12s %12s\n", "", "ms", "frames/s", "of the copy", "of the kernel");
    const struct {
        const char *name;
        double ms;
    } rows[] = {{"copy to the host alone", copy_ms},
                {"kernel alone", kernel_ms},
                {"ripple: kernel, copy", frame_ms},
                {"ripple_gpu: kernel of pixels", pixel_ms}};
    for (const auto &row : rows)
        printf("%-34s %9.4f %9.0f %12.2f %12.2f\n", row.name, row.ms, 1000 / row.ms,
               row.ms / copy_ms, row.ms / kernel_ms);
    HANDLE_ERROR(cudaFree(dev));
    return book_verdict(same, "both kernels draw the same %lld pixels", size * size);
}
