// Races on __shared__ memory: between barriers, across them, in a warp, in blocks of every shape.
#include "mistakes.h"

// A neighbour's element is read before the neighbour has written it.
// neighbour says: race on shared memory in kernel neighbour_kernel
// neighbour says: thread 1 of block .0,0,0. writes 4 bytes: byte 4 of cache, 1024 bytes of shared memory
// neighbour says: thread 0 of block .0,0,0. reads 4 bytes there
// neighbour says: missing: __syncthreads.. between the two$
// neighbour says: 1 finding, 256 times in all
template <bool CORRECT> __global__ void neighbour_kernel(int *out) {
    __shared__ int cache[256];
    int i = threadIdx.x;
    cache[i] = i; // here: neighbour
    if (CORRECT)
        __syncthreads();
    out[i] = cache[(i + 1) % 256]; // here: neighbour
}
template <bool CORRECT> void neighbour() {
    int *out = zeros<int>(256);
    neighbour_kernel<CORRECT><<<1, 256>>>(out);
    finish(out);
}

// Two threads write the same element.
// write_write says: race on shared memory in kernel write_write_kernel
// write_write says: writes 4 bytes: byte 0 of total
// write_write says: writes 4 bytes there
template <bool CORRECT> __global__ void write_write_kernel(int *out) {
    __shared__ int total;
    if (!CORRECT || threadIdx.x == 0)
        total = threadIdx.x; // here: write_write
    __syncthreads();
    out[threadIdx.x] = total;
}
template <bool CORRECT> void write_write() {
    int *out = zeros<int>(1024);
    write_write_kernel<CORRECT><<<1, 1024>>>(out);
    finish(out);
}

// The tile is filled again while slow threads still read it: at the loop's end a barrier is
// missing. next_tile: race on shared memory
template <bool CORRECT> __global__ void next_tile_kernel(int *out) {
    __shared__ int tile[64];
    int sum = 0;
    for (int round = 0; round < 3; ++round) {
        tile[threadIdx.x] = round; // here: next_tile
        __syncthreads();
        for (int k = 0; k < 64; ++k)
            sum += tile[k]; // here: next_tile
        if (CORRECT)
            __syncthreads();
    }
    out[threadIdx.x] = sum;
}
template <bool CORRECT> void next_tile() {
    int *out = zeros<int>(64);
    next_tile_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The last steps of a reduction, in one warp, as if its threads ran in step.
// warp_step says: __syncwarp.*the threads of a warp do not run in step
template <bool CORRECT> __global__ void warp_step_kernel(int *out) {
    __shared__ int cache[64];
    int i = threadIdx.x;
    cache[i] = i;
    cache[i + 32] = i;
    for (int half = 32; half > 0; half /= 2) {
        int other = cache[i + half]; // here: warp_step
        if (CORRECT)
            __syncwarp();
        cache[i] += other; // here: warp_step
        if (CORRECT)
            __syncwarp();
    }
    out[i] = cache[0];
}
template <bool CORRECT> void warp_step() {
    int *out = zeros<int>(32);
    warp_step_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// A __syncwarp() orders one warp only.
// other_warp says: missing: __syncthreads.. between the two$
template <bool CORRECT> __global__ void other_warp_kernel(int *out) {
    __shared__ int cache[64];
    cache[threadIdx.x] = 1; // here: other_warp
    if (CORRECT)
        __syncthreads();
    else
        __syncwarp();
    out[threadIdx.x] = cache[63 - threadIdx.x]; // here: other_warp
}
template <bool CORRECT> void other_warp() {
    int *out = zeros<int>(64);
    other_warp_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Two dimensions, read turned.
// plane says: 1 finding, 256 times in all
// plane says: thread .0,8,0. of block .0,0,0. writes 4 bytes: byte 544 of tile
template <bool CORRECT> __global__ void plane_kernel(float *out) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = x; // here: plane
    if (CORRECT)
        __syncthreads();
    out[y * 16 + x] = tile[15 - y][x]; // here: plane
}
template <bool CORRECT> void plane() {
    float *out = zeros<float>(256);
    plane_kernel<CORRECT><<<1, dim3(16, 16)>>>(out);
    finish(out);
}

// Three.
// space says: thread .1,0,0. of block .0,0,0. writes 4 bytes: byte 4 of sums
// space says: likewise tests/checker/shared_races.cu:.*, writes 4 bytes, and
// tests/checker/shared_races.cu:.*, reads space: 288 times so far
template <bool CORRECT> __global__ void space_kernel(int *out) {
    __shared__ int sums[64];
    int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int other = CORRECT ? i : i ^ 1;
    sums[i] = i;     // here: space
    sums[other] = i; // here: space
    out[blockIdx.x * 64 + i] = sums[i];
}
template <bool CORRECT> void space() {
    int *out = zeros<int>(192);
    space_kernel<CORRECT><<<3, dim3(4, 4, 4)>>>(out);
    finish(out);
}

// A member of a struct.
// member says: of points, 512 bytes of shared memory
struct point {
    float x, y;
    int hits;
    char tag;
};
template <bool CORRECT> __global__ void member_kernel(int *out) {
    __shared__ point points[32];
    int i = threadIdx.x;
    points[i].x = i;
    points[i].hits = i; // here: member
    if (CORRECT)
        __syncthreads();
    out[i] = points[31 - i].hits; // here: member
}
template <bool CORRECT> void member() {
    int *out = zeros<int>(32);
    member_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// A vector type.
template <bool CORRECT> __global__ void vector_kernel(float4 *out) {
    __shared__ float4 values[64];
    int i = threadIdx.x;
    values[i] = make_float4(i, i, i, i); // here: vector
    if (CORRECT)
        __syncthreads();
    out[i] = values[63 - i]; // here: vector
}
template <bool CORRECT> void vector() {
    float4 *out = zeros<float4>(64);
    vector_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Through a pointer, in functions.
__device__ void put(int *where, int value) {
    *where = value; // here: pointer
}
__device__ int get(const int *where) {
    return *where; // here: pointer
}
template <bool CORRECT> __global__ void pointer_kernel(int *out) {
    __shared__ int cache[128];
    put(cache + threadIdx.x, 3);
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = get(cache + 127 - threadIdx.x);
}
template <bool CORRECT> void pointer() {
    int *out = zeros<int>(128);
    pointer_kernel<CORRECT><<<1, 128>>>(out);
    finish(out);
}

// Dynamic shared memory.
// dynamic says: 1 finding, 128 times
// dynamic says: of dynamic shared memory, 512 bytes by the launch
extern __shared__ int everything[];
template <bool CORRECT> __global__ void dynamic_kernel(int *out) {
    everything[threadIdx.x] = 1; // here: dynamic
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = everything[127 - threadIdx.x]; // here: dynamic
}
template <bool CORRECT> void dynamic() {
    int *out = zeros<int>(128);
    dynamic_kernel<CORRECT><<<1, 128, 512>>>(out);
    finish(out);
}

// Bytes of one word are places of their own, and a neighbour's is not.
template <bool CORRECT> __global__ void bytes_kernel(char *out) {
    __shared__ char letters[64];
    int i = threadIdx.x;
    letters[i] = 'a';
    letters[CORRECT ? i : i ^ 1] = 'b'; // here: bytes
    out[i] = letters[i];
}
template <bool CORRECT> void bytes() {
    char *out = zeros<char>(64);
    bytes_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Atomics are no race with one another; a plain read of what they count is.
// atomic_and_read says: atomically updates 4 bytes
template <bool CORRECT> __global__ void atomic_and_read_kernel(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1); // here: atomic_and_read
    if (CORRECT)
        __syncthreads();
    if (threadIdx.x == 63)
        *out = count; // here: atomic_and_read
}
template <bool CORRECT> void atomic_and_read() {
    int *out = zeros<int>(1);
    atomic_and_read_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Outside of functions: every block has its own, and its own beginning.
__shared__ int file_tile[64];
// of_file says: race on shared memory in kernel of_file_kernel
// of_file says: byte 4 of file_tile, 256 bytes of shared memory, tests/checker/shared_races.cu
template <bool CORRECT> __global__ void of_file_kernel(int *out) {
    file_tile[threadIdx.x] = threadIdx.x; // here: of_file
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x + 64 * blockIdx.x] = file_tile[(threadIdx.x + 1) % 64]; // here: of_file
}
template <bool CORRECT> void of_file() {
    int *out = zeros<int>(128);
    of_file_kernel<CORRECT><<<2, 64>>>(out);
    finish(out);
}

// unwritten_of_file says: read of shared memory that nothing has written
// unwritten_of_file says: thread 0 of block .1,0,0. reads 4 bytes: byte 0 of file_tile
template <bool CORRECT> __global__ void unwritten_of_file_kernel(int *out) {
    if (CORRECT || blockIdx.x == 0)
        file_tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x + 64 * blockIdx.x] = file_tile[threadIdx.x]; // here: unwritten_of_file
}
template <bool CORRECT> void unwritten_of_file() {
    int *out = zeros<int>(128);
    unwritten_of_file_kernel<CORRECT><<<2, 64>>>(out);
    finish(out);
}

// Barriers are missing, and each step races with the others: one finding.
// scan says: error: race on shared memory in kernel scan_kernel
// scan says: likewise tests/checker/shared_races.cu:.*, reads 4 bytes, and
// tests/checker/shared_races.cu:.*, writes 4 scan: CUDA checker: 1 finding, [0-9]+ times in all
template <bool CORRECT> __device__ void scan_wait() {
    if (CORRECT)
        __syncthreads();
}
template <bool CORRECT> __global__ void scan_kernel(int *out) {
    __shared__ int sums[64];
    int me = threadIdx.x;
    sums[me] = me;
    __syncthreads();
    int one = me >= 1 ? sums[me - 1] : 0; // here: scan
    scan_wait<CORRECT>();
    sums[me] += one; // here: scan
    scan_wait<CORRECT>();
    int two = me >= 2 ? sums[me - 2] : 0; // here: scan
    scan_wait<CORRECT>();
    sums[me] += two;
    scan_wait<CORRECT>();
    int four = me >= 4 ? sums[me - 4] : 0; // here: scan
    scan_wait<CORRECT>();
    sums[me] += four; // here: scan
    __syncthreads();
    out[me] = sums[63 - me];
}
template <bool CORRECT> void scan() {
    int *out = zeros<int>(64);
    scan_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// In a branch of one warp, where a barrier would diverge.
// warp_branch says: missing: __syncwarp.. between the two
template <bool CORRECT> __global__ void warp_branch_kernel(int *out) {
    __shared__ int tile[32];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = threadIdx.x; // here: warp_branch
        if (CORRECT)
            __syncwarp();
        out[threadIdx.x] = tile[31 - threadIdx.x]; // here: warp_branch
    }
}
template <bool CORRECT> void warp_branch() {
    int *out = zeros<int>(32);
    warp_branch_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// eight says: writes 8 bytes: byte 0 of sum
// eight says: writes 8 bytes there
template <bool CORRECT> __global__ void eight_kernel(double *out) {
    __shared__ double sum;
    if (!CORRECT || threadIdx.x == 0)
        sum = threadIdx.x; // here: eight
    __syncthreads();
    out[threadIdx.x] = sum;
}
template <bool CORRECT> void eight() {
    double *out = zeros<double>(64);
    eight_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Counters that their threads have set to 0, and others already add to.
// atomic_after_store says: race on shared memory in kernel atomic_after_store_kernel
// atomic_after_store says: thread 1 of block .0,0,0. atomically updates 4 bytes: byte 0 of counts
template <bool CORRECT> __global__ void atomic_after_store_kernel(int *out) {
    __shared__ int counts[64];
    const int i = threadIdx.x;
    counts[i] = 0; // here: atomic_after_store
    if (CORRECT)
        __syncthreads();
    for (int back = 0; back < 2 && back <= i; back++)
        atomicAdd(&counts[i - back], 1); // here: atomic_after_store
    __syncthreads();
    out[i] = counts[i];
}
template <bool CORRECT> void atomic_after_store() {
    int *out = zeros<int>(64);
    atomic_after_store_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Of many threads that read a word at one line the last one stores to it; and of two. Thread 63 is
// the last one at the barrier, and so the first to go on.
// last_reader says: race on shared memory in kernel last_reader_kernel
// last_reader says: thread 62 of block .0,0,0. writes 4 bytes: byte 0 of words
// last_reader says: thread 63 of block .0,0,0. reads 4 bytes there
// last_reader says: likewise tests/checker/shared_races.cu
template <bool CORRECT> __global__ void last_reader_kernel(int *out) {
    __shared__ int words[2];
    const int i = threadIdx.x;
    if (i < 2)
        words[i] = i;
    __syncthreads();
    int sum = words[0]; // here: last_reader
    if (i == 61 || i == 62)
        sum += words[1]; // here: last_reader
    if (CORRECT)
        __syncthreads();
    if (i == 62)
        words[0] = sum; // here: last_reader
    if (i == 62)
        words[1] = sum; // here: last_reader
    __syncthreads();
    out[i] = sum + words[0] + words[1];
}
template <bool CORRECT> void last_reader() {
    int *out = zeros<int>(64);
    last_reader_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The same, eight bytes at a time.
// last_reader_of_eight says: thread 62 of block .0,0,0. writes 8 bytes: byte 8 of words
// last_reader_of_eight says: thread 61 of block .0,0,0. reads 8 bytes there
template <bool CORRECT> __global__ void last_reader_of_eight_kernel(double *out) {
    __shared__ double words[2];
    const int i = threadIdx.x;
    if (i < 2)
        words[i] = i;
    __syncthreads();
    double sum = 0;
    if (i == 61 || i == 62)
        sum = words[1]; // here: last_reader_of_eight
    if (CORRECT)
        __syncthreads();
    if (i == 62)
        words[1] = sum + 1; // here: last_reader_of_eight
    __syncthreads();
    out[i] = sum + words[1];
}
template <bool CORRECT> void last_reader_of_eight() {
    double *out = zeros<double>(64);
    last_reader_of_eight_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Threads count at one line, in two rounds. One of them leaves the second one out, and sets the
// counter back.
// last_counter says: race on shared memory in kernel last_counter_kernel
// last_counter says: thread 61 of block .0,0,0. writes 4 bytes: byte 0 of count
// last_counter says: thread 60 of block .0,0,0. atomically updates 4 bytes there
// last_counter says: 1 finding, 3 times in all
template <bool CORRECT> __global__ void last_counter_kernel(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    for (int round = 0; round < 2; round++) {
        __syncthreads();
        if (threadIdx.x != 61 || round == 0)
            atomicAdd(&count, 1); // here: last_counter
        if (CORRECT)
            __syncthreads();
        if (threadIdx.x == 61 && round == 1)
            count = 0; // here: last_counter
    }
    __syncthreads();
    out[threadIdx.x] = count;
}
template <bool CORRECT> void last_counter() {
    int *out = zeros<int>(64);
    last_counter_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Threads that stride over the grid take turns, and one is early in a neighbour's place.
// stride says: race on shared memory in kernel stride_kernel
// stride says: thread 1 of block .0,0,0. reads 4 bytes: byte 0 of sums
template <bool CORRECT> __global__ void stride_kernel(int *out) {
    __shared__ int sums[64];
    const int me = threadIdx.x;
    int k = 0;
    sums[me] = 0;
    for (int i = me; i < 64 * 40; i += blockDim.x * gridDim.x)
        sums[!CORRECT && me == 1 && k++ == 20 ? 0 : me] += i; // here: stride
    __syncthreads();
    out[me] = sums[me];
}
template <bool CORRECT> void stride() {
    int *out = zeros<int>(64);
    stride_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

MISTAKES(CASE(neighbour), CASE(write_write), CASE(next_tile), CASE(warp_step), CASE(other_warp),
         CASE(plane), CASE(space), CASE(member), CASE(vector), CASE(pointer), CASE(dynamic),
         CASE(bytes), CASE(atomic_and_read), CASE(of_file), CASE(unwritten_of_file), CASE(scan),
         CASE(warp_branch), CASE(eight), CASE(atomic_after_store), CASE(last_reader),
         CASE(last_reader_of_eight), CASE(last_counter), CASE(stride))
