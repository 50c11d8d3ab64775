// Accesses where nothing is allocated, frees that are wrong, reads of what nothing has written.
#include "mistakes.h"

// after says: memory out of bounds in kernel after_kernel
// after says: missing: a test that the index is below the number of elements
// after says: thread 100 of block .0,0,0. writes 4 bytes: 0 bytes after the end of out, 400 bytes of
// device memory
template <bool CORRECT> __global__ void after_kernel(int *out, int n) {
    int i = threadIdx.x;
    if (!CORRECT || i < n)
        out[i] = i; // here: after
}
template <bool CORRECT> void after() {
    int *out;
    must(cudaMalloc((void **)&out, 100 * sizeof(int))); // here: after
    after_kernel<CORRECT><<<1, 128>>>(out, 100);
    finish(out);
}

// before says: missing: a test that the index is not negative
// before says: thread 0 of block .0,0,0. reads 4 bytes: 4 bytes before values
template <bool CORRECT> __global__ void before_kernel(const int *values, int *out) {
    int i = threadIdx.x;
    out[i] = values[CORRECT && i == 0 ? 0 : i - 1]; // here: before
}
template <bool CORRECT> void before() {
    int *values;
    must(cudaMalloc(&values, 400));
    must(cudaMemset(values, 0, 400));
    int *out = zeros<int>(100);
    before_kernel<CORRECT><<<1, 100>>>(values, out);
    finish(values);
    finish(out);
}

// The index goes through a pointer, so that only the memory tells.
__device__ void store(int *where, int value) {
    *where = value; // here: shared_after, dynamic_after, shared_before
}
// shared_after says: 0 bytes after the end of first, 256 bytes of shared memory
template <bool CORRECT> __global__ void shared_after_kernel(int *out) {
    __shared__ int first[64], second[64];
    store(first + threadIdx.x + (CORRECT ? 0 : 1), 1);
    second[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = second[threadIdx.x];
}
template <bool CORRECT> void shared_after() {
    int *out = zeros<int>(64);
    shared_after_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// dynamic_after says: 0 bytes after the end of dynamic shared memory, 256 bytes by the launch
template <bool CORRECT> __global__ void dynamic_after_kernel() {
    extern __shared__ int words[];
    store(words + threadIdx.x + (CORRECT ? 0 : 1), 1);
}
template <bool CORRECT> void dynamic_after() {
    dynamic_after_kernel<CORRECT><<<1, 64, 256>>>();
}

// An index of a row may be outside of the row and still in the array.
// row says: index 8 of an array of type .*int ?\[8\]
template <bool CORRECT> __global__ void row_kernel(int *out, int shift) {
    __shared__ int tile[8][8];
    tile[threadIdx.y][threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] += tile[0][threadIdx.x + shift]; // here: row
}
template <bool CORRECT> void row() {
    int *out = zeros<int>(8);
    row_kernel<CORRECT><<<1, dim3(8, 1)>>>(out, CORRECT ? 0 : 1);
    finish(out);
}

// local_array says: index 10 of an array of type .*float ?\[10\]
template <bool CORRECT> __global__ void local_array_kernel(float *out, int n) {
    float own[10];
    for (int k = 0; k < n; ++k)
        own[k % 11] = k * *out; // here: local_array
    *out = own[n / 2];
}
template <bool CORRECT> void local_array() {
    float *out = zeros<float>(1);
    local_array_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 10 : 11);
    finish(out);
}

__constant__ int table[16];
// constant says: index 16 of an array of type .*int ?\[16\]
template <bool CORRECT> __global__ void constant_kernel(int *out, int shift) {
    out[threadIdx.x] = table[threadIdx.x + shift]; // here: constant
}
template <bool CORRECT> void constant() {
    int *out = zeros<int>(16);
    constant_kernel<CORRECT><<<1, 16>>>(out, CORRECT ? 0 : 1);
    finish(out);
}

// after_free says: use after free in kernel
// after_free says: byte 0 of values, 4096 bytes of device memory, allocated at .*, freed at
template <bool CORRECT> __global__ void after_free_kernel(int *values) {
    values[threadIdx.x] = 1; // here: after_free
}
template <bool CORRECT> void after_free() {
    int *values;
    must(cudaMalloc(&values, 4096)); // here: after_free
    if (!CORRECT)
        must(cudaFree(values)); // here: after_free
    after_free_kernel<CORRECT><<<1, 64>>>(values);
    if (CORRECT)
        finish(values);
}

// double_free says: wrong free
// double_free says: cudaFree of memory that was freed before: byte 0 of values, .* freed at
template <bool CORRECT> void double_free() {
    int *values;
    must(cudaMalloc(&values, 4096));
    must(cudaFree(values)); // here: double_free
    if (!CORRECT)
        (void)cudaFree(values); // here: double_free
}

// middle_free says: cudaFree of a pointer into the middle of an allocation: byte 4 of values
template <bool CORRECT> void middle_free() {
    int *values;
    must(cudaMalloc(&values, 4096));
    must(cudaMemset(values, 0, 4096));
    if (!CORRECT)
        (void)cudaFree(values + 1); // here: middle_free
    finish(values);
}

// host_free says: cudaFree of a pointer that no allocation returned
template <bool CORRECT> void host_free() {
    int *values = CORRECT ? nullptr : (int *)std::malloc(64);
    (void)cudaFree(values); // here: host_free
    std::free(values);
}

// misaligned says: misaligned access in kernel
// misaligned says: an address that is no multiple of 16
template <bool CORRECT> __global__ void misaligned_kernel(float *values, int shift) {
    float4 *four = (float4 *)(values + shift);
    four->y = 1; // here: misaligned
}
template <bool CORRECT> void misaligned() {
    float *values = zeros<float>(8);
    misaligned_kernel<CORRECT><<<1, 1>>>(values, CORRECT ? 0 : 1);
    finish(values);
}

// misaligned_atomic says: misaligned access in kernel
template <bool CORRECT> __global__ void misaligned_atomic_kernel(unsigned *place) {
    atomicAdd(place, 1u); // here: misaligned_atomic
}
template <bool CORRECT> void misaligned_atomic() {
    char *values = zeros<char>(8);
    misaligned_atomic_kernel<CORRECT><<<1, 1>>>((unsigned *)(values + (CORRECT ? 4 : 2)));
    finish(values);
}

// null says: thread 0 of block .0,0,0. in kernel null_kernel used address 0
template <bool CORRECT> __global__ void null_kernel(int *out) {
    *out = 1; // here: null
}
template <bool CORRECT> void null() {
    int *out = CORRECT ? zeros<int>(1) : nullptr;
    null_kernel<CORRECT><<<1, 1>>>(out);
    finish_or_not(out);
}

// host_touches says: host touches memory of the device
// host_touches says: the host writes 4 bytes: byte 4 of values, 32 bytes of device memory
template <bool CORRECT> void host_touches() {
    int *values;
    if (CORRECT)
        must(cudaMallocManaged(&values, 32));
    else
        must(cudaMalloc(&values, 32));
    values[1] = 7; // here: host_touches
    finish(values);
}

// host_copies says: host touches memory of the device
template <bool CORRECT> void host_copies() {
    int *values, mine[8] = {};
    must(cudaMalloc(&values, 32));
    if (CORRECT)
        must(cudaMemcpy(values, mine, 32, cudaMemcpyHostToDevice));
    else
        std::memcpy(values, mine, 32); // here: host_copies
    finish(values);
}

// kernel_touches says: kernel touches memory of the host in kernel
template <bool CORRECT> __global__ void kernel_touches_kernel(int *values) {
    values[threadIdx.x] = 1; // here: kernel_touches
}
template <bool CORRECT> void kernel_touches() {
    int *values = (int *)std::calloc(32, 4);
    int *there = zeros<int>(32);
    kernel_touches_kernel<CORRECT><<<1, 32>>>(CORRECT ? there : values);
    finish(there);
    std::free(values);
}

// unwritten says: read of memory that nothing has written
// unwritten says: reads 4 bytes: byte 0 of values, 128 bytes of device memory
template <bool CORRECT> __global__ void unwritten_kernel(const int *values, int *out) {
    out[threadIdx.x] = values[threadIdx.x]; // here: unwritten
}
template <bool CORRECT> void unwritten() {
    int *values, *out = zeros<int>(32);
    must(cudaMalloc(&values, 128));
    if (CORRECT)
        must(cudaMemset(values, 0, 128));
    unwritten_kernel<CORRECT><<<1, 32>>>(values, out);
    finish(values);
    finish(out);
}

// Each thread has a byte, and the last one's is missing: nothing wrote it, or it was not asked for.
// unwritten_byte says: read of memory that nothing has written
// unwritten_byte says: reads 1 byte: byte 98 of bytes, 99 bytes of device memory
// byte_beyond says: reads 1 byte: 0 bytes after the end of bytes, 99 bytes of device memory
__global__ void fill_bytes(unsigned char *bytes, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        bytes[i] = i;
}
__global__ void copy_bytes(const unsigned char *bytes, unsigned char *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = bytes[i]; // here: unwritten_byte, byte_beyond
}
static void copy_99_bytes(int filled, int copied) {
    unsigned char *bytes, *out = zeros<unsigned char>(128);
    must(cudaMalloc(&bytes, 99));
    fill_bytes<<<2, 64>>>(bytes, filled);
    copy_bytes<<<2, 64>>>(bytes, out, copied);
    finish(out);
    must(cudaFree(bytes));
}
template <bool CORRECT> void unwritten_byte() {
    copy_99_bytes(CORRECT ? 99 : 98, 99);
}
template <bool CORRECT> void byte_beyond() {
    copy_99_bytes(99, CORRECT ? 99 : 100);
}

// Of one there is no plural.
// byte_far says: writes 1 byte: 1 byte after the end of byte, 1 byte of device memory
template <bool CORRECT> __global__ void byte_far_kernel(char *byte) {
    byte[CORRECT ? 0 : 2] = 1; // here: byte_far
}
template <bool CORRECT> void byte_far() {
    char *byte;
    must(cudaMalloc(&byte, 1)); // here: byte_far
    byte_far_kernel<CORRECT><<<1, 1>>>(byte);
    finish(byte);
}

// unwritten_shared says: missing: a write by a thread of the block
// unwritten_shared says: read of shared memory that nothing has written
template <bool CORRECT> __global__ void unwritten_shared_kernel(int *out) {
    __shared__ int sum;
    if (CORRECT && threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1); // here: unwritten_shared
    __syncthreads();
    *out = threadIdx.x == 0 ? sum : *out;
}
template <bool CORRECT> void unwritten_shared() {
    int *out = zeros<int>(1);
    unwritten_shared_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// local says: read of a local variable that nothing has written in kernel local_kernel
// local says: thread 0 of block .0,0,0. reads 4 bytes: byte 0 of sum, 4 bytes of a local variable,
// tests/checker/memory.cu
template <bool CORRECT> __global__ void local_kernel(const float *values, float *out) {
    float sum; // here: local
    if (CORRECT)
        sum = 0;
    for (int i = 0; i < 4; ++i)
        sum += values[i]; // here: local
    *out = sum;
}
template <bool CORRECT> void local() {
    float *values = zeros<float>(4), *out = zeros<float>(1);
    local_kernel<CORRECT><<<1, 1>>>(values, out);
    finish(values);
    finish(out);
}

// Only some threads come to the place that writes.
// local_branch says: thread 3 of block .0,0,0. reads 4 bytes: byte 0 of best
template <bool CORRECT> __global__ void local_branch_kernel(int *out, int n) {
    int best, i = threadIdx.x;
    if (i < n || CORRECT)
        best = i;
    out[i] = best; // here: local_branch
}
template <bool CORRECT> void local_branch() {
    int *out = zeros<int>(4);
    local_branch_kernel<CORRECT><<<1, 4>>>(out, 3);
    finish(out);
}

// local_element says: reads 4 bytes: byte 28 of bins, 32 bytes of a local variable
template <bool CORRECT> __global__ void local_element_kernel(int *out) {
    int bins[8];
    for (int i = 0; i < (CORRECT ? 8 : 7); ++i)
        bins[i] = i;
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += bins[i]; // here: local_element
    *out = sum;
}
template <bool CORRECT> void local_element() {
    int *out = zeros<int>(1);
    local_element_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// local_gap says: reads 4 bytes: byte 20 of bins, 32 bytes of a local variable
template <bool CORRECT> __global__ void local_gap_kernel(int *out) {
    int bins[8];
    for (int i = 0; i < 8; ++i)
        if (CORRECT || i != 5)
            bins[i] = i;
    int sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += bins[i]; // here: local_gap
    *out = sum;
}
template <bool CORRECT> void local_gap() {
    int *out = zeros<int>(1);
    local_gap_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// What its neighbour gets in the next round.
// local_ahead says: reads 4 bytes: byte 4 of bins, 32 bytes of a local variable
template <bool CORRECT> __global__ void local_ahead_kernel(int *out) {
    int bins[8];
    for (int i = 0; i < 8; ++i) {
        bins[i] = i;
        if (i < 7)
            *out += bins[i + !CORRECT]; // here: local_ahead
    }
}
template <bool CORRECT> void local_ahead() {
    int *out = zeros<int>(1);
    local_ahead_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// Nobody is told of the accesses to these arrays, but of their indices.
// local_filled says: index 8 of an array of 8: 0 bytes after the end of bins, 32 bytes of a local
// variable, tests/checker/memory.cu:[0-9]*$
struct element_number {
    int number;
    __device__ operator int() const { return number; }
};
template <bool CORRECT> __global__ void local_filled_kernel(int *out, int n) {
    int bins[8], others[8] = {};
    for (int i = 0; i < 8; ++i)
        bins[i] = i + others[i];
    *out = bins[element_number{n}]; // here: local_filled
}
template <bool CORRECT> void local_filled() {
    int *out = zeros<int>(1);
    local_filled_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 7 : 8);
    finish(out);
}

// local_table says: index -1 of an array of 4: 8 bytes before table, 32 bytes of a local variable
template <bool CORRECT> __global__ void local_table_kernel(float *out, int n) {
    float table[4][2] = {}, others[4][2] = {};
    table[n][1] += 2; // here: local_table
    *out = table[0][1] + others[3][1];
}
template <bool CORRECT> void local_table() {
    float *out = zeros<float>(1);
    local_table_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 0 : -1);
    finish(out);
}

// Of one index after the other that lies outside, none leads to what the checker notes.
// local_far says: index 4 of an array of 4: 0 bytes after the end of own, 16 bytes
template <bool CORRECT> __global__ void local_far_kernel(int *out, int n) {
    int own[4] = {};
    for (int i = 0; i < n; ++i)
        own[i] = i; // here: local_far
    *out = own[3];
}
template <bool CORRECT> void local_far() {
    int *out = zeros<int>(1);
    local_far_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 4 : 14);
    finish(out);
}

// Of these clang++ does not tell.
// local_count says: index 4 of an array of 4: 0 bytes after the end of counts, 16 bytes
template <bool CORRECT> __global__ void local_count_kernel(int *out, int n) {
    int counts[4] = {};
    counts[n]++; // here: local_count
    *out = counts[2];
}
template <bool CORRECT> void local_count() {
    int *out = zeros<int>(1);
    local_count_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 4);
    finish(out);
}

// local_counts says: 0 bytes after the end of counts, 32 bytes of a local variable
template <bool CORRECT> __global__ void local_counts_kernel(int *out, int n) {
    int counts[2][4] = {};
    counts[1][n]++; // here: local_counts
    *out = counts[1][2];
}
template <bool CORRECT> void local_counts() {
    int *out = zeros<int>(1);
    local_counts_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 4);
    finish(out);
}

// The text does not show the array where a macro uses it.
#define THIRD third_of[2]
// local_macro says: reads 4 bytes: byte 8 of third_of, 16 bytes of a local variable
template <bool CORRECT> __global__ void local_macro_kernel(int *out) {
    int third_of[4];
    const int third = CORRECT ? 2 : THIRD; // here: local_macro
    for (int i = 0; i < 4; ++i)
        third_of[i] = third;
    *out = third_of[1];
}
template <bool CORRECT> void local_macro() {
    int *out = zeros<int>(1);
    local_macro_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// What ++ gives is the element, and its address leads to others.
// local_changed says: 0 bytes after the end of own, 16 bytes of a local variable
template <bool CORRECT> __global__ void local_changed_kernel(int *out) {
    int own[4] = {};
    const int *last = &(++own[3]);
    *out = last[CORRECT ? 0 : 1]; // here: local_changed
}
template <bool CORRECT> void local_changed() {
    int *out = zeros<int>(1);
    local_changed_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// What a function of the C library gives back through a pointer is written.
// local_result says: byte 0 of cosine, 4 bytes of a local variable
template <bool CORRECT> __global__ void local_result_kernel(float *out) {
    float sine, cosine;
    if (CORRECT)
        sincosf(*out, &sine, &cosine);
    else
        sine = sinf(*out);
    *out = sine + cosine; // here: local_result
}
template <bool CORRECT> void local_result() {
    float *out = zeros<float>(1);
    local_result_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

__device__ float load_float(const float *where) {
    return *where; // here: macro_tile, macro_constant
}
__device__ int sum_of(const int *values, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += values[i]; // here: local_after, local_before
    return sum;
}

// The index goes through a pointer to a local array.
// local_after says: local variable out of bounds
// local_after says: 0 bytes after the end of own, 16 bytes of a local variable
template <bool CORRECT> __global__ void local_after_kernel(int *out) {
    int own[4];
    for (int i = 0; i < 4; ++i)
        own[i] = i;
    *out = sum_of(own, CORRECT ? 4 : 5);
}
template <bool CORRECT> void local_after() {
    int *out = zeros<int>(1);
    local_after_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// local_before says: 4 bytes before own, 16 bytes of a local variable
template <bool CORRECT> __global__ void local_before_kernel(int *out) {
    int own[4];
    for (int i = 0; i < 4; ++i)
        own[i] = i;
    *out = sum_of(own - (CORRECT ? 0 : 1), 4);
}
template <bool CORRECT> void local_before() {
    int *out = zeros<int>(1);
    local_before_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// A pointer to a local variable leads nowhere in another thread.
// local_of_other says: thread 0 of block .0,0,0. reads 4 bytes: byte 0 of mine, 4 bytes of a local
// variable of thread 1
template <bool CORRECT> __global__ void local_of_other_kernel(int *out) {
    __shared__ int *where, value;
    int mine;
    if (threadIdx.x == 1) {
        mine = 5;
        where = &mine;
        value = mine;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = CORRECT ? value : *where; // here: local_of_other
    __syncthreads();
}
template <bool CORRECT> void local_of_other() {
    int *out = zeros<int>(1);
    local_of_other_kernel<CORRECT><<<1, 2>>>(out);
    finish(out);
}

// device_after says: 0 bytes after the end of device_numbers, 16 bytes of a __device__ variable
__device__ int device_numbers[4], device_other[4];
__device__ int load(const int *where) {
    return *where; // here: device_after, constant_after, constant_before
}
template <bool CORRECT> __global__ void device_after_kernel(int *out, int shift) {
    *out = load(device_numbers + shift) + device_other[0];
}
template <bool CORRECT> void device_after() {
    int *out = zeros<int>(1);
    device_after_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 4);
    finish(out);
}

// constant_after says: 4 bytes after the end of primes, 16 bytes of a __constant__ variable
__constant__ int primes[4] = {2, 3, 5, 7};
template <bool CORRECT> __global__ void constant_after_kernel(int *out, int shift) {
    *out = load(primes + shift);
}
template <bool CORRECT> void constant_after() {
    int *out = zeros<int>(1);
    constant_after_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 5);
    finish(out);
}

// constant_before says: 4 bytes before primes, 16 bytes of a __constant__ variable
template <bool CORRECT> __global__ void constant_before_kernel(int *out, int shift) {
    *out = load(primes - shift);
}
template <bool CORRECT> void constant_before() {
    int *out = zeros<int>(1);
    constant_before_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 0 : 1);
    finish(out);
}

// pinned_free says: cudaFree of memory that another function frees: byte 0 of values, 64 bytes of pinned
// host memory
template <bool CORRECT> void pinned_free() {
    int *values;
    must(cudaMallocHost((void **)&values, 64));
    if (!CORRECT)
        (void)cudaFree(values); // here: pinned_free
    must(cudaFreeHost(values));
}

// shared_before says: 4 bytes before values, 64 bytes of shared memory
template <bool CORRECT> __global__ void shared_before_kernel(int *out) {
    __shared__ int values[16];
    values[threadIdx.x] = 1;
    store(values + threadIdx.x - (CORRECT ? 0 : 1), 1);
    *out = 1;
}
template <bool CORRECT> void shared_before() {
    int *out = zeros<int>(1);
    shared_before_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// Variables that come out of macros.
#define SHARED_INT __shared__ int
#define TILE(TYPE, NAME, SIZE) __shared__ TYPE NAME[SIZE]
#define CONSTANT __constant__
// macro_specifier says: byte 0 of count, 4 bytes of shared memory, .*memory.cu
template <bool CORRECT> __global__ void macro_specifier_kernel(int *out) {
    SHARED_INT count, values[2]; // here: macro_specifier
    if (CORRECT)
        count = 0;
    values[threadIdx.x] = ++count; // here: macro_specifier
    *out = values[0];
}
template <bool CORRECT> void macro_specifier() {
    int *out = zeros<int>(1);
    macro_specifier_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// macro_tile says: 0 bytes after the end of first, 128 bytes of shared memory, .*memory.cu
template <bool CORRECT> __global__ void macro_tile_kernel(float *out) {
    TILE(float, first, 32); // here: macro_tile
    TILE(float, second, 32);
    first[threadIdx.x] = second[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = load_float(first + threadIdx.x + (CORRECT ? 0 : 1));
}
template <bool CORRECT> void macro_tile() {
    float *out = zeros<float>(32);
    macro_tile_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// macro_constant says: 0 bytes after the end of macro_table, 8 bytes of a __constant__ variable
CONSTANT float macro_table[2];
template <bool CORRECT> __global__ void macro_constant_kernel(float *out, int shift) {
    *out = load_float(macro_table + shift);
}
template <bool CORRECT> void macro_constant() {
    float *out = zeros<float>(1);
    macro_constant_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 1 : 2);
    finish(out);
}

// A variable of the host, through a pointer.
// host_variable says: kernel touches memory of the host in kernel host_variable_kernel
// host_variable says: writes 4 bytes: byte 0 of on_host, 128 bytes of a variable of the host
static int on_host[32];
template <bool CORRECT> __global__ void host_variable_kernel(int *values) {
    values[threadIdx.x] = 1; // here: host_variable
}
template <bool CORRECT> void host_variable() {
    int *values = zeros<int>(32);
    host_variable_kernel<CORRECT><<<1, 32>>>(CORRECT ? values : on_host);
    must(cudaMemcpy(on_host, values, 128, cudaMemcpyDeviceToHost));
    finish(values);
}

// What a function of the device keeps is the device's.
__device__ int next_number() {
    static int last;
    return atomicAdd(&last, 1);
}
// kept says: kernel touches memory of the host
template <bool CORRECT> __global__ void kept_kernel(int *out, int *other) {
    out[0] = next_number();
    *other = 1; // here: kept
}
template <bool CORRECT> void kept() {
    int *out = zeros<int>(2);
    kept_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? out + 1 : on_host);
    finish(out);
}

inline cudaTextureObject_t texture_of(float *values, size_t bytes) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = values;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    must(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
    return texture;
}

// unwritten_texture says: reads 4 bytes: byte 0 of values, 128 bytes of device memory
__global__ void texture_kernel(cudaTextureObject_t texture, float *out) {
    out[threadIdx.x] =
        tex1Dfetch<float>(texture, threadIdx.x); // here: unwritten_texture, freed_texture
}
template <bool CORRECT> void unwritten_texture() {
    float *values, *out = zeros<float>(32);
    must(cudaMalloc(&values, 128));
    if (CORRECT)
        must(cudaMemset(values, 0, 128));
    cudaTextureObject_t texture = texture_of(values, 128);
    texture_kernel<<<1, 32>>>(texture, out);
    must(cudaDestroyTextureObject(texture));
    finish(values);
    finish(out);
}

// freed_texture says: uses texture object 0x10001, whose memory has been freed
template <bool CORRECT> void freed_texture() {
    float *values = zeros<float>(32), *out = zeros<float>(32);
    cudaTextureObject_t texture = texture_of(values, 128);
    if (!CORRECT)
        finish(values);
    texture_kernel<<<1, 32>>>(texture, out);
    (void)cudaDeviceSynchronize();
    (void)cudaDestroyTextureObject(texture);
    if (CORRECT)
        finish(values);
    finish_or_not(out);
}

// Two of one line are told apart.
// line_of_two says: 0 bytes after the end of second, 128 bytes of device memory
template <bool CORRECT> __global__ void line_of_two_kernel(int *first, int *second) {
    first[threadIdx.x] = 1;
    second[threadIdx.x + (CORRECT ? 0 : 1)] = 2; // here: line_of_two
}
template <bool CORRECT> void line_of_two() {
    int *first, *second;
    must(cudaMalloc(&first, 128)), must(cudaMalloc((void **)&second, 128)); // here: line_of_two
    line_of_two_kernel<CORRECT><<<1, 32>>>(first, second);
    finish(first);
    finish(second);
}

// null_memset says: in kernel null_memset_kernel used address 0, where there is no memory
__global__ void null_memset_kernel(int *out, size_t bytes) {
    memset(out, 0, bytes); // here: null_memset
}
template <bool CORRECT> void null_memset() {
    int *out = CORRECT ? zeros<int>(4) : nullptr;
    null_memset_kernel<<<1, 1>>>(out, 16);
    finish_or_not(out);
}

// null_function says: in kernel null_function_kernel used address 0, where there is no memory
__device__ void set_one(int *out) {
    *out = 1;
}
__device__ void (*setter)(int *) = set_one;
__global__ void null_function_kernel(int *out, bool there) {
    void (*volatile set)(int *) = there ? setter : nullptr;
    set(out); // here: null_function
}
template <bool CORRECT> void null_function() {
    int *out = zeros<int>(1);
    null_function_kernel<<<1, 1>>>(out, CORRECT);
    finish_or_not(out);
}

// The calls that free are refused after a fault, and still say what is no leak.
// fault_and_leak says: warning: leak
// fault_and_leak says: kept, 256 bytes of device memory
// fault_and_leak says: CUDA checker: 1 finding, 1 warning, 2 times in all
template <bool CORRECT> void fault_and_leak() {
    int *kept, *out = zeros<int>(4);
    must(cudaMalloc(&kept, 256)); // here: fault_and_leak
    null_memset_kernel<<<1, 1>>>(CORRECT ? out : nullptr, 16);
    if (CORRECT)
        must(cudaFree(kept));
    finish_or_not(out);
}

// A store by atomicExch() reads nothing, if nobody looks at what was there.
// exchange says: read of memory that nothing has written in kernel exchange_kernel
template <bool CORRECT> __global__ void exchange_kernel(int *values, int *out) {
    if (threadIdx.x != 0)
        return;
    if (CORRECT)
        atomicExch(values, 1);
    else
        *out += atomicExch(values, 1); // here: exchange
    *out += atomicExch(values, 2);
}
template <bool CORRECT> void exchange() {
    int *values, *out = zeros<int>(1);
    must(cudaMalloc(&values, 4));
    exchange_kernel<CORRECT><<<1, 32>>>(values, out);
    finish(out);
    must(cudaFree(values));
}

// Sizes in elements instead of bytes: of the last word only half is set.
// part_of_word says: read of memory that nothing has written in kernel part_of_word_kernel
// part_of_word says: reads 4 bytes: byte 8 of values, 16 bytes of device memory
template <bool CORRECT> __global__ void part_of_word_kernel(const int *values, int *out) {
    out[threadIdx.x] = values[threadIdx.x]; // here: part_of_word
}
struct padded {
    short a;
    char b; // and a byte that nothing is in
};
__global__ void make(padded *p) {
    p->a = 1;
    p->b = 2;
}
__global__ void pass_on(const padded *from, padded *to) {
    *to = *from;
}
template <bool CORRECT> void part_of_word() {
    int *values, *out = zeros<int>(4);
    must(cudaMalloc(&values, 16));
    must(cudaMemset(values, 0, CORRECT ? 12 : 10));
    part_of_word_kernel<CORRECT><<<1, 3>>>(values, out);
    make<<<1, 1>>>((padded *)values + 3);
    pass_on<<<1, 1>>>((padded *)values + 3, (padded *)out);
    finish(values);
    finish(out);
}

// One byte too few: a whole number is read of which three bytes are set, or seven, or one. A struct
// that is copied and set member by member may have as many.
// cut_short says: read of memory that nothing has written in kernel sum_up
// cut_short says: reads 2 bytes: byte 14 of values, 16 bytes
// cut_short says: reads 8 bytes: byte 60 of values, 64 bytes
// cut_short says: reads 4 bytes: byte 28 of values, 32 bytes of device memory
// cut_at_first says: reads 4 bytes: byte 0 of values, 32 bytes of device memory
__global__ void sum_up(const int *ints, const short *shorts, const double *doubles, double *out) {
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
        sum += ints[i];    // here: cut_short, cut_at_first
        sum += shorts[i];  // here: cut_short
        sum += doubles[i]; // here: cut_short
    }
    *out = sum;
}
template <class T> T *set_between(size_t begin, size_t behind_end) {
    T *values;
    must(cudaMalloc(&values, 8 * sizeof(T)));
    must(cudaMemset((char *)values + begin, 0, 8 * sizeof(T) - begin - behind_end));
    return values;
}
template <bool CORRECT> void cut_short() {
    const size_t left = CORRECT ? 0 : 1;
    int *ints = set_between<int>(0, left);
    short *shorts = set_between<short>(0, left);
    double *doubles = set_between<double>(0, left), *out = zeros<double>(1);
    padded *both = set_between<padded>(0, 8 * sizeof(padded) - 2); // of the first, a
    must(cudaMemset(&both->b, 0, 1));
    sum_up<<<1, 1>>>(ints, shorts, doubles, out);
    pass_on<<<1, 1>>>(both, both + 1);
    finish(out);
    must(cudaFree(ints));
    must(cudaFree(shorts));
    must(cudaFree(doubles));
    finish(both);
}
template <bool CORRECT> void cut_at_first() {
    int *ints = set_between<int>(CORRECT ? 0 : 3, 0);
    short *shorts = zeros<short>(8);
    double *doubles = zeros<double>(8), *out = zeros<double>(1);
    sum_up<<<1, 1>>>(ints, shorts, doubles, out);
    finish(out);
    must(cudaFree(ints));
    must(cudaFree(shorts));
    must(cudaFree(doubles));
}

// constant_store says: write to constant memory in kernel constant_store_kernel
// constant_store says: writes 4 bytes: byte 4 of written_to, 16 bytes of a __constant__ variable
__constant__ int written_to[4];
__device__ int beside[4];
template <bool CORRECT> __global__ void constant_store_kernel(int *out) {
    int *to = CORRECT ? beside : written_to;
    to[1] = *out; // here: constant_store
    *out = to[1];
}
template <bool CORRECT> void constant_store() {
    int *out = zeros<int>(1);
    constant_store_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// One cause, one finding, although both the index and the access are wrong.
// index_shared says: error: index out of bounds in kernel index_shared_kernel
// index_shared says: index 64 of an array of type .*int ?.64.*: 0 bytes after the end of line, 256 bytes
// index_shared says: 1 finding, 64 times in all
template <bool CORRECT> __global__ void index_shared_kernel(int *out) {
    __shared__ int line[CORRECT ? 128 : 64]; // here: index_shared
    line[threadIdx.x] = 1;                   // here: index_shared
    __syncthreads();
    if (threadIdx.x < 64)
        out[threadIdx.x] = line[threadIdx.x];
}
template <bool CORRECT> void index_shared() {
    int *out = zeros<int>(64);
    index_shared_kernel<CORRECT><<<1, 128>>>(out);
    finish(out);
}

// What is read is used in a branch that nobody takes.
// moved says: memory out of bounds in kernel moved_kernel
// moved says: thread 32 of block .0,0,0. reads 4 bytes: 0 bytes after the end of in, 128 bytes of
template <bool CORRECT> __global__ void moved_kernel(const int *in, int *out, int use) {
    const int value = in[threadIdx.x]; // here: moved
    if (use != 0)
        out[threadIdx.x] = value;
}
template <bool CORRECT> void moved() {
    int *out = zeros<int>(64), *in = nullptr;
    must(cudaMalloc(&in, CORRECT ? 256 : 128)); // here: moved
    must(cudaMemset(in, 0, CORRECT ? 256 : 128));
    moved_kernel<CORRECT><<<1, 64>>>(in, out, 0);
    finish(out);
    must(cudaFree(in));
}

// Behind the last label of a switch, and of a goto, nothing jumps past a variable.
// local_switch says: reads 4 bytes: byte 0 of last, 4 bytes of a local variable
template <bool CORRECT> __global__ void local_switch_kernel(int *out) {
    switch (threadIdx.x) {
    case 0:
        out[0] = 1;
        break;
    default:
        int last; // here: local_switch
        if (CORRECT)
            last = 2;
        out[1] = last; // here: local_switch
    }
}
template <bool CORRECT> void local_switch() {
    int *out = zeros<int>(2);
    local_switch_kernel<CORRECT><<<1, 2>>>(out);
    finish(out);
}

// local_goto says: reads 4 bytes: byte 4 of pair, 8 bytes of a local variable
template <bool CORRECT> __global__ void local_goto_kernel(int *out) {
    int tries = 0;
again:
    if (++tries < 3)
        goto again;
    int pair[2]; // here: local_goto
    for (int i = 0; i < (CORRECT ? 2 : 1); ++i)
        pair[i] = tries;
    *out = pair[0] + pair[1]; // here: local_goto
}
template <bool CORRECT> void local_goto() {
    int *out = zeros<int>(1);
    local_goto_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// device_volatile says: 0 bytes after the end of volatile_numbers, 16 bytes of a __device__ variable
__device__ volatile int volatile_numbers[4], volatile_other[4];
template <bool CORRECT> __global__ void device_volatile_kernel(int *out, int shift) {
    volatile int *const at = volatile_numbers + shift;
    *out = *at + volatile_other[0]; // here: device_volatile
}
template <bool CORRECT> void device_volatile() {
    int *out = zeros<int>(1);
    device_volatile_kernel<CORRECT><<<1, 1>>>(out, CORRECT ? 3 : 4);
    finish(out);
}

// What a call of the API gives back through a pointer is written, wherever it points.
// call_result says: byte 0 of device, 4 bytes of a local variable
template <bool CORRECT> __global__ void call_result_kernel(int *out) {
    int device, size; // here: call_result
    if (CORRECT)
        (void)cudaGetDevice(&device);
    (void)cudaDeviceGetAttribute(&size, cudaDevAttrWarpSize, 0);
    (void)cudaGetDevice(out + 1);
    out[0] = device + size + out[1]; // here: call_result
}
template <bool CORRECT> void call_result() {
    int *out;
    must(cudaMalloc(&out, 8));
    call_result_kernel<CORRECT><<<1, 1>>>(out);
    finish(out);
}

// Each thread writes the four bytes of a pixel. One does so in another line, or forgets one.
// unwritten_part says: read of memory that nothing has written
// unwritten_part says: thread 101 of block .1,0,0. reads 1 byte: byte 915 of pixels
template <bool CORRECT> __global__ void fill_pixels(unsigned char *pixels, int other) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    pixels[4 * i] = i;
    pixels[4 * i + 1] = i;
    pixels[4 * i + 2] = i;
    if (i != 228)
        pixels[4 * i + 3] = 255;
    if (CORRECT && i == 228)
        pixels[other] = 0;
}
__global__ void add_parts(const unsigned char *pixels, unsigned char *out) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const unsigned char sum = pixels[4 * i] + pixels[4 * i + 1] + pixels[4 * i + 2];
    out[i] = sum + pixels[4 * i + 3]; // here: unwritten_part
}
template <bool CORRECT> void unwritten_part() {
    unsigned char *pixels, *out = zeros<unsigned char>(254);
    must(cudaMalloc(&pixels, 4 * 254));
    fill_pixels<CORRECT><<<2, 127>>>(pixels, 4 * 228 + 3);
    add_parts<<<2, 127>>>(pixels, out);
    finish(out);
    must(cudaFree(pixels));
}

MISTAKES(CASE(after), CASE(before), CASE(shared_after), CASE(dynamic_after), CASE(row),
         CASE(local_array), CASE(constant), CASE(after_free), CASE(double_free), CASE(middle_free),
         CASE(host_free), CASE(misaligned), CASE(misaligned_atomic), CASE(null), CASE(host_touches),
         CASE(host_copies), CASE(kernel_touches), CASE(unwritten), CASE(unwritten_byte),
         CASE(byte_beyond), CASE(byte_far), CASE(unwritten_shared), CASE(local), CASE(local_branch),
         CASE(local_element), CASE(local_gap), CASE(local_ahead), CASE(local_filled),
         CASE(local_table), CASE(local_far), CASE(local_count), CASE(local_counts),
         CASE(local_macro), CASE(local_changed), CASE(local_result), CASE(local_after),
         CASE(local_before), CASE(local_of_other), CASE(device_after), CASE(constant_after),
         CASE(constant_before), CASE(pinned_free), CASE(shared_before), CASE(macro_specifier),
         CASE(macro_tile), CASE(macro_constant), CASE(host_variable), CASE(kept),
         CASE(unwritten_texture), CASE(freed_texture), CASE(line_of_two), CASE(null_memset),
         CASE(null_function), CASE(fault_and_leak), CASE(exchange), CASE(part_of_word),
         CASE(cut_short), CASE(cut_at_first), CASE(constant_store), CASE(index_shared), CASE(moved),
         CASE(local_switch), CASE(local_goto), CASE(device_volatile), CASE(call_result),
         CASE(unwritten_part))
