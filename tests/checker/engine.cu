// What goes on while threads do, on Hopper: copies by the engine, and products by wgmma.
#include "mistakes.h"
#include <cuda_bf16.h>

typedef unsigned long long barrier;

static __device__ unsigned shared(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
static __device__ void init(barrier *b, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(b)), "r"(arrivals));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
static __device__ void arrive(barrier *b) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(b)) : "memory");
}
static __device__ void expect(barrier *b, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(b)),
                 "r"(bytes)
                 : "memory");
}
static __device__ unsigned is_over(barrier *b, unsigned parity) {
    unsigned over;
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n" // here: bytes, arrivals
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(over)
                 : "r"(shared(b)), "r"(parity)
                 : "memory");
    return over;
}
static __device__ void wait(barrier *b, unsigned parity) {
    while (!is_over(b, parity))
        ;
}
static __device__ __forceinline__ void fetch(void *tile, const void *from, int bytes, barrier *b) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "%2, [%3];" ::"r"(shared(tile)),
                 "l"(from), "r"(bytes), "r"(shared(b))
                 : "memory");
}

// The tile is read, and nobody has waited for it.
// early says: read before a copy is there in kernel early_kernel
template <bool CORRECT> __global__ void early_kernel(const float *from, float *out) {
    __shared__ alignas(128) float tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 256);
        fetch(tile, from, 256, &full);
    }
    __syncthreads();
    if (CORRECT)
        wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x]; // here: early
    __syncthreads();
    wait(&full, 0);
}
template <bool CORRECT> void early() {
    float *from = zeros<float>(64), *out = zeros<float>(64);
    early_kernel<CORRECT><<<1, 64>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

// One thread waits for the tile, and the others read it without a barrier behind that.
// alone says: race on shared memory in kernel alone_kernel
template <bool CORRECT> __global__ void alone_kernel(const float *from, float *out) {
    __shared__ alignas(128) float tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 256);
        fetch(tile, from, 256, &full);
        wait(&full, 0);
    }
    if (CORRECT)
        __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x]; // here: alone
}
template <bool CORRECT> void alone() {
    float *from = zeros<float>(64), *out = zeros<float>(64);
    alone_kernel<CORRECT><<<1, 64>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

// Readers say that they have done with the buffer before they have: it is filled again.
// again says: race on shared memory in kernel again_kernel
template <bool CORRECT> __global__ void again_kernel(const float *from, float *out, int rounds) {
    __shared__ alignas(128) float tile[64];
    __shared__ barrier full, empty;
    if (threadIdx.x == 0) {
        init(&full, 1);
        init(&empty, 64);
    }
    __syncthreads();
    if (threadIdx.x == 64) {
        for (int round = 0; round < rounds; ++round) {
            if (round > 0)
                wait(&empty, (round - 1) & 1);
            expect(&full, 256);
            fetch(tile, from + 64 * round, 256, &full);
        }
    } else if (threadIdx.x < 64) {
        float sum = 0;
        for (int round = 0; round < rounds; ++round) {
            wait(&full, round & 1);
            if (!CORRECT)
                arrive(&empty);
            sum += tile[threadIdx.x]; // here: again
            if (CORRECT)
                arrive(&empty);
        }
        out[threadIdx.x] = sum;
    }
}
template <bool CORRECT> void again() {
    float *from = zeros<float>(64 * 2), *out = zeros<float>(64);
    again_kernel<CORRECT><<<1, 96>>>(from, out, 2);
    finish(out);
    must(cudaFree(from));
}

// Some warps change a tile; one thread of theirs says so, behind a barrier of these warps or before.
// refilled says: race on shared memory in kernel refilled_kernel
template <bool CORRECT> __global__ void refilled_kernel(const float *from, float *out) {
    __shared__ alignas(128) float tile[64];
    __shared__ barrier full, empty;
    if (threadIdx.x == 0) {
        init(&full, 1);
        init(&empty, 1);
    }
    __syncthreads();
    if (threadIdx.x == 64) {
        for (int round = 0; round < 2; ++round) {
            if (round > 0)
                wait(&empty, 0);
            expect(&full, 256);
            fetch(tile, from + 64 * round, 256, &full);
        }
    } else if (threadIdx.x < 64) {
        wait(&full, 0);
        tile[threadIdx.x] += threadIdx.x; // here: refilled
        if (CORRECT)
            asm volatile("bar.sync 1, 64;" ::: "memory");
        if (threadIdx.x == 0)
            arrive(&empty);
        wait(&full, 1);
        out[threadIdx.x] = tile[threadIdx.x];
    }
}
template <bool CORRECT> void refilled() {
    float *from = zeros<float>(64 * 2), *out = zeros<float>(64);
    refilled_kernel<CORRECT><<<1, 96>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

// More bytes are expected than any copy brings: a GPU hangs.
// bytes says: deadlock: no thread of block .0,0,0. of kernel bytes_kernel can go on
// bytes says: wait at a barrier that lacks 64 bytes
template <bool CORRECT> __global__ void bytes_kernel(const float *from, float *out) {
    __shared__ alignas(128) float tile[64];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, CORRECT ? 256 : 320);
        fetch(tile, from, 256, &full);
    }
    __syncthreads();
    wait(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}
template <bool CORRECT> void bytes() {
    float *from = zeros<float>(64), *out = zeros<float>(64);
    bytes_kernel<CORRECT><<<1, 64>>>(from, out);
    finish_or_not(out);
    if (CORRECT)
        must(cudaFree(from));
}

// A barrier of two arrivals, of which one comes.
// arrivals says: wait at a barrier that lacks 1 arrival of 2
template <bool CORRECT> __global__ void arrivals_kernel(float *out) {
    __shared__ barrier all;
    if (threadIdx.x == 0)
        init(&all, 2);
    __syncthreads();
    if (threadIdx.x == 0 || (CORRECT && threadIdx.x == 1))
        arrive(&all);
    wait(&all, 0);
    out[threadIdx.x] = 1;
}
template <bool CORRECT> void arrivals() {
    float *out = zeros<float>(64);
    arrivals_kernel<CORRECT><<<1, 64>>>(out);
    finish_or_not(out);
}

// ------------------------------------------------------------------ wgmma

// Eight rows of 16 bytes one after the other, groups of them and halves of rows 128 bytes on.
static __device__ unsigned long long tile_at(const void *tile) {
    return (shared(tile) & 0x3ffff) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
static __device__ __forceinline__ void multiply(float (&d)[4], const void *a, const void *b) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, " // here: unfenced, tile
                 "1, 1, 1, 0, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "l"(tile_at(a)), "l"(tile_at(b)));
}
static __device__ void fill(__nv_bfloat16 *numbers, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        numbers[i] = __float2bfloat16(1.0f);
}
#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT() asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory")

// The sums are in registers that the product need not see.
// unfenced says: calls wgmma.mma_async, and has not called wgmma.fence before
template <bool CORRECT> __global__ void unfenced_kernel(float *out) {
    __shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
    fill(a, 64 * 16);
    fill(b, 8 * 16);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    if (CORRECT)
        FENCE();
    multiply(d, a, b);
    COMMIT();
    WAIT();
    out[threadIdx.x] = d[0] + d[3];
}
template <bool CORRECT> void unfenced() {
    float *out = zeros<float>(128);
    unfenced_kernel<CORRECT><<<1, 128>>>(out);
    finish_or_not(out);
}

// The sums are read while the product goes on.
// sums says: read of a sum that is not there yet in kernel sums_kernel
template <bool CORRECT> __global__ void sums_kernel(float *out) {
    __shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
    fill(a, 64 * 16);
    fill(b, 8 * 16);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    FENCE();
    multiply(d, a, b);
    COMMIT();
    if (CORRECT)
        WAIT();
    out[threadIdx.x] = d[0] + d[3]; // here: sums
    WAIT();
}
template <bool CORRECT> void sums() {
    float *out = zeros<float>(128);
    sums_kernel<CORRECT><<<1, 128>>>(out);
    finish(out);
}

// A factor is multiplied before its copy is there.
// tile says: read before a copy is there in kernel tile_kernel
template <bool CORRECT> __global__ void tile_kernel(const __nv_bfloat16 *from, float *out) {
    __shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
    __shared__ barrier full;
    fill(a, 64 * 16);
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, sizeof b);
        fetch(b, from, sizeof b, &full);
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (CORRECT)
        wait(&full, 0);
    float d[4] = {0, 0, 0, 0};
    FENCE();
    multiply(d, a, b);
    COMMIT();
    WAIT();
    out[threadIdx.x] = d[0] + d[3];
    wait(&full, 0);
}
template <bool CORRECT> void tile() {
    __nv_bfloat16 *from = zeros<__nv_bfloat16>(128);
    float *out = zeros<float>(128);
    tile_kernel<CORRECT><<<1, 128>>>(from, out);
    finish(out);
    must(cudaFree(from));
}

MISTAKES(CASE(early), CASE(alone), CASE(again), CASE(refilled), CASE(bytes),
         CASE(arrivals), CASE(unfenced), CASE(sums), CASE(tile))
