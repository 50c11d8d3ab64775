// more_kernels.h: five more rows of emulator_speed, of kinds that other people's programs have
#ifndef MORE_KERNELS_H
#define MORE_KERNELS_H

#include "openmp_loops.h"
#include "speed.h"

static bool is_near(const float *x, const float *y, int n) {
    for (int i = 0; i < n; i++)
        if (!(std::fabs(x[i] - y[i]) <= 1e-3f * (1 + std::fabs(y[i]))))
            return false;
    return true;
}

// ---- n bodies: each pulls each other one --------------------------------------------------------

const int BODIES_TILE = 128;

__global__ void nbody(const float4 *bodies, float4 *pull, int n) {
    __shared__ float4 tile[BODIES_TILE];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    float4 mine = bodies[i];
    float x = 0, y = 0, z = 0;
    for (int first = 0; first < n; first += BODIES_TILE) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BODIES_TILE; k++) {
            float dx = tile[k].x - mine.x;
            float dy = tile[k].y - mine.y;
            float dz = tile[k].z - mine.z;
            float squared = dx * dx + dy * dy + dz * dz + 1e-2f;
            float by = tile[k].w / (squared * sqrtf(squared));
            x += dx * by;
            y += dy * by;
            z += dz * by;
        }
        __syncthreads();
    }
    pull[i] = make_float4(x, y, z, 0);
}

static void nbody_row(int rounds) {
    const int n = 4096;
    std::vector<float> bodies(4 * n);
    for (int i = 0; i < 4 * n; i++)
        bodies[i] = (float)(i * 2654435761u >> 16) / 65536;
    float *dev = device(4 * n, bodies.data()), *out = device<float>(4 * n);
    float *pull = device<float>(4 * n);
    print_row("bodies 4096", rounds,
              {{},
               [&] { nbody_openmp(dev, pull, n); },
               {},
               [&] {
                   nbody<<<n / BODIES_TILE, BODIES_TILE>>>((const float4 *)dev, (float4 *)out, n);
                   HANDLE_LAUNCH("nbody");
               }});
    expect(is_near(out, pull, 4 * n), "bodies");
    for (float *pointer : {dev, out, pull})
        HANDLE_ERROR(cudaFree(pointer));
}

// ---- a stencil: the mean of four neighbours -----------------------------------------------------

__global__ void stencil(const float *from, float *to, int n) {
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x > 0 && x < n - 1 && y > 0 && y < n - 1) {
        int i = y * n + x;
        to[i] = 0.25f * (from[i - n] + from[i - 1] + from[i + 1] + from[i + n]);
    }
}

static void stencil_row(int rounds) {
    const int n = 2048;
    std::vector<float> from(n * n);
    for (int i = 0; i < n * n; i++)
        from[i] = (float)(i % 17);
    float *dev = device(n * n, from.data()), *out = device<float>(n * n);
    float *to = device<float>(n * n);
    print_row("stencil 2048 x 2048", rounds,
              {{},
               [&] { stencil_openmp(dev, to, n); },
               {},
               [&] {
                   stencil<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(dev, out, n);
                   HANDLE_LAUNCH("stencil");
               }});
    expect(std::equal(out, out + n * n, to), "stencil");
    for (float *pointer : {dev, out, to})
        HANDLE_ERROR(cudaFree(pointer));
}

// ---- a transpose through tiles ------------------------------------------------------------------

const int SIDE = 32;

__global__ void transpose(const float *from, float *to, int n) {
    __shared__ float tile[SIDE][SIDE + 1];
    int x = threadIdx.x + blockIdx.x * SIDE, y = threadIdx.y + blockIdx.y * SIDE;
    for (int k = 0; k < SIDE; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = from[(y + k) * n + x];
    __syncthreads();
    x = threadIdx.x + blockIdx.y * SIDE;
    y = threadIdx.y + blockIdx.x * SIDE;
    for (int k = 0; k < SIDE; k += 8)
        to[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}

static void transpose_row(int rounds) {
    const int n = 2048;
    std::vector<float> from(n * n);
    for (int i = 0; i < n * n; i++)
        from[i] = (float)i;
    float *dev = device(n * n, from.data()), *out = device<float>(n * n);
    float *to = device<float>(n * n);
    print_row("transpose 2048 x 2048", rounds,
              {{},
               [&] { transpose_openmp(dev, to, n); },
               {},
               [&] {
                   transpose<<<dim3(n / SIDE, n / SIDE), dim3(SIDE, 8)>>>(dev, out, n);
                   HANDLE_LAUNCH("transpose");
               }});
    expect(std::equal(out, out + n * n, to), "transpose");
    for (float *pointer : {dev, out, to})
        HANDLE_ERROR(cudaFree(pointer));
}

// ---- a scan: of parts, of what these come to, and the sums on top ------------------------------

const int PART = 1024; // of which each thread of 256 has four

__global__ void scan_parts(const int *from, int *to, int *sums) {
    __shared__ int before[256];
    int t = threadIdx.x, first = blockIdx.x * PART + 4 * t;
    int a = from[first], b = a + from[first + 1], c = b + from[first + 2], d = c + from[first + 3];
    before[t] = d;
    __syncthreads();
    for (int reach = 1; reach < 256; reach *= 2) {
        int other = t >= reach ? before[t - reach] : 0;
        __syncthreads();
        before[t] += other;
        __syncthreads();
    }
    int others = before[t] - d;
    to[first] = others + a;
    to[first + 1] = others + b;
    to[first + 2] = others + c;
    to[first + 3] = others + d;
    if (t == 255 && sums != nullptr)
        sums[blockIdx.x] = others + d;
}

__global__ void add_to_parts(int *to, const int *sums) {
    if (blockIdx.x > 0)
        for (int i = threadIdx.x; i < PART; i += blockDim.x)
            to[blockIdx.x * PART + i] += sums[blockIdx.x - 1];
}

static void scan_row(int rounds) {
    const int n = PART * PART;
    std::vector<int> from(n);
    for (int i = 0; i < n; i++)
        from[i] = i % 7;
    int *dev = device(n, from.data()), *out = device<int>(n), *to = device<int>(n);
    int *sums = device<int>(PART);
    print_row("scan of 1024 x 1024", rounds,
              {{},
               [&] { scan_openmp(dev, to, n); },
               {},
               [&] {
                   scan_parts<<<PART, 256>>>(dev, out, sums);
                   scan_parts<<<1, 256>>>(sums, sums, nullptr);
                   add_to_parts<<<PART, 256>>>(out, sums);
                   HANDLE_LAUNCH("add_to_parts");
               }});
    expect(std::equal(out, out + n, to), "scan");
    for (int *pointer : {dev, out, to, sums})
        HANDLE_ERROR(cudaFree(pointer));
}

// ---- a sparse matrix times a vector -------------------------------------------------------------

__global__ void spmv(const int *begin, const int *column, const float *value, const float *x,
                     float *y, int rows) {
    int row = threadIdx.x + blockIdx.x * blockDim.x;
    if (row < rows) {
        float sum = 0;
        for (int i = begin[row]; i < begin[row + 1]; i++)
            sum += value[i] * x[column[i]];
        y[row] = sum;
    }
}

static void spmv_row(int rounds) {
    const int n = 256 * 1024;
    std::vector<int> begin(1, 0), column;
    std::vector<float> value, x(n);
    for (int row = 0; row < n; row++) {
        x[row] = (float)(row % 13);
        for (int k = 0; k < 4 + row % 9; k++) {
            column.push_back((int)((row + k * 977u * (k + 1)) % n));
            value.push_back((float)(k + 1));
        }
        begin.push_back((int)column.size());
    }
    const size_t count = column.size();
    int *dev_begin = device(n + 1, begin.data()), *dev_column = device(count, column.data());
    float *dev_value = device(count, value.data()), *dev_x = device(n, x.data());
    float *dev_y = device<float>(n), *y = device<float>(n);
    print_row("sparse 256 Ki x vector", rounds,
              {{},
               [&] { spmv_openmp(dev_begin, dev_column, dev_value, dev_x, y, n); },
               {},
               [&] {
                   spmv<<<n / 256, 256>>>(dev_begin, dev_column, dev_value, dev_x, dev_y, n);
                   HANDLE_LAUNCH("spmv");
               }});
    expect(std::equal(y, y + n, dev_y), "sparse matrix");
    HANDLE_ERROR(cudaFree(dev_begin));
    HANDLE_ERROR(cudaFree(dev_column));
    for (float *pointer : {dev_value, dev_x, dev_y, y})
        HANDLE_ERROR(cudaFree(pointer));
}

#endif
