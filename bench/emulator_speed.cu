// emulator_speed: kernels on the CPU emulator beside the same work as a serial C loop
//
// Prints one row for each kernel: the best time of both and their ratio, and what a barrier
// costs. Ratios of one run can be compared between machines; times cannot. How many processors the
// emulator uses is up to CUDA_EMULATOR_WORKERS.
//
//     cmake --build --preset book && build/emulator/bench/emulator_speed
#include "../common/book.h"
#include "serial_loops.h"

#include <algorithm>
#include <chrono>
#include <vector>

// The shortest of `rounds` runs, in milliseconds: what the others took longer, other work on the
// machine took.
template <class Work> static double best_ms(int rounds, Work work) {
    std::vector<double> times;
    for (int i = 0; i < rounds; i++) {
        auto start = std::chrono::steady_clock::now();
        work();
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    return times[0];
}

static void print_row(const char *name, double serial, double kernel) {
    printf("%-28s %10.4f %10.4f %8.2f\n", name, serial, kernel, kernel / serial);
}

// ---- no barrier: one frame of the ripple --------------------------------------------------------

__global__ void ripple(unsigned char *ptr, int ticks) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    int offset = x + y * blockDim.x * gridDim.x;
    float fx = x - DIM / 2;
    float fy = y - DIM / 2;
    float d = sqrtf(fx * fx + fy * fy);
    unsigned char grey =
        (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f) / (d / 10.0f + 1.0f));
    ptr[offset * 4 + 0] = grey;
    ptr[offset * 4 + 1] = grey;
    ptr[offset * 4 + 2] = grey;
    ptr[offset * 4 + 3] = 255;
}

// ---- barriers: the book's dot product -----------------------------------------------------------

const int threadsPerBlock = 256;

__global__ void dot(const float *a, const float *b, float *c, int n) {
    __shared__ float cache[threadsPerBlock];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    int cacheIndex = threadIdx.x;
    float temp = 0;
    while (tid < n) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[cacheIndex] = temp;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (cacheIndex < i)
            cache[cacheIndex] += cache[cacheIndex + i];
        __syncthreads();
    }
    if (cacheIndex == 0)
        c[blockIdx.x] = cache[0];
}

// ---- barriers alone -----------------------------------------------------------------------------

__global__ void barriers(int rounds) {
    for (int i = 0; i < rounds; i++)
        __syncthreads();
}

// ---- a tiled matrix product and a histogram -----------------------------------------------------

const int TILE = 16;

__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[y][x] = a[row * n + k + x];
        bs[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void histogram(const unsigned char *text, long long size, unsigned int *bins) {
    __shared__ unsigned int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    long long i = threadIdx.x + (long long)blockIdx.x * blockDim.x;
    for (; i < size; i += (long long)blockDim.x * gridDim.x)
        atomicAdd(&mine[text[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

template <class T> static T *device(size_t count) {
    T *pointer;
    HANDLE_ERROR(cudaMalloc(&pointer, count * sizeof(T)));
    return pointer;
}

int main(int argc, char **argv) {
    long long rounds = 15;
    book_option options[] = {
        {"rounds", BOOK_INTEGER, &rounds, 1, 1000, "runs of each, of which the best counts"},
    };
    book_parse(argc, argv, "kernels on the CPU emulator beside serial C", options);
    int n_rounds = (int)rounds, processors = 0, wrong = 0;
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    printf("%d processor%s, best of %d runs\n", processors, processors == 1 ? "" : "s", n_rounds);
    printf("%-28s %10s %10s %8s\n", "", "serial ms", "kernel ms", "ratio");

    {
        unsigned char *dev = device<unsigned char>(DIM * DIM * 4);
        std::vector<unsigned char> serial(DIM * DIM * 4), kernel(DIM * DIM * 4);
        double s = best_ms(n_rounds, [&] { ripple_serial(serial.data(), 3); });
        double k = best_ms(n_rounds, [&] {
            ripple<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(dev, 3);
            HANDLE_LAUNCH("ripple");
        });
        HANDLE_ERROR(cudaMemcpy(kernel.data(), dev, kernel.size(), cudaMemcpyDeviceToHost));
        wrong += kernel != serial;
        print_row("ripple 1024 x 1024", s, k);
        HANDLE_ERROR(cudaFree(dev));
    }
    for (int n : {33 * 1024, 64 * 1024 * 1024}) {
        float *a = device<float>(n), *b = device<float>(n), *c = device<float>(32);
        std::vector<float> host(n, 1.0f);
        HANDLE_ERROR(cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        HANDLE_ERROR(cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
        volatile float sink = 0;
        int times = n > 1000000 ? (n_rounds + 4) / 5 : n_rounds * 20;
        double s = best_ms(times, [&] { sink = dot_serial(host.data(), host.data(), n); });
        double k = best_ms(times, [&] {
            dot<<<32, threadsPerBlock>>>(a, b, c, n);
            HANDLE_LAUNCH("dot");
        });
        float partial[32], sum = 0;
        HANDLE_ERROR(cudaMemcpy(partial, c, sizeof partial, cudaMemcpyDeviceToHost));
        for (float p : partial)
            sum += p;
        wrong += sum != (float)n;
        print_row(n > 1000000 ? "dot 64 x 1024 x 1024" : "dot 33 x 1024", s, k);
        HANDLE_ERROR(cudaFree(a));
        HANDLE_ERROR(cudaFree(b));
        HANDLE_ERROR(cudaFree(c));
    }
    {
        const int n = 512;
        float *a = device<float>(n * n), *b = device<float>(n * n), *c = device<float>(n * n);
        std::vector<float> host(n * n), serial(n * n), kernel(n * n);
        for (int i = 0; i < n * n; i++)
            host[i] = (float)(i % 7);
        HANDLE_ERROR(cudaMemcpy(a, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
        HANDLE_ERROR(cudaMemcpy(b, host.data(), n * n * sizeof(float), cudaMemcpyHostToDevice));
        double s =
            best_ms(n_rounds, [&] { matmul_serial(host.data(), host.data(), serial.data(), n); });
        double k = best_ms(n_rounds, [&] {
            matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
            HANDLE_LAUNCH("matmul");
        });
        HANDLE_ERROR(cudaMemcpy(kernel.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost));
        wrong += kernel != serial; // small integers: exact in any order
        print_row("matrix product 512", s, k);
        HANDLE_ERROR(cudaFree(a));
        HANDLE_ERROR(cudaFree(b));
        HANDLE_ERROR(cudaFree(c));
    }
    {
        const long long size = 64 << 20;
        std::vector<unsigned char> text(size);
        for (long long i = 0; i < size; i++)
            text[i] = (unsigned char)(i * 2654435761u >> 13);
        unsigned char *dev = device<unsigned char>(size);
        unsigned int *bins = device<unsigned int>(256);
        std::vector<unsigned int> serial(256), kernel(256);
        HANDLE_ERROR(cudaMemcpy(dev, text.data(), size, cudaMemcpyHostToDevice));
        int times = (n_rounds + 4) / 5;
        double s = best_ms(times, [&] {
            std::fill(serial.begin(), serial.end(), 0);
            histogram_serial(text.data(), size, serial.data());
        });
        double k = best_ms(times, [&] {
            HANDLE_ERROR(cudaMemset(bins, 0, 256 * sizeof(unsigned int)));
            histogram<<<64, 256>>>(dev, size, bins);
            HANDLE_LAUNCH("histogram");
        });
        HANDLE_ERROR(cudaMemcpy(kernel.data(), bins, 1024, cudaMemcpyDeviceToHost));
        wrong += kernel != serial;
        print_row("histogram of 64 MiB", s, k);
        HANDLE_ERROR(cudaFree(dev));
        HANDLE_ERROR(cudaFree(bins));
    }
    {
        const int many = 10000;
        for (int threads : {32, 256, 1024}) {
            double with = best_ms(5, [&] {
                barriers<<<1, threads>>>(many);
                HANDLE_LAUNCH("barriers");
            });
            printf("one thread through one barrier, blocks of %4d: %6.2f ns\n", threads,
                   with * 1e6 / many / threads);
        }
    }
    return book_verdict(wrong == 0, "kernels and serial loops agree");
}
