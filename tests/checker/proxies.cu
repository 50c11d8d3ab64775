// What threads store, and the chip's engines read: the fences that barriers do not stand for.
#include "../emulator/mbarrier.h"
#include "mistakes.h"
#include <cuda_bf16.h>

static __device__ void fence() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
static __device__ void make(barrier *b) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(b)) : "memory"); // here: made, made_for_other
}
static __device__ void fetch(void *tile, const void *from, int bytes, barrier *b) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], " // here: made, made_for_other
                 "%2, [%3];" ::"r"(shared(tile)),
                 "l"(from), "r"(bytes), "r"(shared(b))
                 : "memory");
}
static __device__ void put(void *to, const void *tile, int bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), // here: stored, alone, too_early, again, one_word, numbered, handed, lanes
                 "r"(shared(tile)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// A barrier alone.
// stored says: shared memory read by an engine without a fence in kernel stored_kernel
// stored says: missing: fence.proxy.async behind the write
template <bool CORRECT> __global__ void stored_kernel(int *out) {
    __shared__ alignas(128) int tile[64];
    tile[threadIdx.x] = threadIdx.x; // here: stored
    if (CORRECT)
        fence();
    __syncthreads();
    if (threadIdx.x == 0)
        put(out, tile, sizeof tile);
}
template <bool CORRECT> void stored() {
    int *out = zeros<int>(64);
    stored_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// Only the thread that puts passes the fence, and before the others are known to have stored.
// alone says: read by an engine without a fence in kernel alone_kernel
template <bool CORRECT> __global__ void alone_kernel(int *out) {
    __shared__ alignas(128) int tile[64];
    tile[threadIdx.x] = threadIdx.x; // here: alone
    if (!CORRECT && threadIdx.x == 0)
        fence();
    __syncthreads();
    if (CORRECT && threadIdx.x == 0)
        fence();
    if (threadIdx.x == 0)
        put(out, tile, sizeof tile);
}
template <bool CORRECT> void alone() {
    int *out = zeros<int>(64);
    alone_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// The fence is passed before the stores that it is for.
// too_early says: read by an engine without a fence in kernel too_early_kernel
template <bool CORRECT> __global__ void too_early_kernel(int *out) {
    __shared__ alignas(128) int tile[64];
    if (!CORRECT)
        fence();
    tile[threadIdx.x] = threadIdx.x; // here: too_early
    if (CORRECT)
        fence();
    __syncthreads();
    if (threadIdx.x == 32)
        put(out, tile, sizeof tile);
}
template <bool CORRECT> void too_early() {
    int *out = zeros<int>(64);
    too_early_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

// What has come by a copy is changed, and put back; in the second round without a fence.
// again says: read by an engine without a fence in kernel again_kernel
template <bool CORRECT> __global__ void again_kernel(int *numbers) {
    __shared__ alignas(128) int tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0)
        init(&full, 1);
    __syncthreads();
    for (int round = 0; round < 2; ++round) {
        if (threadIdx.x == 0) {
            expect(&full, sizeof tile);
            fetch(tile, numbers, sizeof tile, &full);
        }
        wait(&full, round & 1);
        tile[threadIdx.x] += 1; // here: again
        if (CORRECT || round == 0)
            fence();
        __syncthreads();
        if (threadIdx.x == 0)
            put(numbers, tile, sizeof tile);
        __syncthreads();
    }
}
template <bool CORRECT> void again() {
    int *numbers = zeros<int>(64);
    again_kernel<CORRECT><<<1, 64>>>(numbers);
    finish(numbers);
}

// A tile that has been fetched, of which one number is changed, by bytes.
// one_word says: read by an engine without a fence in kernel one_word_kernel
template <bool CORRECT> __global__ void one_word_kernel(unsigned char *numbers) {
    __shared__ alignas(128) unsigned char tile[256];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, sizeof tile);
        fetch(tile, numbers, sizeof tile, &full);
    }
    __syncthreads();
    wait(&full, 0);
    if (threadIdx.x >= 40 && threadIdx.x < 42)
        tile[threadIdx.x] = 7; // here: one_word
    if (CORRECT)
        fence();
    __syncwarp();
    __syncthreads();
    if (threadIdx.x == 0)
        put(numbers, tile, sizeof tile);
}
template <bool CORRECT> void one_word() {
    unsigned char *numbers = zeros<unsigned char>(256);
    one_word_kernel<CORRECT><<<1, 64>>>(numbers);
    finish(numbers);
}

// Two warps store, and a third one puts it behind a barrier with a number.
// numbered says: read by an engine without a fence in kernel numbered_kernel
template <bool CORRECT> __global__ void numbered_kernel(int *out) {
    __shared__ alignas(128) int tile[64];
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x; // here: numbered
        if (CORRECT)
            fence();
    }
    asm volatile("bar.sync 1, 96;" ::: "memory");
    if (threadIdx.x == 64)
        put(out, tile, sizeof tile);
}
template <bool CORRECT> void numbered() {
    int *out = zeros<int>(64);
    numbered_kernel<CORRECT><<<1, 96>>>(out);
    finish(out);
}

// Who puts has waited at a barrier in memory, and passes the fence itself.
// handed says: read by an engine without a fence in kernel handed_kernel
template <bool CORRECT> __global__ void handed_kernel(int *out) {
    __shared__ alignas(128) int tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 64)
        init(&full, 64);
    __syncthreads();
    if (threadIdx.x < 64) {
        tile[threadIdx.x] = threadIdx.x; // here: handed
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&full)) : "memory");
    } else if (threadIdx.x == 64) {
        wait(&full, 0);
        if (CORRECT)
            fence();
        put(out, tile, sizeof tile);
    }
}
template <bool CORRECT> void handed() {
    int *out = zeros<int>(64);
    handed_kernel<CORRECT><<<1, 96>>>(out);
    finish(out);
}

// In one warp: a fence before the lanes meet is only for what its own lane has stored.
// lanes says: read by an engine without a fence in kernel lanes_kernel
template <bool CORRECT> __global__ void lanes_kernel(int *out) {
    __shared__ alignas(128) int tile[32];
    tile[threadIdx.x] = threadIdx.x; // here: lanes
    if (!CORRECT && threadIdx.x == 0)
        fence();
    __syncwarp();
    if (CORRECT && threadIdx.x == 0)
        fence();
    if (threadIdx.x == 0)
        put(out, tile, sizeof tile);
}
template <bool CORRECT> void lanes() {
    int *out = zeros<int>(32);
    lanes_kernel<CORRECT><<<1, 32>>>(out);
    finish(out);
}

// Two blocks add what they have stored to the same numbers: atomically, so that is no race.
// summed says: read by an engine without a fence in kernel summed_kernel
template <bool CORRECT> __global__ void summed_kernel(int *sums) {
    __shared__ alignas(128) int tile[64];
    tile[threadIdx.x] = threadIdx.x; // here: summed
    if (CORRECT)
        fence();
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;" ::"l"(sums), // here: summed
                     "r"(shared(tile)), "r"(256)
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
template <bool CORRECT> void summed() {
    int *sums = zeros<int>(64);
    summed_kernel<CORRECT><<<2, 64>>>(sums);
    finish(sums);
}

// A product of numbers that threads have stored.
// product says: read by an engine without a fence in kernel product_kernel
template <bool CORRECT> __global__ void product_kernel(float *out) {
    __shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
    for (int i = threadIdx.x; i < 64 * 16; i += blockDim.x)
        a[i] = b[i % (8 * 16)] = __float2bfloat16(1.0f); // here: product
    if (CORRECT)
        fence();
    __syncthreads();
    const unsigned long long tiles = 128ull >> 4 << 16 | 256ull >> 4 << 32;
    float d[4] = {0, 0, 0, 0};
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, " // here: product
                 "1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(tiles | (shared(a) & 0x3ffff) >> 4), "l"(tiles | (shared(b) & 0x3ffff) >> 4));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0] + d[3];
}
template <bool CORRECT> void product() {
    float *out = zeros<float>(128);
    product_kernel<CORRECT><<<1, 128>>>(out);
    finish(out);
}

// The engine need not see the barrier that the same thread has just made.
// made says: barrier used by an engine without a fence in kernel made_kernel
// made says: missing: fence.mbarrier_init
template <bool CORRECT> __global__ void made_kernel(const int *from, int *out) {
    __shared__ alignas(128) int tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        make(&full);
        if (CORRECT)
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        expect(&full, sizeof tile);
        fetch(tile, from, sizeof tile, &full);
    }
    __syncthreads();
    wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}
template <bool CORRECT> void made() {
    int *from = zeros<int>(64), *out = zeros<int>(64);
    made_kernel<CORRECT><<<1, 64>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

// Nor the one that another thread has made, though __syncthreads() lies between.
// made_for_other says: barrier used by an engine without a fence in kernel made_for_other_kernel
// made_for_other says: thread 32 of block .0,0,0. begins a copy
// made_for_other says: thread 0 of block .0,0,0. writes 8 bytes
template <bool CORRECT> __global__ void made_for_other_kernel(const int *from, int *out) {
    __shared__ alignas(128) int tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        make(&full);
        if (CORRECT)
            fence();
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        expect(&full, sizeof tile);
        fetch(tile, from, sizeof tile, &full);
    }
    wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}
template <bool CORRECT> void made_for_other() {
    int *from = zeros<int>(64), *out = zeros<int>(64);
    made_for_other_kernel<CORRECT><<<1, 64>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

// Threads arrive that need not see the barrier yet.
// unmade says: race on shared memory in kernel unmade_kernel|read of shared memory that nothing has written in kernel unmade_kernel
template <bool CORRECT> __global__ void unmade_kernel(int *out) {
    __shared__ barrier all;
    if (threadIdx.x == 0)
        init(&all, 64);
    if (CORRECT)
        __syncthreads();
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&all)) : "memory"); // here: unmade
    wait(&all, 0);
    out[threadIdx.x] = 1;
}
template <bool CORRECT> void unmade() {
    int *out = zeros<int>(64);
    unmade_kernel<CORRECT><<<1, 64>>>(out);
    finish(out);
}

MISTAKES(CASE(stored), CASE(alone), CASE(too_early), CASE(again), CASE(one_word), CASE(numbered),
         CASE(handed), CASE(lanes), CASE(summed), CASE(product), CASE(made),
         CASE(made_for_other), CASE(unmade))
