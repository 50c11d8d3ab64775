// emulator_speed: kernels on the CPU emulator beside loops in C, and beside POCL
//
// Prints one row for each kernel: the emulator's best time; those of a plain loop, of a loop as a
// good programmer writes it with OpenMP, and of the same kernel as OpenCL C on POCL, which makes
// vectors of the threads of a block; what a launch, barriers and a shuffle cost. Ratios of one run
// can be compared between machines; times cannot. How many processors the emulator and POCL use is
// up to CUDA_EMULATOR_WORKERS.
//
//     cmake --build --preset book && build/emulator/bench/emulator_speed
//     CUDA_EMULATOR_WORKERS=1 build/emulator/bench/emulator_speed --clock processor
#include "more_kernels.h"
#include "opencl_peer.h"
#include "openmp_loops.h"
#include "serial_loops.h"
#include "speed.h"

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

// ---- barriers, and hardly anything else -------------------------------------------------------

__global__ void exchange(float *out, int rounds) {
    __shared__ float cells[1024];
    float mine = threadIdx.x;
    for (int i = 0; i < rounds; i++) {
        cells[threadIdx.x] = mine;
        __syncthreads();
        mine = cells[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = mine;
}

// ---- warp operations ----------------------------------------------------------------------------

__global__ void shuffles(float *out, int rounds) {
    float value = threadIdx.x;
    for (int i = 0; i < rounds; i++)
        value = __shfl_xor_sync(0xffffffffu, value, 1) + 1.0f;
    out[threadIdx.x] = value;
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

static void ripple_row(opencl_peer &pocl, int rounds) {
    const size_t bytes = DIM * DIM * 4;
    const int ticks = 3;
    std::vector<unsigned char> peer(bytes);
    unsigned char *dev = device<unsigned char>(bytes), *of_loop = device<unsigned char>(bytes);
    void *buffer = pocl.allocate(bytes);
    print_row("ripple 1024 x 1024", rounds,
              {[&] { ripple_serial(of_loop, ticks); }, [&] { ripple_openmp(of_loop, ticks); },
               [&] {
                   pocl.run("ripple", {DIM / 16, DIM / 16}, {16, 16}, {buffer, ticks});
               },
               [&] {
                   ripple<<<dim3(DIM / 16, DIM / 16), dim3(16, 16)>>>(dev, ticks);
                   HANDLE_LAUNCH("ripple");
               }});
    expect(std::equal(dev, dev + bytes, of_loop), "ripple");
    if (has_pocl) {
        pocl.read(peer.data(), buffer, bytes);
        for (size_t i = 0; i < bytes; i++)
            wrong += abs(peer[i] - of_loop[i]) > 1; // its cosine is another
    }
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFree(of_loop));
    pocl.release(buffer);
}

static float sum_of(const float *partial, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += partial[i];
    return sum;
}

static void dot_row(const char *name, opencl_peer &pocl, int rounds, int n) {
    const int blocks = 32;
    const size_t bytes = n * sizeof(float);
    const std::vector<float> ones(n, 1.0f);
    float *a = device(n, ones.data()), *b = device(n, ones.data());
    float *c = device<float>(blocks);
    void *a_peer = pocl.allocate(bytes, ones.data());
    void *b_peer = pocl.allocate(bytes, ones.data());
    void *c_peer = pocl.allocate(blocks * sizeof(float));
    volatile float serial = 0, openmp = 0;
    print_row(name, rounds,
              {[&] { serial = dot_serial(a, b, n); }, [&] { openmp = dot_openmp(a, b, n); },
               [&] {
                   pocl.run("dot_product", {blocks, 1}, {threadsPerBlock, 1},
                            {a_peer, b_peer, c_peer, n});
               },
               [&] {
                   dot<<<blocks, threadsPerBlock>>>(a, b, c, n);
                   HANDLE_LAUNCH("dot");
               }});
    float partial[blocks];
    HANDLE_ERROR(cudaMemcpy(partial, c, sizeof partial, cudaMemcpyDeviceToHost));
    expect(sum_of(partial, blocks) == (float)n, name);
    // One sum of ones stays there.
    expect(serial == (float)std::min(n, 1 << 24), name);
    expect(openmp == (float)n || openmp == serial, name);
    if (has_pocl) {
        pocl.read(partial, c_peer, sizeof partial);
        expect(sum_of(partial, blocks) == (float)n, name);
    }
    for (float *dev : {a, b, c})
        HANDLE_ERROR(cudaFree(dev));
    for (void *buffer : {a_peer, b_peer, c_peer})
        pocl.release(buffer);
}

static void matmul_row(opencl_peer &pocl, int rounds) {
    const int n = 512;
    const size_t bytes = n * n * sizeof(float);
    std::vector<float> host(n * n), peer(n * n);
    for (int i = 0; i < n * n; i++)
        host[i] = (float)(i % 7);
    float *a = device(n * n, host.data()), *b = device(n * n, host.data());
    float *c = device<float>(n * n), *of_loop = device<float>(n * n);
    void *a_peer = pocl.allocate(bytes, host.data()), *b_peer = pocl.allocate(bytes, host.data());
    void *c_peer = pocl.allocate(bytes);
    print_row(
        "matrix product 512", rounds,
        {[&] { matmul_serial(a, b, of_loop, n); }, [&] { matmul_openmp(a, b, of_loop, n); },
         [&] {
             pocl.run("matmul", {n / TILE, n / TILE}, {TILE, TILE}, {a_peer, b_peer, c_peer, n});
         },
         [&] {
             matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
             HANDLE_LAUNCH("matmul");
         }});
    expect(std::equal(c, c + n * n, of_loop),
           "matrix product"); // small integers: exact in any order
    if (has_pocl) {
        pocl.read(peer.data(), c_peer, bytes);
        expect(std::equal(c, c + n * n, peer.data()), "matrix product of OpenCL");
    }
    for (float *dev : {a, b, c, of_loop})
        HANDLE_ERROR(cudaFree(dev));
    for (void *buffer : {a_peer, b_peer, c_peer})
        pocl.release(buffer);
}

static void histogram_row(opencl_peer &pocl, int rounds) {
    const long long size = 64 << 20;
    const size_t bins_bytes = 256 * sizeof(unsigned int);
    std::vector<unsigned char> text(size);
    for (long long i = 0; i < size; i++)
        text[i] = (unsigned char)(i * 2654435761u >> 13);
    std::vector<unsigned int> serial(256), peer(256), kernel(256);
    unsigned char *dev = device(size, text.data());
    unsigned int *bins = device<unsigned int>(256);
    void *text_peer = pocl.allocate(size, text.data()), *bins_peer = pocl.allocate(bins_bytes);
    print_row("histogram of 64 MiB", rounds,
              {[&] {
                   std::fill(serial.begin(), serial.end(), 0);
                   histogram_serial(dev, size, serial.data());
               },
               [&] {
                   std::fill(serial.begin(), serial.end(), 0);
                   histogram_openmp(dev, size, serial.data());
               },
               [&] {
                   pocl.clear(bins_peer, bins_bytes);
                   pocl.run("histogram", {64, 1}, {256, 1}, {text_peer, size, bins_peer});
               },
               [&] {
                   HANDLE_ERROR(cudaMemset(bins, 0, bins_bytes));
                   histogram<<<64, 256>>>(dev, size, bins);
                   HANDLE_LAUNCH("histogram");
               }});
    HANDLE_ERROR(cudaMemcpy(kernel.data(), bins, bins_bytes, cudaMemcpyDeviceToHost));
    expect(kernel == serial, "histogram");
    if (has_pocl) {
        pocl.read(peer.data(), bins_peer, bins_bytes);
        expect(peer == serial, "histogram of OpenCL");
    }
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFree(bins));
    pocl.release(text_peer);
    pocl.release(bins_peer);
}

// What one thread pays for one exchange or shuffle. `launch`: of a kernel with so many rounds, in
// one block of so many threads.
static void print_cost(const char *name, const std::function<void(int, int)> &launch) {
    const int rounds = 10000;
    for (int threads : {32, 256, 1024}) {
        double best = INFINITY;
        for (int i = 0; i < 5; i++)
            best = std::min(best, milliseconds_of([&] { launch(threads, rounds); }));
        printf("one %-24s of a thread, block of %4d: %6.2f ns\n", name, threads,
               best * 1e6 / rounds / threads);
    }
}

__global__ void no_work() {}

// What a launch costs by itself.
static void print_launches(const char *name, bool waits_for_each) {
    const int launches = 100000;
    double best = INFINITY;
    for (int i = 0; i < 5; i++)
        best = std::min(best, milliseconds_of([&] {
                            for (int k = 0; k < launches; k++) {
                                no_work<<<1, 1>>>();
                                if (waits_for_each)
                                    HANDLE_ERROR(cudaDeviceSynchronize());
                            }
                            HANDLE_LAUNCH("no_work");
                        }));
    printf("one of 100000 launches with nothing to do, the host waits %-10s: %6.2f us\n", name,
           best * 1e3 / launches);
}

int main(int argc, char **argv) {
    long long rounds = 15;
    book_option options[] = {
        {"rounds", BOOK_INTEGER, &rounds, 1, 1000, "runs of each, of which the best counts"},
        {"clock", BOOK_CHOICE, &of_processor, 0, 0,
         "wall|processor: what counts; on a busy machine the processor's time, with one worker"},
    };
    book_parse(argc, argv, "kernels on the CPU emulator beside loops in C", options);
    int n_rounds = (int)rounds, processors = 0;
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    opencl_peer pocl(processors,
                     "-DDIM=" + std::to_string(DIM) + " -DTILE=" + std::to_string(TILE));
    has_pocl = pocl.is_there();
    printf("%d processor%s, best of %d runs; OpenMP: %d thread(s); OpenCL: %s\n", processors,
           processors == 1 ? "" : "s", n_rounds, openmp_processors(processors),
           pocl.name().c_str());
    printf("%-22s %10s %10s %6s %10s %6s", "", "kernel ms", "serial ms", "ratio", "OpenMP ms",
           "ratio");
    if (has_pocl)
        printf(" %10s %6s", "OpenCL ms", "ratio");
    printf("\n");

    ripple_row(pocl, n_rounds);
    dot_row("dot 33 x 1024", pocl, n_rounds * 20, 33 * 1024);
    dot_row("dot 64 x 1024 x 1024", pocl, (n_rounds + 4) / 5, 64 * 1024 * 1024);
    matmul_row(pocl, n_rounds);
    histogram_row(pocl, (n_rounds + 4) / 5);
    nbody_row(n_rounds);
    stencil_row(n_rounds);
    transpose_row(n_rounds);
    scan_row(n_rounds);
    spmv_row(n_rounds);

    float *out = device<float>(1024);
    print_cost("exchange by two barriers", [&](int threads, int times) {
        exchange<<<1, threads>>>(out, times);
        HANDLE_LAUNCH("exchange");
    });
    print_cost("shuffle", [&](int threads, int times) {
        shuffles<<<1, threads>>>(out, times);
        HANDLE_LAUNCH("shuffles");
    });
    HANDLE_ERROR(cudaFree(out));
    print_launches("at the end", false);
    print_launches("for each", true);
    return book_verdict(wrong == 0, "kernels, their peers and serial loops agree");
}
