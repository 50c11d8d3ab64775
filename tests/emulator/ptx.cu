// ptx: inline PTX that is more than a function by another name: bits, comparisons, order, barriers,
// caches. (On a GPU: nvcc -arch=sm_80 or later.)
#include "check.h"
#include <cuda_runtime.h>

static __device__ unsigned shared(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// ------------------------------------------------------------------ bits

// b32 and b64 are bits of any register: nothing is converted.
__global__ void bits(float *numbers, unsigned *out, unsigned long long *wide) {
    __shared__ float room[4];
    float x;
    unsigned u;
    asm volatile("mov.b32 %0, %1;" : "=r"(out[0]) : "f"(1.5f));
    asm volatile("mov.b32 %0, %1;" : "=f"(numbers[0]) : "r"(0x40100000u));
    asm volatile("{ .reg .b32 r; mov.b32 r, %1; mov.b32 %0, r; }" : "=r"(out[1]) : "f"(-2.0f));
    asm volatile("mov.b64 %0, %1;" : "=l"(wide[0]) : "d"(1.0));
    numbers[1] = 3.0f;
    numbers[2] = 4.0f;
    asm volatile("ld.global.b32 %0, [%1];" : "=r"(u) : "l"(numbers + 1) : "memory");
    out[2] = u;
    asm volatile("ld.global.v2.b32 {%0, %1}, [%2];"
                 : "=r"(out[3]), "=f"(x)
                 : "l"(numbers)
                 : "memory");
    numbers[3] = x;
    asm volatile("st.global.b32 [%0], %1;" ::"l"(out + 4), "f"(0.5f) : "memory");
    asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(shared(room)), "r"(0x3f800000u), "f"(7.0f)
                 : "memory");
    numbers[4] = room[0];
    numbers[5] = room[1];
    asm volatile("ld.shared.b32 %0, [%1];" : "=f"(numbers[6]) : "r"(shared(room)) : "memory");
    asm volatile("{ .reg .pred p; setp.eq.u32 p, %2, 0; selp.b32 %0, %1, %2, p; }"
                 : "=r"(out[5])
                 : "f"(2.0f), "r"(0u));
}

__global__ void arithmetic(int minus, unsigned most, unsigned *out, unsigned long long *wide) {
    const int by = 31 - minus; // 32
    asm volatile("shl.b32 %0, %1, %2;" : "=r"(out[0]) : "r"(5), "r"(by));
    asm volatile("shr.u32 %0, %1, %2;" : "=r"(out[1]) : "r"(minus), "r"(by));
    asm volatile("shr.s32 %0, %1, %2;" : "=r"(out[2]) : "r"(minus), "r"(by + 8));
    asm volatile("shr.s32 %0, %1, %2;" : "=r"(out[3]) : "r"(most), "r"(4));
    asm volatile("shr.u32 %0, %1, %2;" : "=r"(out[4]) : "r"(minus), "r"(4));
    asm volatile("shl.b64 %0, %1, %2;" : "=l"(wide[0]) : "l"(3ull), "r"(2 * by));
    asm volatile("shl.b64 %0, %1, %2;" : "=l"(wide[1]) : "l"(3ull), "r"(by + 1));
    asm volatile("mul.wide.u32 %0, %1, %2;" : "=l"(wide[2]) : "r"(minus), "r"(2));
    asm volatile("mul.wide.s32 %0, %1, %2;" : "=l"(wide[3]) : "r"(most), "r"(2u));
}

__global__ void comparisons(float a, float b, unsigned *out) {
    asm volatile("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(out[0])
                 : "f"(a), "f"(b));
    asm volatile("{ .reg .pred p; setp.eq.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(out[1])
                 : "f"(a), "f"(b));
}

static void test_numbers() {
    const device_array<float> numbers(7);
    const device_array<unsigned> out(6);
    const device_array<unsigned long long> wide(4);
    bits<<<1, 1>>>(numbers, out, wide);
    CHECK_LAUNCH();
    const unsigned expected[] = {0x3fc00000, 0xc0000000, 0x40400000,
                                 0x40100000, 0x3f000000, 0x40000000};
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return expected[i]; }, "bits of float");
    const float of_bits[] = {2.25f, 3, 4, 3, 1, 7, 1};
    CHECK_ARRAY(
        numbers.get(), [&](size_t i) { return of_bits[i]; }, "bits as float");
    CHECK_EQUAL(wide.get()[0], 0x3ff0000000000000ull);

    arithmetic<<<1, 1>>>(-1, 0xffffffffu, out, wide);
    CHECK_LAUNCH();
    const unsigned shifted[] = {0, 0, 0xffffffff, 0xffffffff, 0x0fffffff, 0x40000000};
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return shifted[i]; }, "shifts");
    const unsigned long long products[] = {0, 3ull << 33, 0x1fffffffeull, ~1ull};
    CHECK_ARRAY(
        wide.get(), [&](size_t i) { return products[i]; }, "wide");

    const auto compared = [&](float a, float b) {
        comparisons<<<1, 1>>>(a, b, out);
        CHECK_LAUNCH();
        return out.get()[0] * 10 + out.get()[1];
    };
    const float no_number = std::stof("nan");
    CHECK_EQUAL(compared(1, 2), 10u);
    CHECK_EQUAL(compared(2, 1), 10u);
    CHECK_EQUAL(compared(2, 2), 1u);
    CHECK_EQUAL(compared(no_number, 1), 0u);
}

// ------------------------------------------------------------------ order

// Block 0 leaves messages in each scope, which the other one waits for.
__global__ void messages(int *data, unsigned *flags, int *out) {
    if (blockIdx.x == 0) {
        data[0] = 10;
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flags), "r"(1) : "memory");
        data[1] = 20;
        __threadfence();
        asm volatile("st.relaxed.sys.u32 [%0], %1;" ::"l"(flags + 1), "r"(1) : "memory");
        return;
    }
    unsigned seen = 0;
    while (seen == 0)
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flags) : "memory");
    out[0] = data[0];
    for (seen = 0; seen == 0;)
        asm volatile("ld.acquire.sys.u32 %0, [%1];" : "=r"(seen) : "l"(flags + 1) : "memory");
    out[1] = data[1];
}

__global__ void in_block(int *out) {
    __shared__ float flag;
    __shared__ int message;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 40) {
        message = 5;
        asm volatile("st.release.cta.shared.f32 [%0], %1;" ::"r"(shared(&flag)), "f"(2.0f)
                     : "memory");
    }
    if (threadIdx.x == 0) {
        unsigned seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cta.shared::cta.b32 %0, [%1];"
                         : "=r"(seen)
                         : "r"(shared(&flag))
                         : "memory");
        out[0] = message;
        out[1] = static_cast<int>(seen);
    }
}

static void test_order() {
    const device_array<int> data(2), out(2);
    const device_array<unsigned> flags(2);
    messages<<<2, 1>>>(data, flags, out);
    CHECK_LAUNCH();
    CHECK_EQUAL(out.get()[0], 10);
    CHECK_EQUAL(out.get()[1], 20);
    in_block<<<1, 64>>>(out);
    CHECK_LAUNCH();
    CHECK_EQUAL(out.get()[0], 5);
    CHECK_EQUAL(out.get()[1], 0x40000000);
}

// ------------------------------------------------------------------ barriers and caches

// Who arrives says for how many threads, and who waits says the same. It is not __syncthreads().
__global__ void two_barriers(int *out) {
    __shared__ int room;
    if (threadIdx.x == 0)
        room = 1;
    __syncthreads();
    if (threadIdx.x >= 32)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 0)
        room = 2;
    __syncthreads();
    if (threadIdx.x >= 32)
        out[threadIdx.x - 32] = room;
}
// Without a number a barrier takes all of the block.
__global__ void some_lanes(int *out) {
    __shared__ int room[48];
    room[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 2;" ::: "memory");
    out[threadIdx.x] = room[47 - threadIdx.x];
}

// Loads and stores that say which cache is to keep them, the last if there is an element.
__global__ void by_caches(const float *from, float *to, int n) {
    float x, y[4];
    asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(x) : "l"(from));
    asm volatile("st.global.wb.f32 [%0], %1;" ::"l"(to), "f"(x) : "memory");
    asm volatile("ld.global.cg.b32 %0, [%1];" : "=f"(x) : "l"(from + 1));
    asm volatile("st.global.cg.f32 [%0], %1;" ::"l"(to + 1), "f"(x) : "memory");
    asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(y[0]), "=f"(y[1]) : "l"(from + 2));
    asm volatile("st.global.wt.v2.f32 [%0], {%1, %2};" ::"l"(to + 2), "f"(y[0]), "f"(y[1])
                 : "memory");
    asm volatile("ld.global.cs.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(y[0]), "=f"(y[1]), "=f"(y[2]), "=f"(y[3])
                 : "l"(from + 4));
    asm volatile("st.global.cs.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to + 4), "f"(y[0]), "f"(y[1]),
                 "f"(y[2]), "f"(y[3])
                 : "memory");
    for (int i = 8; i < 10; ++i) {
        x = 1;
        asm volatile("{ .reg .pred p; setp.lt.s32 p, %2, %3; @p ld.global.nc.f32 %0, [%1]; }"
                     : "+f"(x)
                     : "l"(from + i), "r"(i), "r"(n));
        to[i] = x;
    }
}

// The policy of a cache is no number of bytes.
__global__ void with_policy(const int4 *from, int4 *to) {
    __shared__ int4 room[3];
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(shared(room)),
                 "l"(from), "l"(policy)
                 : "memory");
    asm volatile("cp.async.cg.shared.global.L2::cache_hint.L2::128B [%0], [%1], 16, %2, %3;" ::"r"(
                     shared(room + 1)),
                 "l"(from), "r"(8), "l"(policy)
                 : "memory");
    asm volatile(
        "cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 16, %2;" ::"r"(shared(room + 2)),
        "l"(from), "l"(policy)
        : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    for (int i = 0; i < 3; ++i)
        to[i] = room[i];
}

static void test_barriers_and_caches() {
    const device_array<int> out(48);
    two_barriers<<<1, 64>>>(out);
    CHECK_LAUNCH();
    for (size_t i = 0; i < 32; ++i)
        CHECK_EQUAL(out.get()[i], 2);
    some_lanes<<<1, 48>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return 47 - int(i); }, "some lanes");

    const device_array<float> numbers(std::vector<float>{2, 3, 5, 7, 11, 13, 17, 19, 23}),
        copies(10);
    by_caches<<<1, 1>>>(numbers, copies, 9);
    CHECK_LAUNCH();
    const float primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 1};
    CHECK_ARRAY(
        copies.get(), [&](size_t i) { return primes[i]; }, "by caches");

    const device_array<int> from(std::vector<int>{1, 2, 3, 4}), to(12);
    with_policy<<<1, 1>>>(reinterpret_cast<const int4 *>(static_cast<const int *>(from)),
                          reinterpret_cast<int4 *>(static_cast<int *>(to)));
    CHECK_LAUNCH();
    const int copied[] = {1, 2, 3, 4, 1, 2, 0, 0, 1, 2, 3, 4};
    CHECK_ARRAY(
        to.get(), [&](size_t i) { return copied[i]; }, "with a policy");
}

int main() {
    check_device();
    test_numbers();
    test_order();
    test_barriers_and_caches();
    return check_result();
}
