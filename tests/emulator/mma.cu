// mma: products of matrices by PTX: in registers (mma.sync, ldmatrix) and in shared memory (wgmma),
// with the layouts that the PTX manual has. (On a GPU: nvcc -arch=sm_90a.)
#include "check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// Small whole numbers, of which all sums are exact in any order.
static __host__ __device__ int of_a(int row, int column) {
    return (row * 5 + column * 3) % 9 - 4;
}
static __host__ __device__ int of_b(int row, int column) {
    return (row * 7 + column * 2) % 7 - 3;
}
static __host__ __device__ int of_c(int row, int column) {
    return row - column;
}
static int of_d(int row, int column, int inner, bool adds = true) {
    int sum = adds ? of_c(row, column) : 0;
    for (int i = 0; i < inner; ++i)
        sum += of_a(row, i) * of_b(i, column);
    return sum;
}

template <class T> static __host__ __device__ T number(int x) {
    return T(float(x));
}
// So many numbers in a register, the first in its lowest bits.
template <class T, class Of> static __device__ unsigned packed(Of of) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
        const T one = number<T>(of(int(i)));
        unsigned part = 0;
        memcpy(&part, &one, sizeof one);
        bits |= part << (8 * sizeof(T) * i);
    }
    return bits;
}

// ------------------------------------------------------------------ in registers

// 16 x 8 products of k = 32 bytes: registers of a row have 4 bytes.
template <class T> static __device__ void take(unsigned (&a)[4], unsigned (&b)[2], float (&c)[4]) {
    constexpr int IN = 4 / sizeof(T);
    const int lane = threadIdx.x % 32, group = lane / 4, quarter = lane % 4;
    for (int i = 0; i < 4; ++i)
        a[i] = packed<T>([&](int part) {
            return of_a(group + i % 2 * 8, quarter * IN + i / 2 * 4 * IN + part);
        });
    for (int i = 0; i < 2; ++i)
        b[i] = packed<T>([&](int part) { return of_b(quarter * IN + i * 4 * IN + part, group); });
    for (int i = 0; i < 4; ++i)
        c[i] = float(of_c(group + i / 2 * 8, quarter * 2 + i % 2));
}
static __device__ void give(const float (&d)[4], float *out) {
    const int lane = threadIdx.x % 32;
    for (int i = 0; i < 4; ++i)
        out[(lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2] = d[i];
}

__global__ void tf32(float *out) {
    unsigned a[4], b[2];
    float c[4];
    take<float>(a, b, c);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    give(c, out);
}
__global__ void bf16(float *out) {
    unsigned a[4], b[2];
    float c[4];
    take<__nv_bfloat16>(a, b, c);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    give(c, out);
}
__global__ void f16(float *out) {
    unsigned a[4], b[2];
    float c[4];
    take<__half>(a, b, c);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    give(c, out);
}
__global__ void e4m3(float *out) {
    unsigned a[4], b[2];
    float c[4];
    take<__nv_fp8_e4m3>(a, b, c);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    give(c, out);
}
__global__ void e5m2(float *out) {
    unsigned a[4], b[2];
    float c[4];
    take<__nv_fp8_e5m2>(a, b, c);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    give(c, out);
}

__global__ void s8(int *out) {
    const int lane = threadIdx.x, group = lane / 4, quarter = lane % 4;
    unsigned a[4], b[2];
    float c[4];
    int d[4];
    take<signed char>(a, b, c);
    for (int i = 0; i < 4; ++i)
        d[i] = int(c[i]);
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int i = 0; i < 4; ++i)
        out[(group + i / 2 * 8) * 8 + quarter * 2 + i % 2] = d[i];
}

// Sums of half, two in a register.
__global__ void f16_sums(float *out) {
    const int lane = threadIdx.x, group = lane / 4, quarter = lane % 4;
    unsigned a[4], b[2], d[2];
    float c[4];
    take<__half>(a, b, c);
    for (int i = 0; i < 2; ++i)
        d[i] = packed<__half>([&](int part) { return of_c(group + i * 8, quarter * 2 + part); });
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 "
                 "{%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
                 : "+r"(d[0]), "+r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    for (int i = 0; i < 4; ++i)
        out[(group + i / 2 * 8) * 8 + quarter * 2 + i % 2] =
            __half2float(__ushort_as_half((unsigned short)(d[i / 2] >> (i % 2 * 16))));
}

// Doubles: 8 x 8 x 4 and 16 x 8 x 16.
__global__ void f64_small(double *out) {
    const int lane = threadIdx.x, group = lane / 4, quarter = lane % 4;
    double d0 = of_c(group, quarter * 2), d1 = of_c(group, quarter * 2 + 1);
    const double a = of_a(group, quarter), b = of_b(quarter, group);
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(d0), "+d"(d1)
                 : "d"(a), "d"(b));
    out[group * 8 + quarter * 2] = d0;
    out[group * 8 + quarter * 2 + 1] = d1;
}
__global__ void f64_large(double *out) {
    const int lane = threadIdx.x, group = lane / 4, quarter = lane % 4;
    double a[8], b[4], d[4];
    for (int i = 0; i < 8; ++i)
        a[i] = of_a(group + i % 2 * 8, quarter + i / 2 * 4);
    for (int i = 0; i < 4; ++i) {
        b[i] = of_b(quarter + i * 4, group);
        d[i] = of_c(group + i / 2 * 8, quarter * 2 + i % 2);
    }
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
                 : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]),
                   "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    for (int i = 0; i < 4; ++i)
        out[(group + i / 2 * 8) * 8 + quarter * 2 + i % 2] = d[i];
}

// Factors of bfloat16 that ldmatrix brings: a by rows, b by rows too, and so transposed.
__global__ void from_shared(float *out) {
    __shared__ alignas(16) __nv_bfloat16 a[16][16], b[16][8];
    const int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32)
        a[i / 16][i % 16] = number<__nv_bfloat16>(of_a(i / 16, i % 16));
    for (int i = lane; i < 128; i += 32)
        b[i / 8][i % 8] = number<__nv_bfloat16>(of_b(i / 8, i % 8));
    __syncthreads();
    unsigned x[4], y[2];
    float c[4] = {};
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
                 : "r"((unsigned)__cvta_generic_to_shared(&a[lane % 16][lane / 16 * 8])));
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1])
                 : "r"((unsigned)__cvta_generic_to_shared(&b[lane % 16][0])));
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    give(c, out);
}

static void test_registers() {
    const auto check = [](void (*kernel)(float *), int inner, bool adds, const char *what) {
        const device_array<float> out(16 * 8);
        kernel<<<1, 32>>>(out);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            out.get(), [=](size_t i) { return float(of_d(int(i) / 8, int(i) % 8, inner, adds)); },
            what);
    };
    check(tf32, 8, true, "tf32");
    check(bf16, 16, true, "bf16");
    check(f16, 16, true, "f16");
    check(e4m3, 32, true, "e4m3");
    check(e5m2, 32, true, "e5m2");
    check(f16_sums, 16, true, "sums of f16");
    check(from_shared, 16, false, "ldmatrix");
    const device_array<int> whole(16 * 8);
    s8<<<1, 32>>>(whole);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        whole.get(), [](size_t i) { return of_d(int(i) / 8, int(i) % 8, 32); }, "s8");
    const device_array<double> small(8 * 8), large(16 * 8);
    f64_small<<<1, 32>>>(small);
    f64_large<<<1, 32>>>(large);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        small.get(), [](size_t i) { return double(of_d(int(i) / 8, int(i) % 8, 4)); }, "f64");
    CHECK_ARRAY(
        large.get(), [](size_t i) { return double(of_d(int(i) / 8, int(i) % 8, 16)); },
        "f64, large");
}

// ------------------------------------------------------------------ in shared memory

// How a tile lies: rows of 32 bytes of a pattern of `row` bytes (16: none), the factor's rows one
// below the other, or, transposed, its columns.
struct layout {
    unsigned row, leading, stride;
    bool transposed;
};

static __device__ unsigned mixed(unsigned at, unsigned row) {
    return at ^ (at >> 7 & (row / 16 - 1)) << 4;
}
// The byte at which element (outer, inner) of bfloat16 lies.
static __device__ unsigned place(const layout &l, unsigned outer, unsigned inner) {
    if (!l.transposed) {
        const unsigned byte = 2 * inner, at = outer / 8 * l.stride + outer % 8 * l.row;
        return l.row == 16 ? at + byte / 16 * l.leading + byte % 16 : mixed(at + byte, l.row);
    }
    const unsigned byte = 2 * outer, at = inner % 8 * l.row;
    return l.row == 16
               ? at + byte / 16 * l.stride + inner / 8 * l.leading + byte % 16
               : mixed(at + byte / l.row * l.leading + inner / 8 * l.stride + byte % l.row, l.row);
}
static __device__ unsigned long long descriptor(const void *tile, const layout &l) {
    const unsigned long long pattern = l.row == 128 ? 1 : l.row == 64 ? 2 : l.row == 32 ? 3 : 0;
    return ((unsigned)__cvta_generic_to_shared(tile) & 0x3ffff) >> 4 |
           (unsigned long long)(l.leading >> 4) << 16 | (unsigned long long)(l.stride >> 4) << 32 |
           pattern << 62;
}

// 64 x 16 products of 16 and 16 more, by one warpgroup; the second ones of a in registers. Then
// what would have been the third is not waited for.
template <bool TRANSPOSED_A, bool TRANSPOSED_B>
__global__ void by_warpgroup(layout la, layout lb, float *out) {
    extern __shared__ __align__(1024) unsigned char room[];
    unsigned char *a = room, *b = room + 8192;
    for (int i = threadIdx.x; i < 64 * 16; i += 128)
        *(__nv_bfloat16 *)(a + place(la, i / 16, i % 16)) =
            number<__nv_bfloat16>(of_a(i / 16, i % 16));
    for (int i = threadIdx.x; i < 16 * 16; i += 128)
        *(__nv_bfloat16 *)(b + place(lb, i / 16, i % 16)) =
            number<__nv_bfloat16>(of_b(i % 16, i / 16));
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[8];
    for (float &sum : d)
        sum = 99; // which is not added
    unsigned x[4], y[2];
    float c[4];
    take<__nv_bfloat16>(x, y, c);
    const int lane = threadIdx.x % 32, group = lane / 4, quarter = lane % 4;
    const int first = threadIdx.x / 32 * 16;
    for (int i = 0; i < 4; ++i)
        x[i] = packed<__nv_bfloat16>([&](int part) {
            return of_a(first + group + i % 2 * 8, quarter * 2 + i / 2 * 8 + part);
        });
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 0, 1, 1, %10, %11;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7])
                 : "l"(descriptor(a, la)), "l"(descriptor(b, lb)), "n"(int(TRANSPOSED_A)),
                   "n"(int(TRANSPOSED_B)));
    asm volatile("{ .reg .pred p;\n"
                 "setp.ne.b32 p, %13, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11}, %12, p, -1, 1, %14; }"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "l"(descriptor(b, lb)), "r"(1),
                   "n"(int(TRANSPOSED_B)));
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, %10, %11;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]),
                   "+f"(d[6]), "+f"(d[7])
                 : "l"(descriptor(a, la)), "l"(descriptor(b, lb)), "n"(int(TRANSPOSED_A)),
                   "n"(int(TRANSPOSED_B)));
    asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::
                     : "memory");
    for (int i = 0; i < 8; ++i)
        out[(first + group + i / 2 % 2 * 8) * 16 + i / 4 * 8 + quarter * 2 + i % 2] = d[i];
}

static void test_shared_memory() {
    const auto check = [](void (*kernel)(layout, layout, float *), layout a, layout b) {
        const device_array<float> out(64 * 16);
        kernel<<<1, 128, 16384>>>(a, b, out);
        CHECK_LAUNCH();
        CHECK_ARRAY(
            out.get(), [](size_t i) { return float(of_d(int(i) / 16, int(i) % 16, 16, false)); },
            "wgmma, rows of " + std::to_string(a.row) + " and " + std::to_string(b.row));
    };
    const layout plain = {16, 128, 256, false}, narrow = {32, 16, 256, false},
                 middle = {64, 16, 512, false}, wide = {128, 16, 1024, false};
    for (const layout &l : {plain, narrow, middle, wide})
        check(by_warpgroup<false, false>, l, l);
    check(by_warpgroup<false, true>, wide, {32, 512, 256, true});
    check(by_warpgroup<true, false>, {128, 2048, 1024, true}, middle);
    check(by_warpgroup<true, true>, {64, 1024, 512, true}, {16, 256, 128, true});
}

// ------------------------------------------------------------------ FP8

static void test_fp8() {
    CHECK_EQUAL(float(__nv_fp8_e4m3(464.0f)), 448.0f);
    CHECK_EQUAL(float(__nv_fp8_e4m3(1e9f)), 448.0f);
    CHECK_EQUAL(float(__nv_fp8_e4m3(0.0009765625f)), 0.0f); // half of the smallest: to even
    CHECK_EQUAL(float(__nv_fp8_e4m3(-17.0f)), -16.0f);
    CHECK_EQUAL(float(__nv_fp8_e4m3(17.5f)), 18.0f); // to the nearest
    CHECK_EQUAL(float(__nv_fp8_e5m2(70000.0f)), 57344.0f);
    CHECK_EQUAL(int(__nv_cvt_float_to_fp8(464.0f, __NV_NOSAT, __NV_E4M3)), 0x7e); // halfway
    CHECK_EQUAL(int(__nv_cvt_float_to_fp8(61440.0f, __NV_NOSAT, __NV_E5M2)), 0x7c);
    CHECK_EQUAL(int(__nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, __NV_E4M3)), 0x7f);
    CHECK_EQUAL(int(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3)), 0x7f);
    CHECK_EQUAL(int(__nv_cvt_float_to_fp8(-1e9f, __NV_NOSAT, __NV_E5M2)), 0xfc);
    for (int bits = 0; bits < 256; ++bits) { // there and back
        __nv_fp8_e4m3 x;
        __nv_fp8_e5m2 y;
        x.__x = y.__x = static_cast<unsigned char>(bits);
        const float as_float = float(x), other = float(y);
        if (as_float == as_float)
            CHECK_EQUAL(int(__nv_fp8_e4m3(as_float).__x), bits);
        if (other == other && other - other == 0)
            CHECK_EQUAL(int(__nv_fp8_e5m2(other).__x), bits);
    }
    const __nv_fp8x4_e4m3 four(make_float4(1, -2, 3, 500));
    const float4 back = float4(four);
    CHECK(back.x == 1 && back.y == -2 && back.z == 3 && back.w == 448);
}

int main() {
    check_device();
    test_registers();
    test_shared_memory();
    test_fp8();
    return check_result();
}
