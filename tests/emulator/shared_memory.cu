// shared_memory.cu: static and dynamic shared memory, and the barriers that order it.
#include "check.h"

#include <cstdint>

// ---- static -----------------------------------------------------------------------------------

__global__ void reverse_blocks(int *values) {
    __shared__ int copy[256];
    int *mine = values + blockIdx.x * blockDim.x;
    copy[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    mine[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

__global__ void transpose(const int *in, int *out, int width, int height) {
    __shared__ int tile[16][16 + 1];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

struct particle {
    char kind;
    double position[3];
    int neighbour;
};

__global__ void exchange_structs(int *out) {
    __shared__ particle all[48], first;
    __shared__ float scalar;
    const int t = threadIdx.x, n = blockDim.x;
    all[t].kind = 'a' + t % 26;
    all[t].position[2] = t * 0.5;
    all[t].neighbour = (t + 5) % n;
    if (t == n - 1) {
        scalar = blockIdx.x + 0.5f;
        first = all[t];
    }
    __syncthreads();
    const particle &other = all[all[t].neighbour];
    out[blockIdx.x * n + t] = other.kind + static_cast<int>(2 * other.position[2]) +
                              static_cast<int>(2 * scalar) + first.neighbour;
}

template <class T, int SIZE> __global__ void rotate_by_one(T *values) {
    __shared__ T all[SIZE];
    __shared__ T last;
    const int t = threadIdx.x;
    for (int i = t; i < SIZE; i += blockDim.x)
        all[i] = values[i];
    if (t == 0)
        last = values[SIZE - 1];
    __syncthreads();
    for (int i = t; i < SIZE; i += blockDim.x)
        values[i] = i == 0 ? last : all[i - 1];
}

template <class T, int SIZE> static void test_rotation() {
    std::vector<T> start(SIZE);
    for (int i = 0; i < SIZE; ++i)
        start[i] = static_cast<T>(i * 3);
    device_array<T> values(start);
    rotate_by_one<T, SIZE><<<1, 64>>>(values);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        values.get(), [&](size_t i) { return start[(i + SIZE - 1) % SIZE]; },
        "shared memory of a template with size " + std::to_string(SIZE));
}

static void test_static() {
    std::vector<int> numbers(256 * 20);
    for (size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<int>(i);
    device_array<int> values(numbers);
    reverse_blocks<<<20, 256>>>(values);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        values.get(), [](size_t i) { return i / 256 * 256 + 255 - i % 256; }, "reverse_blocks");

    const int width = 75, height = 41;
    device_array<int> in(width * height), out(width * height);
    numbers.resize(width * height);
    in.set(numbers);
    transpose<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(in, out, width,
                                                                             height);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return i % height * width + i / height; }, "transpose");

    device_array<int> structs(48 * 7);
    exchange_structs<<<7, 48>>>(structs);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        structs.get(),
        [](size_t i) {
            const size_t other = (i % 48 + 5) % 48;
            return 'a' + other % 26 + other + 2 * (i / 48) + 1 + 4;
        },
        "exchange_structs");

    test_rotation<int, 64>();
    test_rotation<int, 1000>();
    test_rotation<unsigned char, 200>();
    test_rotation<double, 333>();
}

// ---- dynamic ----------------------------------------------------------------------------------

// The three parts lie one behind the other, widest type first.
__global__ void carve(double *doubles, int *ints, char *chars, int n) {
    extern __shared__ double parts[];
    int *int_part = reinterpret_cast<int *>(parts + n);
    char *char_part = reinterpret_cast<char *>(int_part + n);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        parts[i] = i * 0.5;
        int_part[i] = -i;
        char_part[i] = static_cast<char>(i % 100);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        doubles[i] = parts[n - 1 - i];
        ints[i] = int_part[(i + 1) % n];
        chars[i] = char_part[(i + n / 2) % n];
    }
}

extern __shared__ unsigned char outside_of_a_function[];

__global__ void fill_bytes(unsigned *sums, unsigned bytes) {
    for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x)
        outside_of_a_function[i] = static_cast<unsigned char>(i * 7 + blockIdx.x);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x)
        sum += outside_of_a_function[bytes - 1 - i] * (i % 13);
    atomicAdd(&sums[blockIdx.x], sum);
}

struct __align__(16) wide {
    float x, y, z, w;
};

// Every array of dynamic shared memory is the same bytes, within one thread too.
__global__ void alias(int *out) {
    extern __shared__ __align__(16) wide as_structs[];
    extern __shared__ float as_floats[];
    const int t = threadIdx.x;
    as_structs[t].x = t;
    as_floats[4 * t] += 1;
    as_structs[t].w = as_structs[t].x * 10;
    __syncthreads();
    const int other = blockDim.x - 1 - t;
    out[t] = static_cast<int>(as_floats[4 * other] + as_floats[4 * other + 3]);
    if (reinterpret_cast<uintptr_t>(as_structs) % 16 != 0)
        out[t] = -1;
}

__global__ void static_and_dynamic(int *out) {
    __shared__ int fixed[32];
    extern __shared__ int sized[];
    const int t = threadIdx.x;
    fixed[t] = t;
    sized[t] = 100 * t;
    sized[t + blockDim.x] = 10000 * t;
    __syncthreads();
    const int n = blockDim.x;
    out[t] = fixed[(t + 1) % n] + sized[(t + 2) % n] + sized[n + (t + 3) % n];
}

// In a template the name stands for one array of each instance.
template <class T> __global__ void reverse_dynamic(T *values) {
    extern __shared__ __align__(8) unsigned char raw[];
    T *copy = reinterpret_cast<T *>(raw);
    const int t = threadIdx.x;
    copy[t] = values[t];
    __syncthreads();
    values[t] = copy[blockDim.x - 1 - t];
}

template <class T> static void test_reverse_dynamic() {
    const int n = 200;
    std::vector<T> start(n);
    for (int i = 0; i < n; ++i)
        start[i] = static_cast<T>(i + 7);
    device_array<T> values(start);
    reverse_dynamic<<<1, n, n * sizeof(T)>>>(static_cast<T *>(values));
    CHECK_LAUNCH();
    CHECK_ARRAY(
        values.get(), [&](size_t i) { return start[n - 1 - i]; },
        "dynamic shared memory of a template with elements of " + std::to_string(sizeof(T)) +
            " bytes");
}

static void test_bytes(unsigned bytes) {
    const unsigned blocks = 3;
    device_array<unsigned> sums(blocks);
    fill_bytes<<<blocks, 256, bytes>>>(sums, bytes);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        sums.get(),
        [&](size_t block) {
            unsigned sum = 0;
            for (unsigned i = 0; i < bytes; ++i) {
                const unsigned at = bytes - 1 - i;
                sum += static_cast<unsigned char>(at * 7 + block) * (i % 13);
            }
            return sum;
        },
        std::to_string(bytes) + " bytes of dynamic shared memory");
}

static void test_dynamic() {
    const int n = 1000;
    device_array<double> doubles(n);
    device_array<int> ints(n);
    device_array<char> chars(n);
    carve<<<1, 128, n *(sizeof(double) + sizeof(int) + sizeof(char))>>>(doubles, ints, chars, n);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        doubles.get(), [&](size_t i) { return (n - 1 - i) * 0.5; }, "doubles of carve");
    CHECK_ARRAY(
        ints.get(), [&](size_t i) { return -static_cast<int>((i + 1) % n); }, "ints of carve");
    CHECK_ARRAY(
        chars.get(), [&](size_t i) { return (i + n / 2) % n % 100; }, "chars of carve");

    device_array<int> out(64);
    alias<<<1, 64, 64 * sizeof(wide)>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return 11 * (64 - i); }, "two names of the same memory");
    static_and_dynamic<<<1, 32, 64 * sizeof(int)>>>(out);
    CHECK_LAUNCH();
    std::vector<int> first = out.get();
    first.resize(32);
    CHECK_ARRAY(
        first,
        [](size_t i) { return (i + 1) % 32 + 100 * ((i + 2) % 32) + 10000 * ((i + 3) % 32); },
        "static and dynamic shared memory together");

    test_reverse_dynamic<unsigned char>();
    test_reverse_dynamic<int>();
    test_reverse_dynamic<double>();
    test_bytes(0);
    test_bytes(1);
    test_bytes(12345);
    test_bytes(48 * 1024);
    // More than 48 KiB has to be asked for.
    int most = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    if (most > 48 * 1024) {
        CHECK_CUDA(
            cudaFuncSetAttribute(fill_bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        test_bytes(48 * 1024 + 1);
        test_bytes(static_cast<unsigned>(most));
    }
}

// ---- barriers ---------------------------------------------------------------------------------

__global__ void rotate_many(int *values, int times) {
    __shared__ int ring[1024];
    const unsigned t = threadIdx.x, n = blockDim.x;
    ring[t] = values[blockIdx.x * n + t];
    for (int i = 0; i < times; ++i) {
        __syncthreads();
        int next = ring[(t + 1) % n];
        __syncthreads();
        ring[t] = next + 1;
    }
    values[blockIdx.x * n + t] = ring[t];
}

__global__ void tree_sum(const unsigned *in, unsigned *out, unsigned n) {
    extern __shared__ unsigned partial[];
    unsigned sum = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half != 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}

__global__ void gather_predicates(int *out) {
    const int t = threadIdx.x, n = blockDim.x;
    int wrong = 0;
    for (int limit = 0; limit <= n; limit += 37) {
        wrong += __syncthreads_count(t < limit) != limit;
        wrong += (__syncthreads_and(t < limit) != 0) != (limit >= n);
        wrong += (__syncthreads_or(t < limit) != 0) != (limit > 0);
    }
    wrong += __syncthreads_count(4) != n; // any value but 0 counts as one
    __syncthreads();
    wrong += __syncthreads_and(-1) == 0;
    wrong += __syncthreads_or(0) != 0;
    out[blockIdx.x * n + t] = wrong;
}

// Uniform within each block, different between blocks.
__global__ void some_blocks_wait(int *out) {
    __shared__ int stage[128];
    const int t = threadIdx.x;
    int value = t;
    if (blockIdx.x % 3 != 0) {
        stage[t] = t;
        for (unsigned i = 0; i < blockIdx.x; ++i) {
            __syncthreads();
            value = stage[(t + i) % 128];
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + t] = value;
}

// The number of rounds comes out of shared memory, and is the same for all.
__global__ void count_rounds(int *out, int start) {
    __shared__ int left;
    if (threadIdx.x == 0)
        left = start;
    __syncthreads();
    int rounds = 0;
    while (left > 0) {
        ++rounds;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1)
            left -= 3;
        __syncthreads();
    }
    out[threadIdx.x] = rounds;
}

// Functions with barriers, one inside the other; the built-in variables must be those of the
// thread when it comes back.
__device__ unsigned my_place() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

__noinline__ __device__ unsigned of_neighbour(unsigned *stage, unsigned value) {
    const unsigned n = blockDim.x * blockDim.y * blockDim.z;
    stage[my_place()] = value;
    __syncthreads();
    unsigned other = stage[(my_place() + 1) % n];
    __syncthreads();
    return other * 1000 + my_place();
}

__device__ unsigned of_both_neighbours(unsigned *stage, unsigned value) {
    unsigned first = of_neighbour(stage, value);
    __syncthreads();
    unsigned second = of_neighbour(stage, value + 1);
    return first + second;
}

__global__ void use_barrier_functions(unsigned *out) {
    __shared__ unsigned stage[256];
    const unsigned place = my_place();
    for (int round = 0; round < 3; ++round) {
        unsigned value = of_both_neighbours(stage, my_place());
        if (__syncthreads_or(my_place() != place))
            value = 0;
        out[place + blockIdx.x * blockDim.x * blockDim.y * blockDim.z] = value;
    }
}

// Work of very different length before each barrier.
__global__ void uneven(unsigned *out) {
    __shared__ unsigned stage[256];
    const unsigned t = threadIdx.x;
    unsigned x = t;
    for (int round = 0; round < 8; ++round) {
        for (unsigned i = 0; i < t * (round + 1) % 97; ++i)
            x = x * 1664525 + 1013904223;
        stage[t] = x;
        __syncthreads();
        x += stage[(t * 7 + 1) % 256];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = x;
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
    __shared__ float tile_a[8][8], tile_b[8][8];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        tile_b[y][x] = column < n && k + y < n ? b[(k + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 8; ++i)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}

__global__ void sum_of_cube(int *out) {
    __shared__ int all[8][4][16];
    all[threadIdx.z][threadIdx.y][threadIdx.x] = 1 + threadIdx.x * threadIdx.y * threadIdx.z;
    __syncthreads();
    int sum = 0;
    for (unsigned z = 0; z <= threadIdx.z; ++z)
        for (unsigned y = 0; y <= threadIdx.y; ++y)
            for (unsigned x = 0; x <= threadIdx.x; ++x)
                sum += all[z][y][x];
    out[threadIdx.x + 16 * (threadIdx.y + 4 * threadIdx.z)] = sum;
}

static void test_loops() {
    for (int threads : {1, 2, 31, 64, 100, 1024}) {
        const int blocks = 5, times = 70;
        std::vector<int> start(blocks * threads);
        for (size_t i = 0; i < start.size(); ++i)
            start[i] = static_cast<int>(i * i % 1009);
        device_array<int> values(start);
        rotate_many<<<blocks, threads>>>(values, times);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            values.get(),
            [&](size_t i) {
                return start[i / threads * threads +
                             (i + times - i / threads * threads) % threads] +
                       times;
            },
            "rotate_many with " + std::to_string(threads) + " threads");
    }
    for (unsigned threads = 32; threads <= 1024; threads *= 2) {
        const unsigned n = 100003, blocks = 9;
        device_array<unsigned> in(n, 3u), out(blocks);
        tree_sum<<<blocks, threads, threads * sizeof(unsigned)>>>(in, out, n);
        CHECK_LAUNCH();
        unsigned sum = 0;
        for (unsigned part : out.get())
            sum += part;
        check_equal(sum, 3 * n, "tree_sum with " + std::to_string(threads) + " threads", __FILE__,
                    __LINE__);
    }
}

static void test_barriers() {
    for (int threads : {1, 37, 64, 500, 1024}) {
        device_array<int> wrong(3 * threads);
        gather_predicates<<<3, threads>>>(wrong);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            wrong.get(), [](size_t) { return 0; },
            "__syncthreads_count, _and, _or with " + std::to_string(threads) + " threads");
    }
    device_array<int> some(20 * 128);
    some_blocks_wait<<<20, 128>>>(some);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        some.get(),
        [](size_t i) {
            const size_t block = i / 128, t = i % 128;
            return block % 3 == 0 ? t : (t + block - 1) % 128;
        },
        "barriers in some blocks only");

    device_array<int> rounds(160);
    count_rounds<<<1, 160>>>(rounds, 100);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        rounds.get(), [](size_t) { return 34; }, "rounds counted in shared memory");

    // Shapes of which each gives the same places other indices.
    for (dim3 block :
         {dim3(96), dim3(8, 12), dim3(3, 1, 32), dim3(5, 3, 16), dim3(2), dim3(1, 33)}) {
        const size_t n = block.x * block.y * block.z;
        device_array<unsigned> neighbours(4 * n);
        use_barrier_functions<<<4, block>>>(neighbours);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            neighbours.get(),
            [&](size_t i) {
                const size_t t = i % n, other = (t + 1) % n;
                return other * 1000 + t + (other + 1) * 1000 + t;
            },
            "barriers in device functions, " + std::to_string(n) + " threads");
    }

    device_array<unsigned> uneven_out(3 * 256);
    uneven<<<3, 256>>>(uneven_out);
    CHECK_LAUNCH();
    std::vector<unsigned> x(256), stage(256);
    for (unsigned t = 0; t < 256; ++t)
        x[t] = t;
    for (unsigned round = 0; round < 8; ++round) {
        for (unsigned t = 0; t < 256; ++t) {
            for (unsigned i = 0; i < t * (round + 1) % 97; ++i)
                x[t] = x[t] * 1664525 + 1013904223;
            stage[t] = x[t];
        }
        for (unsigned t = 0; t < 256; ++t)
            x[t] += stage[(t * 7 + 1) % 256];
    }
    CHECK_ARRAY(
        uneven_out.get(), [&](size_t i) { return x[i % 256]; }, "uneven work before barriers");

    const int n = 43;
    std::vector<float> a(n * n), b(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = static_cast<float>(i % 11 - 5);
        b[i] = static_cast<float>(i % 7 - 3);
    }
    device_array<float> device_a(a), device_b(b), device_c(n * n);
    multiply<<<dim3(6, 6), dim3(8, 8)>>>(device_a, device_b, device_c, n);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        device_c.get(),
        [&](size_t i) {
            float sum = 0; // of small integers, so exact in any order
            for (int k = 0; k < n; ++k)
                sum += a[i / n * n + k] * b[k * n + i % n];
            return sum;
        },
        "tiled matrix product");

    device_array<int> cube(8 * 4 * 16);
    sum_of_cube<<<1, dim3(16, 4, 8)>>>(cube);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        cube.get(),
        [](size_t i) {
            const int x = i % 16, y = i / 16 % 4, z = i / 64;
            return (x + 1) * (y + 1) * (z + 1) +
                   x * (x + 1) / 2 * (y * (y + 1) / 2) * (z * (z + 1) / 2);
        },
        "a three-dimensional block");
}

// A class template whose object in shared memory is of the class itself.
template <class T, int N> class reversal {
    T values[N];
    template <bool BACK> __device__ void move(T *x) {
        for (int i = threadIdx.x; i < N; i += blockDim.x)
            if (BACK)
                x[i] = values[N - 1 - i];
            else
                values[i] = x[i];
    }

public:
    __device__ static void run(T *x) {
        __shared__ reversal<T, N> one;
        __shared__ reversal other;
        one.move<false>(x);
        __syncthreads();
        one.move<true>(x);
        __syncthreads();
        other.move<false>(x);
        __syncthreads();
        other.move<true>(x);
    }
};

__global__ void reverse_twice(int *x) {
    reversal<int, 50>::run(x);
}

// An array of objects whose class depends on a parameter of the kernel: nvcc knows without the word
// "template" that what is called is a template.
template <class T> struct scratch {
    T values[16];
    template <int BY> __device__ T times(T x) {
        values[threadIdx.x % 16] = x;
        return values[threadIdx.x % 16] * BY;
    }
};

template <class T> __global__ void scale(T *x) {
    __shared__ scratch<T> several[2];
    scratch<T> &mine = several[threadIdx.x / 16];
    x[threadIdx.x] = several[threadIdx.x / 16].times<3>(x[threadIdx.x]) + (&mine)->times<5>(1);
}

static void test_members_of_parameters() {
    device_array<float> x(32, 2.0f);
    scale<<<1, 32>>>((float *)x);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        x.get(), [](size_t) { return 11.0f; }, "templates called for objects of a parameter");
}

static void test_members() {
    std::vector<int> numbers(50);
    for (int i = 0; i < 50; ++i)
        numbers[i] = i * i;
    device_array<int> x(numbers);
    reverse_twice<<<1, 32>>>(x);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        x.get(), [](size_t i) { return static_cast<int>(i * i); }, "members of a shared object");
}

// As programs that swizzle addresses want it.
template <int ALIGNMENT> __global__ void aligned_variable(unsigned long long *beside) {
    __shared__ __align__(ALIGNMENT) char bytes[ALIGNMENT + 16];
    bytes[threadIdx.x] = 1;
    __syncthreads();
    beside[blockIdx.x] = reinterpret_cast<unsigned long long>(bytes) % ALIGNMENT;
}
template <int ALIGNMENT> static void check_alignment() {
    device_array<unsigned long long> beside(4);
    aligned_variable<ALIGNMENT><<<4, 32>>>(beside);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        beside.get(), [](size_t) { return 0ull; }, "alignment");
}

int main() {
    check_device();
    test_members();
    test_members_of_parameters();
    test_static();
    test_dynamic();
    test_loops();
    test_barriers();
    check_alignment<128>();
    check_alignment<1024>();
#ifdef CUDA_EMULATOR // on a chip the first KiB is not the program's, and there variables begin
    check_alignment<16384>();
#endif
    return check_result();
}
