// Races on global memory and __device__ variables; fences, locks and counters that prevent them.
#include "mistakes.h"

#include <atomic>
#include <thread>

// Threads of a block exchange values in global memory.
// within_block says: race on global memory in kernel within_block_kernel
// within_block says: byte 4 of values, 1024 bytes of device memory, allocated at .*global_races.cu
template <bool CORRECT> __global__ void within_block_kernel(int *values, int *out) {
    values[threadIdx.x] = 1; // here: within_block
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = values[(threadIdx.x + 1) % 256]; // here: within_block
}
template <bool CORRECT> void within_block() {
    int *values = zeros<int>(1);
    finish(values);
    must(cudaMalloc(&values, 256 * sizeof(int))); // here: within_block
    must(cudaMemset(values, 0, 256 * sizeof(int)));
    int *out = zeros<int>(256);
    within_block_kernel<CORRECT><<<1, 256>>>(values, out);
    finish(values);
    finish(out);
}

// Blocks write the same element.
// between_blocks says: thread 0 of block .1,0,0. writes
// between_blocks says: thread 0 of block .0,0,0. writes 4 bytes there
// between_blocks says: missing: blocks run in any order
template <bool CORRECT> __global__ void between_blocks_kernel(int *out) {
    if (threadIdx.x == 0)
        out[CORRECT ? blockIdx.x : 0] = blockIdx.x; // here: between_blocks
}
template <bool CORRECT> void between_blocks() {
    int *out = zeros<int>(8);
    between_blocks_kernel<CORRECT><<<8, 32>>>(out);
    finish(out);
}

// A barrier orders one block, not two.
template <bool CORRECT> __global__ void barrier_only_kernel(int *values, int *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    values[i] = i; // here: barrier_only
    __syncthreads();
    out[i] = values[CORRECT ? blockIdx.x * blockDim.x : (i + 32) % 128]; // here: barrier_only
}
template <bool CORRECT> void barrier_only() {
    int *values = zeros<int>(128), *out = zeros<int>(128);
    barrier_only_kernel<CORRECT><<<4, 32>>>(values, out);
    finish(values);
    finish(out);
}

// Each thread of the first block reads an element of a column, writes one, and four of a row. The
// second block uses some of them.
// in_columns says: likewise .*, writes 4 bytes, and .*, reads 4 bytes
// in_columns says: thread .5,3,0. of block .0,0,0. writes 4 bytes there
// in_columns says: thread .5,2,0. of block .0,0,0. writes (8|16) bytes there
template <bool CORRECT> __global__ void in_columns_kernel(int *in, int *out, int4 *fours) {
    const unsigned column = threadIdx.y + threadIdx.x * 16, row = threadIdx.x + threadIdx.y * 16;
    if (blockIdx.x == 0) {
        const int one = in[column];         // here: in_columns
        out[column] = one;                  // here: in_columns
        fours[row] = make_int4(1, 2, 3, 4); // here: in_columns
    } else if (row == 0 && !CORRECT) {
        const int sum = out[5 * 16 + 3] + fours[37].z; // here: in_columns
        in[7 * 16 + 9] = sum;                          // here: in_columns
    }
}
template <bool CORRECT> void in_columns() {
    int *in = zeros<int>(256), *out = zeros<int>(256);
    int4 *fours = zeros<int4>(256);
    in_columns_kernel<CORRECT><<<2, dim3(16, 16)>>>(in, out, fours);
    finish(in);
    finish(out);
    finish(fours);
}

// x = x + 1 by all, and by atomicAdd.
// device_variable says: of counter, 4 bytes of a __device__ variable
__device__ int counter; // here: device_variable
template <bool CORRECT> __global__ void device_variable_kernel() {
    if (CORRECT)
        atomicAdd(&counter, 1);
    else
        counter = counter + 1; // here: device_variable
}
template <bool CORRECT> void device_variable() {
    device_variable_kernel<CORRECT><<<4, 64>>>();
}

// Neighbouring bytes are different places, for any number of blocks.
template <bool CORRECT> __global__ void bytes_kernel(unsigned char *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[CORRECT ? i : i / 2] = i; // here: bytes
}
template <bool CORRECT> void bytes() {
    unsigned char *out = zeros<unsigned char>(999);
    bytes_kernel<CORRECT><<<37, 27>>>(out);
    finish(out);
}

// Each thread reads its neighbour's byte.
// bytes_shifted says: race on global memory in kernel bytes_shifted_kernel
// bytes_shifted says: writes 1 byte
template <bool CORRECT>
__global__ void bytes_shifted_kernel(const unsigned char *from, unsigned char *to) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    to[i] = from[i + 1]; // here: bytes_shifted
}
template <bool CORRECT> void bytes_shifted() {
    unsigned char *from = zeros<unsigned char>(641), *to = zeros<unsigned char>(640);
    bytes_shifted_kernel<CORRECT><<<2, 320>>>(from, CORRECT ? to : from);
    finish(from);
    finish(to);
}

// Each thread reads a neighbour's two bytes; behind a barrier there is nothing wrong with it.
// shorts_swapped says: race on global memory in kernel shorts_swapped_kernel
// shorts_swapped says: missing: .*__syncthreads
template <bool CORRECT> __global__ void shorts_swapped_kernel(short *halves, short *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    halves[i] = i; // here: shorts_swapped
    if (CORRECT)
        __syncthreads();
    out[i] = halves[i ^ 1]; // here: shorts_swapped
}
template <bool CORRECT> void shorts_swapped() {
    short *halves = zeros<short>(512), *out = zeros<short>(512);
    shorts_swapped_kernel<CORRECT><<<2, 256>>>(halves, out);
    finish(halves);
    finish(out);
}

// A block fills its part of the bytes, and one of the next block's, which shares a word with it.
// bytes_of_blocks says: race on global memory in kernel bytes_of_blocks_kernel
// bytes_of_blocks says: missing: blocks run in any order
template <bool CORRECT> __global__ void bytes_of_blocks_kernel(unsigned char *out) {
    int first = blockIdx.x * 150;
    out[first + threadIdx.x] = 1; // here: bytes_of_blocks
    if (threadIdx.x < (CORRECT ? 50 : 51))
        out[first + 100 + threadIdx.x] = 2; // here: bytes_of_blocks
}
template <bool CORRECT> void bytes_of_blocks() {
    unsigned char *out = zeros<unsigned char>(601);
    bytes_of_blocks_kernel<CORRECT><<<4, 100>>>(out);
    finish(out);
}

// Bytes that other threads have written are read as a word.
// bytes_as_words says: race on global memory in kernel bytes_as_words_kernel
// bytes_as_words says: reads 4 bytes
template <bool CORRECT>
__global__ void bytes_as_words_kernel(unsigned char *bytes, unsigned int *out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    bytes[i] = i; // here: bytes_as_words
    if (CORRECT)
        __syncthreads();
    if (i % 4 == 0)
        out[i / 4] = ((unsigned int *)bytes)[i / 4]; // here: bytes_as_words
}
template <bool CORRECT> void bytes_as_words() {
    unsigned char *bytes = zeros<unsigned char>(256);
    unsigned int *out = zeros<unsigned int>(64);
    bytes_as_words_kernel<CORRECT><<<2, 128>>>(bytes, out);
    finish(bytes);
    finish(out);
}

// A copy in another stream begins with the last byte that a kernel writes, or behind it in the same
// word.
// bytes_and_copy says: race on global memory
template <bool CORRECT> __global__ void fill_98_bytes(unsigned char *out) {
    out[threadIdx.x] = threadIdx.x; // here: bytes_and_copy
}
template <bool CORRECT> void bytes_and_copy() {
    const int first = CORRECT ? 98 : 97;
    unsigned char *bytes = zeros<unsigned char>(200), *to = zeros<unsigned char>(200);
    cudaStream_t one, other;
    must(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    must(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    must(cudaDeviceSynchronize());
    fill_98_bytes<CORRECT><<<1, 98, 0, one>>>(bytes);
    must(cudaMemcpyAsync(to, bytes + first, 100, cudaMemcpyDeviceToDevice, // here: bytes_and_copy
                         other));
    must(cudaDeviceSynchronize());
    must(cudaStreamDestroy(one));
    must(cudaStreamDestroy(other));
    finish(bytes);
    finish(to);
}

// The last block adds up what the others have written: __threadfence() before the counter.
// last_block says: race on global memory
// last_block says: missing: if the atomic operation at .*, __threadfence.. after .* and before the
// atomic
__device__ unsigned int finished;
template <bool CORRECT> __global__ void last_block_kernel(volatile int *partial, int *out) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x; // here: last_block
        if (CORRECT)
            __threadfence();
        is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0)
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: last_block
}
template <bool CORRECT> void last_block() {
    int *partial = zeros<int>(16), *out = zeros<int>(1);
    last_block_kernel<CORRECT><<<16, 64>>>(partial, out);
    finish(partial);
    finish(out);
}

// The whole block writes, all threads read, after barriers on both sides.
template <bool CORRECT> __global__ void last_block_wide_kernel(int *partial, int *out) {
    __shared__ bool is_last;
    partial[blockIdx.x * blockDim.x + threadIdx.x] = 1; // here: last_block_wide
    if (CORRECT)
        __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (is_last)
        for (unsigned block = 0; block < gridDim.x; ++block)
            out[threadIdx.x] +=
                partial[block * blockDim.x + 63 - threadIdx.x]; // here: last_block_wide
}
template <bool CORRECT> void last_block_wide() {
    int *partial = zeros<int>(16 * 64), *out = zeros<int>(64);
    last_block_wide_kernel<CORRECT><<<16, 64>>>(partial, out);
    finish(partial);
    finish(out);
}

// A lock, with a fence after it is taken and one before it is given back.
// lock_acquire says: missing: __threadfence.. after the atomic operation at .*, which takes over
// lock_release says: missing: if the atomic .*, __threadfence.. after .* and before the atomic operation
// lock_exchange says: missing: atomicExch.. in place of the plain store at .*: the atomic operation at
// lock_bare says: order the two, __threadfence.. before each one that gives away and after each one that
__device__ int mutex;
template <bool ACQUIRE, bool RELEASE, bool ATOMIC> __global__ void locked_kernel(int *total) {
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&mutex, 0, 1) != 0)
        ;
    if (ACQUIRE)
        __threadfence();
    *total += 1; // here: lock_acquire, lock_release, lock_exchange, lock_bare
    if (RELEASE)
        __threadfence();
    if (ATOMIC)
        atomicExch(&mutex, 0);
    else
        *(volatile int *)&mutex = 0; // here: lock_exchange
}
template <bool CORRECT> void lock_acquire() {
    int *total = zeros<int>(1);
    locked_kernel<CORRECT, true, true><<<8, 32>>>(total);
    finish(total);
}
template <bool CORRECT> void lock_release() {
    int *total = zeros<int>(1);
    locked_kernel<true, CORRECT, true><<<8, 32>>>(total);
    finish(total);
}
template <bool CORRECT> void lock_bare() {
    int *total = zeros<int>(1);
    locked_kernel<CORRECT, CORRECT, true><<<8, 32>>>(total);
    finish(total);
}
template <bool CORRECT> void lock_exchange() {
    int *total = zeros<int>(1);
    locked_kernel<true, true, CORRECT><<<8, 32>>>(total);
    finish(total);
}

// Every thread of a block takes the lock; two places under one lock, one read before it.
template <bool CORRECT> __global__ void lock_in_block_kernel(int *total) {
    bool done = false;
    while (!done)
        if (atomicCAS(&mutex, 0, 1) == 0) {
            __threadfence();
            total[0] += 1; // here: lock_in_block
            __threadfence();
            atomicExch(&mutex, 0);
            done = true;
        }
    if (!CORRECT)
        total[0] += 1; // here: lock_in_block
}
template <bool CORRECT> void lock_in_block() {
    int *total = zeros<int>(1);
    lock_in_block_kernel<CORRECT><<<3, 40>>>(total);
    finish(total);
}

// A fence of the block does not reach another block.
// block_fence says: missing: __threadfence.. in place of __threadfence_block.. after
template <bool CORRECT> __global__ void block_fence_kernel(int *partial, int *out) {
    if (threadIdx.x != 0)
        return;
    partial[blockIdx.x] = 1; // here: block_fence
    if (CORRECT)
        __threadfence();
    else
        __threadfence_block();
    if (atomicInc(&finished, gridDim.x) == gridDim.x - 1) {
        __threadfence();
        for (unsigned block = 0; block < gridDim.x; ++block)
            *out += partial[block]; // here: block_fence
    }
}
template <bool CORRECT> void block_fence() {
    int *partial = zeros<int>(16), *out = zeros<int>(1);
    block_fence_kernel<CORRECT><<<16, 32>>>(partial, out);
    finish(partial);
    finish(out);
}

// A warp writes, its first lane tells the others, and the last warp adds up: __syncwarp() and a
// fence of one lane stand for all of its lanes.
// warp_last says: missing: if the atomic operation at .*, __threadfence.. after .* and before the atomic
__device__ unsigned int warps_finished;
template <bool CORRECT> __global__ void warp_last_kernel(int *partial, int *out) {
    int lane = threadIdx.x % 32, i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned ticket = 0, warps = gridDim.x * blockDim.x / 32;
    partial[i] = 1; // here: warp_last
    __syncwarp();
    if (lane == 0) {
        if (CORRECT)
            __threadfence();
        ticket = atomicAdd(&warps_finished, 1);
        __threadfence();
    }
    __syncwarp();
    ticket = __shfl_sync(0xffffffff, ticket, 0);
    if (ticket == warps - 1)
        for (unsigned warp = 0; warp < warps; ++warp)
            out[lane] += partial[warp * 32 + 31 - lane]; // here: warp_last
}
template <bool CORRECT> void warp_last() {
    int *partial = zeros<int>(256), *out = zeros<int>(32);
    warp_last_kernel<CORRECT><<<4, 64>>>(partial, out);
    finish(partial);
    finish(out);
}

// The first lane of a warp takes a lock for all of them.
template <bool CORRECT> __global__ void warp_lock_kernel(int *totals) {
    int lane = threadIdx.x % 32;
    if (lane == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            ;
        __threadfence();
    }
    __syncwarp();
    totals[lane] += 1; // here: warp_lock
    if (CORRECT)
        __syncwarp();
    if (lane == 0) {
        __threadfence();
        atomicExch(&mutex, 0);
    }
}
template <bool CORRECT> void warp_lock() {
    int *totals = zeros<int>(32);
    warp_lock_kernel<CORRECT><<<3, 64>>>(totals);
    finish(totals);
}

// One launch after the other is ordered.
template <bool CORRECT> __global__ void two_launches_kernel(int *values) {
    int i = threadIdx.x + blockIdx.x * 64;
    values[CORRECT ? i : i / 2 * 2] += 1; // here: two_launches
}
template <bool CORRECT> void two_launches() {
    int *values = zeros<int>(256);
    two_launches_kernel<CORRECT><<<4, 64>>>(values);
    two_launches_kernel<true><<<4, 64>>>(values);
    finish(values);
}

// ------------------------------------------------------------------ streams, copies, the host
//
// Whatever is in two streams may run at the same time, and the host goes on while the device works.

__global__ void fill(int *out, int value) {
    out[threadIdx.x] = value; // here: two_streams, event, kernel_and_copy, managed_read, edge
}
__global__ void add_up(const int *in, int *out) {
    out[threadIdx.x] +=
        in[63 - threadIdx.x]; // here: two_streams, copy_and_kernel, managed_write, edge, branches
}

struct two {
    cudaStream_t first, second;
    cudaEvent_t event;
    int *a, *b;
    explicit two(unsigned flags = cudaStreamNonBlocking) {
        must(cudaStreamCreateWithFlags(&first, flags));
        must(cudaStreamCreateWithFlags(&second, flags));
        must(cudaEventCreate(&event));
        a = zeros<int>(64);
        b = zeros<int>(64);
        must(cudaDeviceSynchronize());
    }
    ~two() {
        must(cudaDeviceSynchronize());
        finish(a);
        finish(b);
        must(cudaEventDestroy(event));
        must(cudaStreamDestroy(first));
        must(cudaStreamDestroy(second));
    }
};

// Two launches in two streams, of which one uses what the other makes.
// two_streams says: race on global memory in kernel add_up
// two_streams says: thread 0 of block .0,0,0., launched at .*global_races.cu:[0-9]+ in the stream made
// two_streams says: made at .*, reads 4 bytes: byte 252 of memory, 256 bytes of device memory
// two_streams says: thread 63 of block .0,0,0., launched at .*, writes 4 bytes there
// two_streams says: missing: cudaEventRecord.. after the earlier one and cudaStreamWaitEvent.. before
// two_streams says: the later, or one stream for both$
// two_streams says: 64 times so far
template <bool CORRECT> void two_streams() {
    two s;
    fill<<<1, 64, 0, s.first>>>(s.a, 1);                          // here: two_streams
    add_up<<<1, 64, 0, CORRECT ? s.first : s.second>>>(s.a, s.b); // here: two_streams
}

// An event between them.
template <bool CORRECT> void event() {
    two s;
    fill<<<1, 64, 0, s.first>>>(s.a, 1); // here: event
    must(cudaEventRecord(s.event, s.first));
    if (CORRECT)
        must(cudaStreamWaitEvent(s.second, s.event, 0));
    add_up<<<1, 64, 0, s.second>>>(s.a, s.b); // here: event
}

// The event is recorded before the launch that matters, or behind it.
template <bool CORRECT> void event_of_the_other() {
    two s;
    if (!CORRECT)
        must(cudaEventRecord(s.event, s.first));
    fill<<<1, 64, 0, s.first>>>(s.a, 1); // here: event_of_the_other
    if (CORRECT)
        must(cudaEventRecord(s.event, s.first));
    must(cudaStreamWaitEvent(s.second, s.event, 0));
    add_up<<<1, 64, 0, s.second>>>(s.a, s.b); // here: event_of_the_other
}

// One lock for the kernels of two streams, or none.
// lock_of_two_streams says: missing: cudaEventRecord
template <bool CORRECT> void lock_of_two_streams() {
    two s;
    int *total = zeros<int>(1);
    must(cudaDeviceSynchronize());
    for (int i = 0; i < 2; ++i) {
        locked_kernel<true, true, true><<<4, 32, 0, s.first>>>(total);
        if (CORRECT)
            locked_kernel<true, true, true><<<4, 32, 0, s.second>>>(total);
        else
            fill<<<1, 1, 0, s.second>>>(total, 1);
    }
    finish(total);
}

// The default stream waits for blocking streams, and not for the others.
// non_blocking says: in the default stream, reads 4 bytes
// non_blocking says: cudaStreamNonBlocking and the default stream do not wait for each other
template <bool CORRECT> void non_blocking() {
    two s(CORRECT ? cudaStreamDefault : cudaStreamNonBlocking);
    fill<<<1, 64, 0, s.first>>>(s.a, 1);  // here: non_blocking
    add_up<<<1, 64>>>(s.a, s.b);          // here: non_blocking
    fill<<<1, 64, 0, s.second>>>(s.b, 1); // here: non_blocking
}

// A kernel writes what a copy in another stream reads.
// kernel_and_copy says: race on global memory in kernel fill
// kernel_and_copy says: cudaMemcpyAsync in the stream made at .* reads 256 bytes: byte 0 of memory
// kernel_and_copy says: writes 4 bytes there, before it in this run
template <bool CORRECT> void kernel_and_copy() {
    two s;
    fill<<<1, 64, 0, s.first>>>(s.a, 1); // here: kernel_and_copy
    if (CORRECT)
        must(cudaStreamSynchronize(s.first));
    const auto kind = cudaMemcpyDeviceToDevice;
    must(cudaMemcpyAsync(s.b, s.a, 256, kind, s.second)); // here: kernel_and_copy
}

// Of two launches of one stream the first has written what a copy in another stream reads. The
// second one writes beside it, in the same 64 bytes. None waits for the first launch of all.
// earlier_launch says: race on global memory in kernel fill
// earlier_launch says: cudaMemcpyAsync in the stream made at .* reads 32 bytes: byte 0 of memory
// earlier_launch says: thread 0 of block .0,0,0., launched at .*, writes 4 bytes there
template <bool CORRECT> void earlier_launch() {
    two s;
    int *c = zeros<int>(64);
    must(cudaDeviceSynchronize());
    fill<<<1, 64, 0, s.second>>>(c, 0);
    fill<<<1, 8, 0, s.first>>>(s.a, 1); // here: earlier_launch
    fill<<<1, 8, 0, s.first>>>(s.a + 8, 2);
    if (CORRECT) {
        must(cudaEventRecord(s.event, s.first));
        must(cudaStreamWaitEvent(s.second, s.event, 0));
    }
    const auto kind = cudaMemcpyDeviceToDevice;
    must(cudaMemcpyAsync(s.b, s.a, 32, kind, s.second)); // here: earlier_launch
    finish(c);
}

// Many launches read what is then set, which waits for all of them but the first.
// first_reader says: cudaMemsetAsync in the stream made at .* writes 256 bytes: byte 0 of memory
// first_reader says: launched at .* in the stream made at .*, reads 4 bytes there, before it in this run
template <bool CORRECT> void first_reader() {
    two s, other;
    add_up<<<1, 64, 0, other.first>>>(s.a, s.b); // here: first_reader
    for (int launch = 0; launch < 9; ++launch)
        add_up<<<1, 64, 0, s.first>>>(s.a, other.a);
    for (cudaStream_t stream : {s.first, CORRECT ? other.first : s.first}) {
        must(cudaEventRecord(s.event, stream));
        must(cudaStreamWaitEvent(s.second, s.event, 0));
    }
    must(cudaMemsetAsync(s.a, 0, 256, s.second)); // here: first_reader
    must(cudaDeviceSynchronize());
}

// Two copies, of which one has half of what the other has, and two kernels that meet both.
// two_copies says: cudaMemsetAsync in the stream made at .* writes 256 bytes there
// two_copies says: cudaMemsetAsync in the stream made at .* writes 128 bytes there
// two_copies says: 64 times so far
// two_copies says: 32 times so far
// two_copies says: 4 findings, 192 times in all
template <bool CORRECT> void two_copies() {
    two s;
    int *c = zeros<int>(64);
    must(cudaDeviceSynchronize());
    must(cudaMemsetAsync(s.a, 0, 256, s.first));      // here: two_copies
    must(cudaMemsetAsync(s.a + 16, 0, 128, s.first)); // here: two_copies
    if (CORRECT)
        must(cudaStreamSynchronize(s.first));
    fill<<<1, 64, 0, s.second>>>(s.a, 1);   // here: two_copies
    add_up<<<1, 64, 0, s.second>>>(s.a, c); // here: two_copies
    finish(c);
}

// A kernel reads what a copy in another stream writes.
// copy_and_kernel says: reads 4 bytes: byte 248 of memory
// copy_and_kernel says: cudaMemcpy2DAsync in the stream made at .* writes 96 bytes there
// copy_and_kernel says: 24 times so far
template <bool CORRECT> void copy_and_kernel() {
    two s;
    int *c = zeros<int>(128), *out = zeros<int>(128);
    must(cudaDeviceSynchronize());
    int *to = CORRECT ? c + 64 : c + 4;
    const auto kind = cudaMemcpyDeviceToDevice;
    // 12 of 32 bytes in each of 8 rows.
    must(cudaMemcpy2DAsync(to, 32, s.b, 32, 12, 8, kind, s.first)); // here: copy_and_kernel
    add_up<<<1, 64, 0, s.second>>>(c, out);                         // here: copy_and_kernel
    finish(c);
    finish(out);
}

// Two streams work on columns that lie beside one another.
// columns says: race on global memory$
// columns says: cudaMemset2DAsync in the stream made at .* writes 64 bytes: byte 12 of memory
// columns says: cudaMemset2DAsync in the stream made at .* writes 128 bytes there
template <bool CORRECT> void columns() {
    two s;
    must(cudaMemset2DAsync(s.a, 32, 1, 16, 8, s.first));                     // here: columns
    must(cudaMemset2DAsync(s.a + (CORRECT ? 4 : 3), 32, 2, 8, 8, s.second)); // here: columns
}

// cudaMemset goes on while the device works, and so does a copy within the device.
// kernel_and_memset says: cudaMemset in the default stream writes 256 bytes
template <bool CORRECT> void kernel_and_memset() {
    two s;
    fill<<<1, 64, 0, s.first>>>(s.a, 1); // here: kernel_and_memset
    if (CORRECT) {
        must(cudaEventRecord(s.event, s.first));
        must(cudaStreamWaitEvent(nullptr, s.event, 0));
    }
    must(cudaMemset(s.a, 0, 256)); // here: kernel_and_memset
}

// The host reads managed memory while a kernel may still write it.
// managed_read says: race on global memory in kernel fill
// managed_read says: the host reads 4 bytes: byte 4 of values, 256 bytes of managed memory
// managed_read says: missing: cudaStreamSynchronize.. or cudaDeviceSynchronize.. before the host
template <bool CORRECT> void managed_read() {
    int *values;
    must(cudaMallocManaged(&values, 256));
    fill<<<1, 64>>>(values, 1); // here: managed_read
    if (CORRECT)
        must(cudaDeviceSynchronize());
    if (values[1] != 1) // here: managed_read
        must(cudaErrorUnknown);
    finish(values);
}

// The host writes managed memory while a kernel may still read it: the next input.
// managed_write says: the host writes 4 bytes: byte 0 of values
template <bool CORRECT> void managed_write() {
    int *values, *out = zeros<int>(64);
    must(cudaMallocManaged(&values, 256));
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 64; ++i)
            values[i] = round;          // here: managed_write
        add_up<<<1, 64>>>(values, out); // here: managed_write
        if (CORRECT)
            must(cudaStreamSynchronize(nullptr));
    }
    finish(values);
    finish(out);
}

// The atomic operations are on a __shared__ variable: each block has one of its own, so that they
// order nothing between blocks.
__device__ unsigned shared_atomic_total, shared_atomic_tickets;
template <bool CORRECT> __global__ void shared_atomic_kernel() {
    __shared__ unsigned own;
    if (threadIdx.x == 0)
        own = 0;
    __syncthreads();
    unsigned *counter = CORRECT ? &shared_atomic_tickets : &own;
    if (threadIdx.x == 0) {
        atomicAdd(counter, 1u);
        __threadfence();
        shared_atomic_total += 1; // here: shared_atomic
        __threadfence();
        atomicAdd(counter, 1u);
    }
}
template <bool CORRECT> void shared_atomic() {
    shared_atomic_kernel<CORRECT><<<CORRECT ? 1 : 3, 32>>>();
    must(cudaDeviceSynchronize());
}

// Success of cudaStreamQuery says that the stream's work is done, and not that of another stream.
template <bool CORRECT> void query() {
    two s;
    int *values;
    must(cudaMallocManaged(&values, 256));
    fill<<<1, 64, 0, s.first>>>(values, 1); // here: query
    while (cudaStreamQuery(CORRECT ? s.first : s.second) == cudaErrorNotReady)
        ;
    values[0] = 0; // here: query
    finish(values);
}

// Waiting for the default stream is no waiting for a non-blocking one.
template <bool CORRECT> void default_stream_sync() {
    two s(CORRECT ? cudaStreamDefault : cudaStreamNonBlocking);
    int *values;
    must(cudaMallocManaged(&values, 256));
    fill<<<1, 64, 0, s.first>>>(values, 1); // here: default_stream_sync
    must(cudaStreamSynchronize(nullptr));
    values[0] = 0; // here: default_stream_sync
    finish(values);
}

// The host overwrites pinned memory that a copy may still read.
// pinned_reuse says: the host writes 4 bytes: byte 0 of mine, 256 bytes of pinned host memory
// pinned_reuse says: cudaMemcpyAsync in the stream made at .* reads 256 bytes there
template <bool CORRECT> void pinned_reuse() {
    two s;
    int *mine;
    must(cudaMallocHost(&mine, 256));
    memset(mine, 1, 256);
    must(cudaMemcpyAsync(s.a, mine, 256, cudaMemcpyHostToDevice, s.first)); // here: pinned_reuse
    if (CORRECT)
        must(cudaStreamSynchronize(s.first));
    mine[0] = 2; // here: pinned_reuse
    must(cudaFreeHost(mine));
}

// The host reads what a copy to memory that it has registered may not have brought yet.
template <bool CORRECT> void registered_read() {
    two s;
    static int mine[64];
    must(cudaHostRegister(mine, sizeof mine, cudaHostRegisterDefault));
    fill<<<1, 64>>>(mine, 0); // kernels may touch it too
    must(cudaDeviceSynchronize());
    const auto kind = cudaMemcpyDeviceToHost;
    must(cudaMemcpyAsync(mine, s.a, 256, kind, s.first)); // here: registered_read
    if (CORRECT)
        must(cudaStreamSynchronize(s.first));
    if (mine[5] != 0) // here: registered_read
        must(cudaErrorUnknown);
    must(cudaHostUnregister(mine));
}

// Memory is freed in the order of one stream while a kernel in another may still use it.
// free_async says: cudaFreeAsync in the stream made at .* frees 256 bytes: byte 0 of values, 256 bytes
// free_async says: launched at .* in the stream made at .*, writes 4 bytes there
template <bool CORRECT> void free_async() {
    two s;
    int *values;
    must(cudaMallocAsync(&values, 256, s.first));
    fill<<<1, 64, 0, s.first>>>(values, 1);
    int first;
    must(cudaMemcpyAsync(&first, values, 4, cudaMemcpyDeviceToHost, s.first));
    must(cudaEventRecord(s.event, s.first));
    must(cudaStreamWaitEvent(s.second, s.event, 0));
    fill<<<1, 64, 0, s.second>>>(values, 2);                   // here: free_async
    must(cudaFreeAsync(values, CORRECT ? s.second : s.first)); // here: free_async
}

// A kernel uses memory that is not allocated yet.
// malloc_async says: cudaMallocAsync in the stream made at .* allocates 256 bytes there
template <bool CORRECT> void malloc_async() {
    two s;
    int *values;
    must(cudaMallocAsync(&values, 256, s.first)); // here: malloc_async
    if (CORRECT)
        must(cudaStreamSynchronize(s.first));
    fill<<<1, 64, 0, s.second>>>(values, 2); // here: malloc_async
    finish(values);
}

// Two streams of one pipeline, each with its own half, or both with the same.
// pipeline says: race on global memory
template <bool CORRECT> void pipeline() {
    two s;
    int *mine;
    must(cudaMallocHost(&mine, 512));
    memset(mine, 1, 512);
    for (int round = 0; round < 4; ++round) {
        int half = round % 2;
        cudaStream_t stream = half == 0 ? s.first : s.second;
        int *in = CORRECT && half == 1 ? s.b : s.a;
        int *part = mine + half * 64;
        must(cudaMemcpyAsync(in, part, 256, cudaMemcpyHostToDevice, stream)); // here: pipeline
        bytes_kernel<true><<<1, 256, 0, stream>>>((unsigned char *)in);
        must(cudaMemcpyAsync(part, in, 256, cudaMemcpyDeviceToHost, stream));
    }
    must(cudaDeviceSynchronize());
    must(cudaFreeHost(mine));
}

// The last block sets the counter back for the next launch: it has read what all others wrote
// there. The first one has not.
// counter_reset says: race on global memory in kernel counter_reset_kernel
template <bool CORRECT> __global__ void counter_reset_kernel(int *count, int *sum) {
    if (threadIdx.x != 0)
        return;
    atomicAdd(sum, 1);
    __threadfence();
    int mine = atomicAdd(count, 1); // here: counter_reset
    if (mine == (CORRECT ? gridDim.x - 1 : 0))
        *count = 0; // here: counter_reset
}
template <bool CORRECT> void counter_reset() {
    int *count = zeros<int>(1), *sum = zeros<int>(1);
    counter_reset_kernel<CORRECT><<<4, 32>>>(count, sum);
    counter_reset_kernel<CORRECT><<<4, 32>>>(count, sum);
    finish(count);
    finish(sum);
}

// Another thread of the last block does so, behind a barrier, or without one.
// counter_barrier says: race on global memory in kernel counter_barrier_kernel
template <bool CORRECT> __global__ void counter_barrier_kernel(int *count) {
    __shared__ bool last;
    if (threadIdx.x == 0)
        last = atomicAdd(count, 1) == gridDim.x - 1; // here: counter_barrier
    if (CORRECT)
        __syncthreads();
    if (threadIdx.x == 40 && last)
        *count = 0; // here: counter_barrier
}
template <bool CORRECT> void counter_barrier() {
    int *count = zeros<int>(1);
    counter_barrier_kernel<CORRECT><<<4, 64>>>(count);
    finish(count);
}

// block_scope says: race on global memory in kernel block_scope_kernel
// block_scope says: missing: atomic operations without _block in their names
template <bool CORRECT> __global__ void block_scope_kernel(int *sums) {
    int *sum = sums + blockIdx.x;
    if (CORRECT)
        atomicAdd_block(sum, 1);
    else
        atomicAdd_block(sums, 1); // here: block_scope
    atomicAdd(sums + 4, 1);
}
template <bool CORRECT> void block_scope() {
    int *sums = zeros<int>(5);
    block_scope_kernel<CORRECT><<<4, 64>>>(sums);
    finish(sums);
}

// A lock between blocks whose taker's operation is one of the block only, with its fences.
// block_lock says: race on global memory in kernel block_lock_kernel
template <bool CORRECT> __global__ void block_lock_kernel(int *lock, int *value) {
    if (threadIdx.x != 0)
        return;
    while ((CORRECT ? atomicCAS(lock, 0, 1) : atomicCAS_block(lock, 0, 1)) != 0)
        ;
    __threadfence();
    *value += 1; // here: block_lock
    __threadfence();
    atomicExch(lock, 0);
}
template <bool CORRECT> void block_lock() {
    int *lock = zeros<int>(1), *value = zeros<int>(1);
    block_lock_kernel<CORRECT><<<4, 32>>>(lock, value);
    finish(lock);
    finish(value);
}

// One thread of the host waits while another one launches.
// two_hosts says: race on global memory in kernel two_hosts_kernel
template <bool CORRECT> __global__ void two_hosts_kernel(int *out) {
    int me = CORRECT ? threadIdx.x + blockIdx.x * blockDim.x : threadIdx.x;
    out[me] = blockIdx.x; // here: two_hosts
}
template <bool CORRECT> void two_hosts() {
    int *out = zeros<int>(512), *other = zeros<int>(512);
    std::atomic<bool> done{false};
    std::thread waiting([&] {
        while (!done) {
            must(cudaDeviceSynchronize());
            must(cudaMemset(other, 0, 4));
        }
    });
    for (int i = 0; i < 50; ++i)
        two_hosts_kernel<CORRECT><<<8, 64>>>(out);
    done = true;
    waiting.join();
    finish(out);
    must(cudaFree(other));
}

// cudaFree waits, but not for memory that comes from a pool.
template <bool CORRECT> void free_of_pool() {
    two s;
    int *values, *other;
    must(cudaMallocManaged(&values, 256));
    if (CORRECT)
        must(cudaMalloc(&other, 256));
    else
        must(cudaMallocAsync(&other, 256, s.second));
    fill<<<1, 64, 0, s.first>>>(values, 1); // here: free_of_pool
    must(cudaFree(other));
    values[0] = 0; // here: free_of_pool
    finish(values);
}

// Atomic operations on the same bytes, of which one is twice as wide.
// widths says: missing: one width for all atomic operations on these bytes: those of [48] and of [48] bytes
template <bool CORRECT> __global__ void widths_kernel(unsigned long long *both) {
    if (blockIdx.x == 0)
        atomicAdd(both, 1ull << 32 | threadIdx.x); // here: widths
    else if (CORRECT)
        atomicAdd(both, 1ull);
    else
        atomicAdd((unsigned *)both, 1u); // here: widths
}
template <bool CORRECT> void widths() {
    auto *both = zeros<unsigned long long>(1);
    widths_kernel<CORRECT><<<2, 32>>>(both);
    finish(both);
}

// The same in a block, with 16 bits of 32.
// shared_widths says: missing: one width for all atomic operations on these bytes
template <bool CORRECT> __global__ void shared_widths_kernel(unsigned *out) {
    __shared__ unsigned word;
    if (threadIdx.x == 0)
        word = 0;
    __syncthreads();
    atomicOr(&word, 1u << (threadIdx.x % 16)); // here: shared_widths
    if (CORRECT)
        __syncthreads();
    atomicCAS((unsigned short *)&word, 0, 1); // here: shared_widths
    __syncthreads();
    if (threadIdx.x == 0)
        *out = word;
}
template <bool CORRECT> void shared_widths() {
    unsigned *out = zeros<unsigned>(1);
    shared_widths_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The host looks at a flag while the kernel that raises it runs.
// host_scope says: missing: _system in the name of the kernel's operation, or thread_scope_system
template <bool CORRECT> __global__ void host_scope_kernel(int *flag) {
    if (CORRECT)
        atomicExch_system(flag, 1);
    else
        atomicExch(flag, 1); // here: host_scope
}
template <bool CORRECT> void host_scope() {
    int *flag;
    must(cudaMallocManaged(&flag, 4));
    *flag = 0;
    host_scope_kernel<CORRECT><<<1, 1>>>(flag);
    while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) // here: host_scope
        ;
    finish(flag);
}

// ------------------------------------------------------------------ graphs

cudaGraphNode_t add_node(cudaGraph_t graph, void *kernel, void **arguments, cudaGraphNode_t after) {
    cudaKernelNodeParams node = {};
    node.func = kernel;
    node.gridDim = 1;
    node.blockDim = 64;
    node.kernelParams = arguments;
    cudaGraphNode_t added;
    must(cudaGraphAddKernelNode(&added, graph, &after, after != nullptr, &node));
    return added;
}
// Launches of one instance wait for one another, in whatever streams.
void launch_in_both(cudaGraph_t graph, const two &s) {
    cudaGraphExec_t instance;
    must(cudaGraphInstantiate(&instance, graph, 0));
    must(cudaGraphLaunch(instance, s.first)); // here: edge, branches, branch_copies
    must(cudaGraphLaunch(instance, s.second));
    must(cudaDeviceSynchronize());
    must(cudaGraphExecDestroy(instance));
    must(cudaGraphDestroy(graph));
}

// Nodes of a graph that no edge orders run at the same time.
// edge says: race on global memory in kernel add_up
// edge says: thread 0 of block .0,0,0., launched at .* in a graph in the stream made at .* reads 4 bytes
// edge says: thread 63 of block .0,0,0., launched at .* in a graph in the stream made at .* writes 4
// edge says: missing: an edge between the two nodes of the graph: cudaGraphAddDependencies
template <bool CORRECT> void edge() {
    two s;
    cudaGraph_t graph;
    must(cudaGraphCreate(&graph, 0));
    int one = 1;
    void *makes[] = {&s.a, &one}, *uses[] = {&s.a, &s.b};
    cudaGraphNode_t maker = add_node(graph, (void *)fill, makes, nullptr);
    add_node(graph, (void *)add_up, uses, CORRECT ? maker : nullptr);
    launch_in_both(graph, s);
}

// A captured stream forks and is joined again: what comes after the join comes after both branches.
// branches says: race on global memory in kernel add_up
// branch_copies says: race on global memory
// branch_copies says: a node of a graph in the stream made at .* writes 256 bytes: byte 0 of memory
// branch_copies says: a node of a graph in the stream made at .* writes 256 bytes there
template <bool KERNELS, bool COPIES> void fork_and_join() {
    two s;
    int *c = zeros<int>(64);
    cudaEvent_t join;
    must(cudaEventCreate(&join));
    must(cudaDeviceSynchronize());
    cudaGraph_t graph;
    must(cudaStreamBeginCapture(s.first, cudaStreamCaptureModeGlobal));
    fill<<<1, 64, 0, s.first>>>(s.a, 1);
    must(cudaEventRecord(s.event, s.first));
    must(cudaStreamWaitEvent(s.second, s.event, 0));
    add_up<<<1, 64, 0, s.second>>>(s.a, s.b);
    if (!COPIES)
        must(cudaMemsetAsync(c, 0, 256, s.second));
    must(cudaLaunchHostFunc(
        s.second, [](void *) {}, nullptr)); // which the other branch need not wait for
    must(cudaEventRecord(join, s.second));
    if (!KERNELS)
        add_up<<<1, 64, 0, s.first>>>(s.b, c);
    must(cudaMemcpyAsync(c, s.a, 256, cudaMemcpyDeviceToDevice, s.first));
    must(cudaStreamWaitEvent(s.first, join, 0));
    add_up<<<1, 64, 0, s.first>>>(s.b, c);
    must(cudaStreamEndCapture(s.first, &graph));
    launch_in_both(graph, s);
    must(cudaEventDestroy(join));
    finish(c);
}
template <bool CORRECT> void branches() {
    fork_and_join<CORRECT, true>();
}
template <bool CORRECT> void branch_copies() {
    fork_and_join<true, CORRECT>();
}

// ------------------------------------------------------------------ volatile

// By itself volatile orders nothing; between two fences a store of it is a message that its load
// takes.
// message_given says: missing: volatile orders nothing by itself: where one thread is to tell another
// message_taken says: missing: __threadfence.. after the volatile load at .*, which takes over
__device__ volatile int message_flag;
template <bool GIVEN, bool TAKEN> __global__ void message_kernel(int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        data[0] = 5; // here: message_taken
        if (GIVEN)
            __threadfence();
        message_flag = 1; // here: message_given
    }
    if (blockIdx.x == 1 && threadIdx.x == 32) {
        while (message_flag == 0) // here: message_given
            ;
        if (TAKEN)
            __threadfence();
        *out = data[0]; // here: message_taken
    }
}
template <bool GIVEN, bool TAKEN> void pass_message() {
    int *data = zeros<int>(1), *out = zeros<int>(1);
    message_kernel<GIVEN, TAKEN><<<2, 64>>>(data, out);
    finish(data);
    finish(out);
}
template <bool CORRECT> void message_given() {
    pass_message<CORRECT, true>();
}
template <bool CORRECT> void message_taken() {
    pass_message<true, CORRECT>();
}

// The same in PTX, whose words say the order.
// ptx_message says: ^CUDA checker: 1 finding,
template <bool CORRECT> __global__ void ptx_message_kernel(int *flag, int *data) {
    if (blockIdx.x == 0) {
        data[0] = 5; // here: ptx_message
        if (CORRECT)
            asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
        else
            asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        data[1] = data[0]; // here: ptx_message
    }
}
template <bool CORRECT> void ptx_message() {
    int *flag = zeros<int>(1), *data = zeros<int>(2);
    ptx_message_kernel<CORRECT><<<2, 1>>>(flag, data);
    finish(flag);
    finish(data);
}

// Within a block the reader may come first, and sees the flag change.
// message_waits says: missing: volatile orders nothing by itself
template <bool CORRECT> __global__ void message_waits_kernel(volatile int *flag, int *data) {
    if (threadIdx.x == 0) {
        while (*flag == 0) // here: message_waits
            ;
        __threadfence();
        data[1] = data[0];
    } else if (threadIdx.x == 64) {
        data[0] = 5;
        if (CORRECT)
            __threadfence();
        *flag = 1; // here: message_waits
    }
}
template <bool CORRECT> void message_waits() {
    int *flag = zeros<int>(1), *data = zeros<int>(2);
    message_waits_kernel<CORRECT><<<1, 96>>>(flag, data);
    finish(flag);
    finish(data);
}

// Who has waited for flags has passed a fence, but what is stored behind it is no message for those
// who pass it on with no fence of their own.
// warp_exchange says: missing: __syncwarp.. between the two
template <bool CORRECT> __global__ void warp_exchange_kernel(volatile int *sums, int *flags) {
    const int t = threadIdx.x;
    if (t >= 32) {
        sums[t] = t;
        __threadfence_block();
        atomicExch_block(&flags[t], 1);
        return;
    }
    while (atomicAdd_block(&flags[t + 32], 0) != 1) {
    }
    __threadfence_block();
    sums[t] = sums[t + 32]; // here: warp_exchange
    for (int i = 16; i != 0; i /= 2) {
        if (CORRECT)
            __syncwarp();
        int other = 0;
        if (t < i)
            other = sums[t + i]; // here: warp_exchange
        if (CORRECT)
            __syncwarp();
        if (t < i)
            sums[t] = sums[t] + other;
    }
}
template <bool CORRECT> void warp_exchange() {
    int *sums = zeros<int>(64), *flags = zeros<int>(64);
    warp_exchange_kernel<CORRECT><<<1, 64>>>(sums, flags);
    finish(sums);
    finish(flags);
}

// Whoever has found something says so to all, in his own warp too, who look and go on.
// stop_flag says: missing: volatile orders nothing by itself
template <bool CORRECT>
__global__ void stop_flag_kernel(volatile int *found, volatile int *out, int *place) {
    for (int i = threadIdx.x; i < 640 && *found == 0; i += blockDim.x) // here: stop_flag
        if (i == 300) {
            *place = i;
            if (CORRECT)
                __threadfence();
            *found = 1; // here: stop_flag
        }
    __syncthreads();
    out[threadIdx.x] = *found;
}
template <bool CORRECT> void stop_flag() {
    int *found = zeros<int>(1), *out = zeros<int>(64), *place = zeros<int>(1);
    stop_flag_kernel<CORRECT><<<1, 64>>>(found, out, place);
    finish(found);
    finish(out);
    finish(place);
}

// A volatile counter is none, fences or not.
// volatile_counter says: race on global memory in kernel volatile_counter_kernel
template <bool CORRECT> __global__ void volatile_counter_kernel(volatile int *count) {
    __threadfence();
    if (CORRECT)
        atomicAdd((int *)count, 1);
    else
        *count = *count + 1; // here: volatile_counter
    __threadfence();
}
template <bool CORRECT> void volatile_counter() {
    int *count = zeros<int>(1);
    volatile_counter_kernel<CORRECT><<<2, 32>>>(count);
    finish(count);
}

// A barrier of the grid by hand.
// hand_barrier says: race on global memory in kernel hand_barrier_kernel
// hand_barrier says: missing: an atomic operation in place of the plain read
template <bool CORRECT> __global__ void hand_barrier_kernel(int *data, int *out, unsigned *count) {
    data[blockIdx.x] = 1;
    if (CORRECT)
        __threadfence();
    atomicAdd(count, 1u);                           // here: hand_barrier
    while (*(volatile unsigned *)count < gridDim.x) // here: hand_barrier
        ;
    __threadfence();
    out[blockIdx.x] = data[(blockIdx.x + 1) % gridDim.x]; // here: hand_barrier
}
template <bool CORRECT> void hand_barrier() {
    int *data = zeros<int>(4), *out = zeros<int>(4);
    unsigned *count = zeros<unsigned>(1);
    void *arguments[] = {&data, &out, &count};
    must(cudaLaunchCooperativeKernel((void *)hand_barrier_kernel<CORRECT>, 4, 1, arguments, 0,
                                     nullptr));
    finish(data);
    finish(out);
    finish(count);
}

// Each thread writes the four bytes of a pixel, each in a line of its own. Two threads write a byte
// of another pixel too, before that one's own thread comes, and behind it.
// pixels says: race on global memory in kernel pixels_kernel
// pixels says: thread 200 of block .0,0,0. writes 1 byte
// pixels says: thread 90 of block .0,0,0. writes 1 byte there
// pixels says: likewise .*, writes 1 byte, and .*, writes 1 byte
template <bool CORRECT> __global__ void pixels_kernel(unsigned char *out) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[4 * i + 2] = i;
    out[4 * i + 1] = i; // here: pixels
    out[4 * i] = i;
    out[4 * i + 3] = 255; // here: pixels
    if (!CORRECT && i == 90)
        out[4 * 200 + 1] = 1; // here: pixels
    if (!CORRECT && i == 200)
        out[4 * 10] = 1; // here: pixels
}
template <bool CORRECT> void pixels() {
    unsigned char *out = zeros<unsigned char>(4 * 512);
    for (int i = 0; i < 2; i++) {
        pixels_kernel<CORRECT><<<2, 256>>>(out);
        must(cudaDeviceSynchronize());
    }
    finish(out);
}

// Threads write one element after the other. One thread reads elements that others have written,
// or will have.
// ahead says: race on global memory in kernel ahead_kernel
// ahead says: thread 300 of block .0,0,0. reads 4 bytes
// ahead says: thread 200 of block .0,0,0. writes 4 bytes there
// ahead says: likewise .*, writes 4 bytes, and .*, reads 4 bytes
template <bool CORRECT> __global__ void ahead_kernel(const int *in, int *out, int *sum) {
    const int i = threadIdx.x;
    out[i] = in[i]; // here: ahead
    if (i == 300) {
        sum[0] = out[CORRECT ? 300 : 200];  // here: ahead
        sum[1] = out[CORRECT ? 1024 : 320]; // here: ahead
    }
}
template <bool CORRECT> void ahead() {
    int *in = zeros<int>(1024), *out = zeros<int>(1025), *sum = zeros<int>(2);
    ahead_kernel<CORRECT><<<1, 1024>>>(in, out, sum);
    finish(in);
    finish(out);
    finish(sum);
}

// One thread stores nothing, and the next one in its place.
// skipped says: race on global memory in kernel skipped_kernel
// skipped says: thread 101 of block .0,0,0. writes 4 bytes
// skipped says: thread 100 of block .0,0,0. reads 4 bytes there
template <bool CORRECT>
__global__ void skipped_kernel(const int *in, int *out, int *first, int place) {
    const int i = threadIdx.x;
    const int value = in[i];
    if (i != 100)
        out[i - (i == 101)] = value; // here: skipped
    if (i == (CORRECT ? 101 : 100))
        *first = out[place]; // here: skipped
}
template <bool CORRECT> void skipped() {
    int *in = zeros<int>(256), *out = zeros<int>(256), *first = zeros<int>(1);
    skipped_kernel<CORRECT><<<1, 256>>>(in, out, first, 100);
    finish(in);
    finish(out);
    finish(first);
}

// Three threads read one element after the other, and two others write some that they have read, or
// will not.
// solo says: race on global memory in kernel solo_kernel
// solo says: thread 40 of block .0,0,0. writes 4 bytes
// solo says: thread [012] of block .0,0,0. reads 4 bytes there
// solo says: likewise .*, writes 4 bytes, and .*, reads 4 bytes
template <bool CORRECT> __global__ void solo_kernel(int *in, int *out) {
    const int i = threadIdx.x;
    int sum = 0;
    for (int k = i; i < 3 && k < 200 + 16 * i; k++)
        sum += in[k]; // here: solo
    out[i] = sum;
    if (i == 40)
        in[CORRECT ? 250 : 150] = sum; // here: solo
    if (i == 41)
        in[CORRECT ? 232 : 0] = sum; // here: solo
}
template <bool CORRECT> void solo() {
    int *in = zeros<int>(300), *out = zeros<int>(64);
    solo_kernel<CORRECT><<<1, 64>>>(in, out);
    finish(in);
    finish(out);
}

MISTAKES(CASE(within_block), CASE(between_blocks), CASE(barrier_only), CASE(device_variable),
         CASE(bytes), CASE(bytes_shifted), CASE(shorts_swapped), CASE(bytes_of_blocks),
         CASE(bytes_as_words), CASE(bytes_and_copy), CASE(last_block), CASE(last_block_wide),
         CASE(lock_acquire), CASE(lock_release), CASE(lock_exchange), CASE(lock_bare),
         CASE(lock_in_block), CASE(block_fence), CASE(warp_last), CASE(warp_lock),
         CASE(two_launches), CASE(two_streams), CASE(event), CASE(lock_of_two_streams),
         CASE(event_of_the_other), CASE(non_blocking), CASE(kernel_and_copy), CASE(copy_and_kernel),
         CASE(earlier_launch), CASE(first_reader), CASE(two_copies), CASE(columns),
         CASE(kernel_and_memset), CASE(managed_read), CASE(managed_write), CASE(shared_atomic),
         CASE(query), CASE(default_stream_sync), CASE(pinned_reuse), CASE(registered_read),
         CASE(pipeline), CASE(free_async), CASE(malloc_async), CASE(counter_reset),
         CASE(counter_barrier), CASE(block_scope), CASE(block_lock), CASE(free_of_pool),
         CASE(widths), CASE(shared_widths), CASE(host_scope), CASE(two_hosts), CASE(edge),
         CASE(branches), CASE(branch_copies), CASE(message_given), CASE(message_taken),
         CASE(ptx_message), CASE(message_waits), CASE(warp_exchange), CASE(stop_flag),
         CASE(volatile_counter), CASE(hand_barrier), CASE(in_columns), CASE(pixels), CASE(ahead),
         CASE(skipped), CASE(solo))
