// matrices.cu: mma.h, products of small matrices by a warp.
#include "check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <type_traits>

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define HAS_TENSOR_CORES 1
using namespace nvcuda;
#endif

// ---- rounding to TF32 -------------------------------------------------------------------------

__global__ void round_to_tf32(const float *in, float *out, int n) {
#ifdef HAS_TENSOR_CORES
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = wmma::__float_to_tf32(in[i]);
#endif
}

// By arithmetic with doubles: 11 significant bits, halves away from zero.
static float rounded(float x) {
    if (x == 0 || !std::isfinite(x))
        return x;
    int exponent;
    std::frexp(x, &exponent);
    if (exponent < -125)
        exponent = -125; // denormal numbers have the bits of the smallest normal ones
    const double unit = std::ldexp(1.0, exponent - 11);
    return static_cast<float>(std::copysign(std::floor(std::fabs(x) / unit + 0.5) * unit, x));
}

static void test_rounding() {
    std::vector<float> values = {0.0f,
                                 -0.0f,
                                 1,
                                 -1,
                                 1 + 0x1p-10f,
                                 1 + 0x1p-11f,
                                 -1 - 0x1p-11f,
                                 1 + 0x1p-11f - 0x1p-23f,
                                 1 + 3 * 0x1p-11f,
                                 2 - 0x1p-23f,
                                 1e-40f,
                                 0x1p-149f,
                                 0x1p-126f,
                                 HUGE_VALF,
                                 -HUGE_VALF,
                                 3.4e38f,
                                 0.1f};
    unsigned noise = 1;
    while (values.size() < 5000) {
        noise = noise * 1664525u + 1013904223u;
        if (std::isfinite(float_of(noise)))
            values.push_back(float_of(noise));
    }
    const int n = static_cast<int>(values.size());
    device_array<float> in(values), out(n);
    round_to_tf32<<<1, 128>>>(in, out, n);
    CHECK_LAUNCH();
    const std::vector<float> got = out.get();
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        if (bits_of(got[i]) != bits_of(rounded(values[i])) && wrong++ < 5)
            std::printf("%a becomes %a, expected %a\n", values[i], got[i], rounded(values[i]));
    CHECK_EQUAL(wrong, 0);

    device_array<float> not_a_number(std::vector<float>{float_of(0x7fffffff), NAN}), same(2);
    round_to_tf32<<<1, 32>>>(not_a_number, same, 2);
    CHECK_LAUNCH();
    CHECK(std::isnan(same.get()[0]) && std::isnan(same.get()[1]));
}

// ---- products ---------------------------------------------------------------------------------

#ifdef HAS_TENSOR_CORES
// The layout of a factor, and what its element is called.
template <bool BY_ROW> struct layout_of { typedef wmma::row_major type; };
template <> struct layout_of<false> { typedef wmma::col_major type; };
template <class T> struct element_of { typedef T type; };
template <> struct element_of<float> { typedef wmma::precision::tf32 type; };
#endif

// Each warp of the block works out d = a b + c for matrices of its own; `times` its elements before
// the product. The strides are longer than rows.
template <class T, class Sum, int M, int N, int K, bool A_BY_ROW, bool B_BY_ROW>
__global__ void multiply(const T *a, const T *b, const Sum *c, Sum *d, int step, int stride,
                         bool by_row, T times, bool in_place) {
#ifdef HAS_TENSOR_CORES
    const int first = step * ((threadIdx.x + blockDim.x * threadIdx.y) / 32);
    typedef typename element_of<T>::type element;
    wmma::fragment<wmma::matrix_a, M, N, K, element, typename layout_of<A_BY_ROW>::type> part_a;
    wmma::fragment<wmma::matrix_b, M, N, K, element, typename layout_of<B_BY_ROW>::type> part_b;
    wmma::fragment<wmma::accumulator, M, N, K, Sum> part_c, part_d;
    const wmma::layout_t layout = by_row ? wmma::mem_row_major : wmma::mem_col_major;
    wmma::load_matrix_sync(part_a, a + first, stride);
    wmma::load_matrix_sync(part_b, b + first, stride);
    wmma::load_matrix_sync(part_c, c + first, stride, layout);
    for (int i = 0; i < part_a.num_elements; ++i)
        part_a.x[i] *= times;
    if (in_place) {
        wmma::mma_sync(part_c, part_a, part_b, part_c);
        wmma::store_matrix_sync(d + first, part_c, stride, layout);
    } else {
        wmma::mma_sync(part_d, part_a, part_b, part_c);
        wmma::store_matrix_sync(d + first, part_d, stride, layout);
    }
#endif
}

static double number(double x) {
    return x;
}
static double number(__half x) {
    return __half2float(x);
}
static double number(__nv_bfloat16 x) {
    return __bfloat162float(x);
}

struct product {
    int m, n, k;
    bool a_by_row, b_by_row;
};

// A launch of multiply(), with so many warps. Of all that is a template here only this and the
// kernel are compiled for each shape and layout.
template <class T, class Sum>
using launch_of = void (*)(int warps, const T *a, const T *b, const Sum *c, Sum *d, int step,
                           int stride, bool by_row, T times, bool in_place);
template <class T, class Sum, int M, int N, int K, bool A_BY_ROW, bool B_BY_ROW>
static void launch_multiply(int warps, const T *a, const T *b, const Sum *c, Sum *d, int step,
                            int stride, bool by_row, T times, bool in_place) {
    multiply<T, Sum, M, N, K, A_BY_ROW, B_BY_ROW>
        <<<1, dim3(16, 2 * warps)>>>(a, b, c, d, step, stride, by_row, times, in_place);
}

template <class T, class Sum>
static void test_product(const char *name, const product &p, launch_of<T, Sum> launch) {
    // Rows and columns lie so far apart that it is a multiple of 32 bytes in all types.
    const int stride = p.k < 16 ? 24 : 48, warps = 3, step = stride * (p.k < 16 ? 16 : 32);
    // What half adds up are whole numbers that it holds.
    const int range = sizeof(Sum) == 2 ? 13 : 53;
    for (const bool by_row : {true, false}) {
        for (const int times : {1, -2}) {
            std::vector<T> a(warps * step), b(warps * step);
            std::vector<Sum> c(warps * step);
            for (int i = 0; i < warps * step; ++i) {
                a[i] = static_cast<T>(static_cast<float>(i * 7 % (range + 8) - range / 2 - 4));
                b[i] = static_cast<T>(static_cast<float>(i * 11 % range - range / 2));
                c[i] = static_cast<Sum>(static_cast<float>(i * 5 % 109));
                if (std::is_unsigned<T>::value) {
                    a[i] = static_cast<T>(static_cast<float>(i * 7 % 127));
                    b[i] = static_cast<T>(static_cast<float>(i * 11 % 256));
                }
            }
            const T factor = static_cast<T>(
                static_cast<float>(std::is_unsigned<T>::value && times < 0 ? 2 : times));
            device_array<T> dev_a(a), dev_b(b);
            device_array<Sum> dev_c(c);
            device_array<Sum> dev_d(std::vector<Sum>(c.size(), static_cast<Sum>(-1000.0f)));
            launch(warps, dev_a, dev_b, dev_c, dev_d, step, stride, by_row, factor, times < 0);
            CHECK_LAUNCH();
            std::vector<double> expected(c.size(), -1000); // between the rows nothing is stored
            for (int warp = 0; warp < warps; ++warp)
                for (int row = 0; row < p.m; ++row)
                    for (int column = 0; column < p.n; ++column) {
                        const int first = warp * step;
                        const int at =
                            first + (by_row ? row * stride + column : column * stride + row);
                        double sum = number(c[at]);
                        for (int i = 0; i < p.k; ++i)
                            sum +=
                                number(factor) *
                                number(
                                    a[first + (p.a_by_row ? row * stride + i : i * stride + row)]) *
                                number(b[first +
                                         (p.b_by_row ? i * stride + column : column * stride + i)]);
                        expected[at] = sum;
                    }
            std::vector<double> got;
            for (const Sum sum : dev_d.get())
                got.push_back(number(sum));
            CHECK_ARRAY(
                got, [&](size_t i) { return expected[i]; }, name);
        }
    }
}

template <class T, class Sum, int M, int N, int K, bool A_BY_ROW, bool B_BY_ROW>
static void test_layout(const char *name) {
    test_product<T, Sum>(name, {M, N, K, A_BY_ROW, B_BY_ROW},
                         launch_multiply<T, Sum, M, N, K, A_BY_ROW, B_BY_ROW>);
}

template <class T, class Sum, int M, int N, int K> static void test_products(const char *name) {
    test_layout<T, Sum, M, N, K, true, true>(name);
    test_layout<T, Sum, M, N, K, false, false>(name);
    // Each of the two is loaded by itself, so that sanitizers and another switch between threads
    // find all there is to find in the layouts above; compilers take half a minute over these.
#if !defined(__SANITIZE_ADDRESS__) && !defined(CUDA_EMULATOR_PORTABLE)
    test_layout<T, Sum, M, N, K, true, false>(name);
    test_layout<T, Sum, M, N, K, false, true>(name);
#endif
}

template <int M, int N> static void test_shape() {
    const std::string shape = std::to_string(M) + " x " + std::to_string(N) + " x 16, ";
    test_products<__half, float, M, N, 16>((shape + "half to float").c_str());
    test_products<__half, __half, M, N, 16>((shape + "half").c_str());
    test_products<__nv_bfloat16, float, M, N, 16>((shape + "nv_bfloat16").c_str());
    test_products<signed char, int, M, N, 16>((shape + "signed char").c_str());
    test_products<unsigned char, int, M, N, 16>((shape + "unsigned char").c_str());
}

// Sums of the one type that begin with sums of the other, and those of int that do not fit.
__global__ void mix(const __half *ones, float *from_half, __half *from_float, int *sums,
                    int *not_one) {
#ifdef HAS_TENSOR_CORES
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> narrow;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> wide;
    wmma::load_matrix_sync(a, ones, 16);
    for (int i = 0; i < a.num_elements; ++i)
        if (__half2float(a.x[i]) != 1)
            atomicAdd(not_one, 1);
    wmma::fill_fragment(b, __float2half(200.0f));
    wmma::fill_fragment(narrow, __float2half(0.5f));
    wmma::mma_sync(wide, a, b, narrow);
    wmma::store_matrix_sync(from_half, wide, 16, wmma::mem_row_major);
    wmma::fill_fragment(wide, -3200.25f);
    wmma::mma_sync(narrow, a, b, wide);
    wmma::store_matrix_sync(from_float, narrow, 16, wmma::mem_row_major);

    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> all, nearest;
    wmma::fill_fragment(x, static_cast<signed char>(-128));
    wmma::fill_fragment(y, static_cast<signed char>(-128));
    wmma::fill_fragment(all, 0x7fffffff);
    wmma::mma_sync(nearest, x, y, all, true);
    wmma::mma_sync(all, x, y, all);
    wmma::store_matrix_sync(sums, all, 16, wmma::mem_row_major);
    wmma::store_matrix_sync(sums + 256, nearest, 16, wmma::mem_row_major);
#endif
}

static void test_mixed() {
    device_array<__half> ones(std::vector<__half>(256, __float2half(1))), from_float(256);
    device_array<float> from_half(256);
    device_array<int> sums(512), not_one(1);
    mix<<<1, 32>>>(ones, from_half, from_float, sums, not_one);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        from_half.get(), [](size_t) { return 3200.5f; }, "float from half");
    CHECK_EQUAL(not_one.get()[0], 0); // elements of a factor, however many times they are there
    for (const __half sum : from_float.get())
        if (!CHECK_EQUAL(__half2float(sum), -0.25f))
            break;
    CHECK_ARRAY(
        sums.get(), [](size_t i) { return i < 256 ? -0x7fffffff - 1 + 0x3ffff : 0x7fffffff; },
        "sums of int");
}

// ---- what the multiplier sees -----------------------------------------------------------------

// Every product is x y, eight times; sum: where the sums begin.
__global__ void eight_times(float x, float y, float sum, float *out) {
#ifdef HAS_TENSOR_CORES
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    wmma::fill_fragment(a, x);
    wmma::fill_fragment(b, y);
    wmma::fill_fragment(c, sum);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
#endif
}

static void test_factors() {
    device_array<float> out(256);
    const float x = 1 + 0x1p-10f + 0x1p-12f, y = -3 - 0x1p-22f; // the last bits do not count
    eight_times<<<1, 32>>>(x, y, 0.5f, out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return 0.5f - 24 * (1 + 0x1p-10f); }, "numbers not rounded before");
    eight_times<<<1, 32>>>(HUGE_VALF, 1, 0, out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t) { return HUGE_VALF; }, "infinite");
    eight_times<<<1, 32>>>(HUGE_VALF, 0, 0, out);
    CHECK_LAUNCH();
    for (const float sum : out.get())
        CHECK(std::isnan(sum));
}

// Elements of a fragment are a thread's own, in whatever order, and all threads have as many.
__global__ void count_elements(int *counts, float *sums) {
#ifdef HAS_TENSOR_CORES
    typedef wmma::row_major rows;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    if (threadIdx.x == 0) {
        counts[0] = wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32,
                                   wmma::col_major>::num_elements;
        counts[1] = c.num_elements;
        counts[2] = wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major>::num_elements;
        counts[3] = wmma::fragment<wmma::accumulator, 8, 8, 4, double>::num_elements;
        counts[4] = wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, rows>::num_elements;
        counts[5] = wmma::fragment<wmma::matrix_b, 32, 8, 16, __half, rows>::num_elements;
        counts[6] = wmma::fragment<wmma::accumulator, 8, 32, 16, __half>::num_elements;
        counts[7] = wmma::fragment<wmma::matrix_a, 8, 32, 16, __nv_bfloat16, rows>::num_elements;
    }
    for (int i = 0; i < c.num_elements; ++i)
        c.x[i] = threadIdx.x + 100 * i;
    wmma::store_matrix_sync(sums, c, 16, wmma::mem_col_major);
#endif
}

static void test_elements() {
    device_array<int> counts(8);
    device_array<float> sums(256);
    count_elements<<<1, 32>>>(counts, sums);
    CHECK_LAUNCH();
    const int expected[] = {4, 8, 1, 2, 16, 16, 8, 4};
    CHECK_ARRAY(
        counts.get(), [&](size_t i) { return expected[i]; }, "elements of a thread");
    std::vector<float> got = sums.get();
    std::sort(got.begin(), got.end());
    CHECK_ARRAY(
        got, [](size_t i) { return i % 32 + 100 * (i / 32); }, "each element once");
}

// The second warp of a block alone, and a different number of times for each.
__global__ void warps_apart(float *out) {
#ifdef HAS_TENSOR_CORES
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> c;
    if (warp == 0)
        return;
    wmma::fill_fragment(a, 1.0f);
    wmma::fill_fragment(b, 1.0f);
    wmma::fill_fragment(c, 0.0f);
    for (int i = 0; i < warp; ++i)
        wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out + 256 * warp, c, 16, wmma::mem_row_major);
#endif
}

static void test_warps() {
    device_array<float> out(4 * 256);
    warps_apart<<<1, 128>>>(out);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        out.get(), [](size_t i) { return 8 * (i / 256); }, "warps by themselves");
}

__global__ void ask_for_tensor_cores(int *there) {
#ifdef HAS_TENSOR_CORES
    *there = 1;
#endif
}

int main() {
    check_device();
    device_array<int> there(1);
    ask_for_tensor_cores<<<1, 1>>>(there);
    CHECK_LAUNCH();
    if (there.get()[0] == 0) {
        std::printf("not compiled for a device with these tensor cores\n");
        return 77;
    }
    test_rounding();
    test_shape<16, 16>();
    test_shape<32, 8>();
    test_shape<8, 32>();
    test_mixed();
    test_products<float, float, 16, 16, 8>("16 x 16 x 8, TF32");
    test_products<double, double, 8, 8, 4>("8 x 8 x 4, double");
    test_factors();
    test_elements();
    test_warps();
    return check_result();
}
