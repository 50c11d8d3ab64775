// fp4.cu: numbers of 4 bits: their values, and what others are rounded to, looked for among all of
// them.
#include "check.h"

#include <cuda_fp4.h>

#include <cmath>
#include <limits>

static const float sizes[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};

// The number next to x, of two as near the one with even bits, or the next one towards zero.
static int rounded(double x, cudaRoundMode mode) {
    const int sign = std::signbit(x) ? 8 : 0;
    int best = 0;
    for (int bits = 1; bits < 8; ++bits) {
        const double size = std::fabs(x), now = std::fabs(size - sizes[bits]),
                     before = std::fabs(size - sizes[best]);
        if (mode == cudaRoundZero ? sizes[bits] <= size
                                  : now < before || (now == before && bits % 2 == 0))
            best = bits;
    }
    return sign | best;
}

static __global__ void convert(const float *in, float *out) {
    const __nv_fp4x2_e2m1 pair(make_float2(in[threadIdx.x], -in[threadIdx.x]));
    const float2 back = static_cast<float2>(pair);
    out[threadIdx.x] = back.x - back.y;
}

int main() {
    check_device();
    for (int i = -1024; i <= 1024; ++i) {
        const double x = i / 128.0;
        for (const cudaRoundMode mode : {cudaRoundNearest, cudaRoundZero}) {
            for (const double near : {x, std::nextafter(x, 100), std::nextafter(x, -100)})
                CHECK_EQUAL(int(__nv_cvt_double_to_fp4(near, __NV_E2M1, mode)),
                            rounded(near, mode));
            CHECK_EQUAL(
                int(__nv_cvt_float2_to_fp4x2(make_float2(float(x), float(-x)), __NV_E2M1, mode)),
                rounded(x, mode) | rounded(-x, mode) << 4);
        }
    }
    const double endless = std::numeric_limits<double>::infinity();
    CHECK_EQUAL(int(__nv_fp4_e2m1(endless).__x), 7);
    CHECK_EQUAL(int(__nv_fp4_e2m1(-endless).__x), 15);
    CHECK_EQUAL(int(__nv_fp4_e2m1(std::nan("")).__x), 7);
    for (int bits = 0; bits < 16; ++bits) {
        __nv_fp4_e2m1 x;
        x.__x = static_cast<__nv_fp4_storage_t>(bits);
        const float value = bits < 8 ? sizes[bits] : -sizes[bits - 8];
        CHECK_EQUAL(float(x), value);
        CHECK_EQUAL(double(x), double(value));
        CHECK_EQUAL(int(x), int(value));
        CHECK_EQUAL(unsigned(x), value < 0 ? 0u : unsigned(value));
        CHECK_EQUAL(bool(x), value != 0);
        CHECK_EQUAL(int(__nv_fp4_e2m1(__half(x)).__x), bits);
        CHECK_EQUAL(int(__nv_fp4_e2m1(__nv_bfloat16(x)).__x), bits);
    }
    const float4 four = static_cast<float4>(__nv_fp4x4_e2m1(make_float4(1, -2, 3, -7)));
    CHECK(four.x == 1 && four.y == -2 && four.z == 3 && four.w == -6);

    device_array<float> in(std::vector<float>{0.3f, 2.6f, 5.1f, 0}), out(4);
    convert<<<1, 4>>>(in, out);
    CHECK_LAUNCH();
    const float twice[] = {1, 6, 12, 0};
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return twice[i]; }, "converted by a kernel");
    return check_result();
}
