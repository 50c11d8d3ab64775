// checker_speed: what the checker costs, by kernels of a kind each
//
// Prints one row for each kernel: its name, and the processor's time of the shortest of some
// launches in milliseconds. Built twice, with the checker and without, it is run in turns by
// checker_speed.sh, which divides the one time by the other:
//
//     cmake --build --preset book --target measure_checker
#include "../common/book.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <cuda_pipeline.h>
#include <functional>
#include <vector>

static double milliseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static int rounds;

// The first launch is not counted: it meets memory that nothing has touched.
static void print_row(const char *name, const std::function<void()> &launch) {
    double best = INFINITY;
    for (int i = -1; i < rounds; i++) {
        const double start = milliseconds();
        launch();
        HANDLE_LAUNCH(name);
        if (i >= 0)
            best = std::min(best, milliseconds() - start);
    }
    printf("%-36s %10.4f\n", name, best);
}

template <class T> static T *ones(size_t count) {
    const std::vector<T> host(count);
    T *pointer;
    HANDLE_ERROR(cudaMalloc(&pointer, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(pointer, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return pointer;
}

// ---- threads that follow one another use elements that follow one another ----------------------

__global__ void add(const float *a, const float *b, float *c) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    c[i] = a[i] + b[i];
}

template <class T> __global__ void copy(const T *a, T *c) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    c[i] = a[i];
}

__global__ void scale(double *a) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    a[i] *= 1;
}

const int BLOCK = 256;

__global__ void dot(const float *a, const float *b, float *c, int n) {
    __shared__ float cache[BLOCK];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    float sum = 0;
    for (; tid < n; tid += blockDim.x * gridDim.x)
        sum += a[tid] * b[tid];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if ((int)threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        c[blockIdx.x] = cache[0];
}

// ---- rows and columns ---------------------------------------------------------------------------

__global__ void stencil(const float *in, float *out, int n) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    const int i = x + y * n;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
        out[i] = in[i] + 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 4 * in[i]);
}

__global__ void surface_stencil(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int n) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x == 0 || y == 0 || x == n - 1 || y == n - 1)
        return;
    const int at = x * (int)sizeof(float);
    const float cell = surf2Dread<float>(in, at, y);
    const float sum = surf2Dread<float>(in, at - 4, y) + surf2Dread<float>(in, at + 4, y) +
                      surf2Dread<float>(in, at, y - 1) + surf2Dread<float>(in, at, y + 1);
    surf2Dwrite(cell + 0.25f * (sum - 4 * cell), out, at, y);
}

__global__ void transpose(const float *in, float *out, int n) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    out[y + x * n] = in[x + y * n];
}

__global__ void product(const float *a, const float *b, float *c, int n) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k + y * n] * b[x + k * n];
    c[x + y * n] = sum;
}

const int TILE = 16;

__global__ void tiled_product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = y + blockIdx.y * TILE, column = x + blockIdx.x * TILE;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        as[y][x] = a[k + x + row * n];
        bs[y][x] = b[column + (k + y) * n];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[y][i] * bs[i][x];
        __syncthreads();
    }
    c[column + row * n] = sum;
}

// ---- bytes --------------------------------------------------------------------------------------

__global__ void pixels(unsigned char *c) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    c[4 * i] = c[4 * i + 1] = c[4 * i + 2] = (unsigned char)i;
    c[4 * i + 3] = 255;
}

__global__ void histogram(const unsigned char *text, unsigned int *bins, int n) {
    __shared__ unsigned int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[text[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

__global__ void copy_asynchronously(const float4 *a, float4 *c) {
    __shared__ float4 tile[BLOCK];
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], &a[i], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    c[i] = tile[threadIdx.x];
}

static void surface_row(int n) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const std::vector<float> host(n * n);
    cudaArray_t array[2];
    cudaSurfaceObject_t surface[2];
    for (int i = 0; i < 2; i++) {
        HANDLE_ERROR(cudaMallocArray(&array[i], &format, n, n, cudaArraySurfaceLoadStore));
        HANDLE_ERROR(cudaMemcpy2DToArray(array[i], 0, 0, host.data(), n * sizeof(float),
                                         n * sizeof(float), n, cudaMemcpyHostToDevice));
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array[i];
        HANDLE_ERROR(cudaCreateSurfaceObject(&surface[i], &resource));
    }
    print_row("stencil of surf2Dread, 512 x 512", [&] {
        surface_stencil<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(surface[0], surface[1], n);
    });
    for (int i = 0; i < 2; i++) {
        HANDLE_ERROR(cudaDestroySurfaceObject(surface[i]));
        HANDLE_ERROR(cudaFreeArray(array[i]));
    }
}

int main(int argc, char **argv) {
    long long times = 5;
    book_option options[] = {
        {"rounds", BOOK_INTEGER, &times, 1, 1000, "launches of each, of which the shortest counts"},
    };
    book_parse(argc, argv, "what the checker costs", options);
    rounds = (int)times;

    const int M = 1 << 20, n = 512, small = 128;
    const dim3 square(16, 16);
    float *a = ones<float>(4 * M), *b = ones<float>(4 * M), *c = ones<float>(4 * M);
    auto *bytes = (unsigned char *)a, *more_bytes = (unsigned char *)c;
    unsigned int *bins = ones<unsigned int>(256);
    const auto *shorts = (const short *)a;

    print_row("c[i] = a[i] + b[i], 4 M float", [&] { add<<<4 * M / BLOCK, BLOCK>>>(a, b, c); });
    print_row("c[i] = a[i], 1 M float4",
              [&] { copy<<<M / BLOCK, BLOCK>>>((const float4 *)a, (float4 *)c); });
    print_row("a[i] *= 1, 2 M double", [&] { scale<<<2 * M / BLOCK, BLOCK>>>((double *)a); });
    print_row("dot product, 1 M float", [&] { dot<<<32, BLOCK>>>(a, b, c, M); });
    print_row("stencil of loads, 512 x 512",
              [&] { stencil<<<dim3(n / 16, n / 16), square>>>(a, c, n); });
    surface_row(n);
    print_row("transpose, 512 x 512",
              [&] { transpose<<<dim3(n / 16, n / 16), square>>>(a, c, n); });
    print_row("matrix product, 128",
              [&] { product<<<dim3(small / 16, small / 16), square>>>(a, b, c, small); });
    print_row("tiled matrix product, 128", [&] {
        tiled_product<<<dim3(small / TILE, small / TILE), dim3(TILE, TILE)>>>(a, b, c, small);
    });
    print_row("c[i] = a[i], 4 M bytes",
              [&] { copy<<<4 * M / BLOCK, BLOCK>>>((const unsigned char *)bytes, more_bytes); });
    print_row("c[i] = a[i], 4 M short",
              [&] { copy<<<4 * M / BLOCK, BLOCK>>>(shorts, (short *)c); });
    print_row("pixels of 4 bytes, 1 M", [&] { pixels<<<M / BLOCK, BLOCK>>>(more_bytes); });
    print_row("histogram, 4 M bytes", [&] { histogram<<<32, BLOCK>>>(bytes, bins, 4 * M); });
    print_row("__pipeline_memcpy_async, 1 M float4",
              [&] { copy_asynchronously<<<M / BLOCK, BLOCK>>>((const float4 *)a, (float4 *)c); });

    for (void *memory : {(void *)a, (void *)b, (void *)c, (void *)bins})
        HANDLE_ERROR(cudaFree(memory));
    return 0;
}
