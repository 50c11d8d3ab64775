// headers.cu: what programs include besides: the guards that they ask for, profilers' marks,
// complex numbers, the names of cuda::std in kernels, the special functions of <cmath>.
#include "check.h"

#include <cuComplex.h>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_profiler_api.h>
#include <driver_functions.h>
#include <library_types.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

// Helpers that come with NVIDIA's samples define their checks only where these are.
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) ||                            \
    !defined(__DRIVER_TYPES_H__) || !defined(__VECTOR_TYPES_H__) ||                                \
    !defined(__VECTOR_FUNCTIONS_H__) || !defined(__HOST_DEFINES_H__) ||                            \
    !defined(__TEXTURE_TYPES_H__) || !defined(__SURFACE_TYPES_H__) ||                              \
    !defined(__CHANNEL_DESCRIPTOR_H__) || !defined(__DEVICE_TYPES_H__) ||                          \
    !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || !defined(__LIBRARY_TYPES_H__)
#error "a guard is missing"
#endif
#if !__CUDACC__ || !__NVCC__ // some ask for the value
#error "nvcc's macros are 1"
#endif

// The special functions of <cmath>, where the library has them: for float and long double as for
// double.
#ifdef __cpp_lib_math_special_functions
static bool near(double got, double expected) {
    return std::fabs(got - expected) <= 1e-4 * std::fabs(expected);
}

#define CHECK_SPECIAL(NAME, ...)                                                                   \
    CHECK(near(NAME##f(__VA_ARGS__), NAME(__VA_ARGS__)));                                          \
    CHECK(near(NAME##l(__VA_ARGS__), NAME(__VA_ARGS__)))

static void check_special_functions() {
    CHECK(near(std::riemann_zeta(2.0), 1.6449340668));
    CHECK_SPECIAL(std::assoc_laguerre, 3, 1, 0.25);
    CHECK_SPECIAL(std::assoc_legendre, 3, 1, 0.25);
    CHECK_SPECIAL(std::beta, 0.25, 0.5);
    CHECK_SPECIAL(std::comp_ellint_1, 0.25);
    CHECK_SPECIAL(std::comp_ellint_2, 0.25);
    CHECK_SPECIAL(std::comp_ellint_3, 0.25, 0.5);
    CHECK_SPECIAL(std::cyl_bessel_i, 0.25, 0.5);
    CHECK_SPECIAL(std::cyl_bessel_j, 0.25, 0.5);
    CHECK_SPECIAL(std::cyl_bessel_k, 0.25, 0.5);
    CHECK_SPECIAL(std::cyl_neumann, 0.25, 0.5);
    CHECK_SPECIAL(std::ellint_1, 0.25, 0.5);
    CHECK_SPECIAL(std::ellint_2, 0.25, 0.5);
    CHECK_SPECIAL(std::ellint_3, 0.25, 0.5, 0.75);
    CHECK_SPECIAL(std::expint, 0.25);
    CHECK_SPECIAL(std::hermite, 3, 0.25);
    CHECK_SPECIAL(std::laguerre, 3, 0.25);
    CHECK_SPECIAL(std::legendre, 3, 0.25);
    CHECK_SPECIAL(std::riemann_zeta, 3.5);
    CHECK_SPECIAL(std::sph_bessel, 2, 0.5);
    CHECK_SPECIAL(std::sph_legendre, 3, 1, 0.25);
    CHECK_SPECIAL(std::sph_neumann, 2, 0.5);
#if defined(__GLIBCXX__) && !defined(__STRICT_ANSI__)
    CHECK_SPECIAL(__gnu_cxx::airy_ai, 0.5);
    CHECK_SPECIAL(__gnu_cxx::conf_hyperg, 0.25, 0.5, 0.75);
    CHECK_SPECIAL(__gnu_cxx::hyperg, 0.25, 0.5, 0.75, 0.25);
#endif
}
#else
static void check_special_functions() {}
#endif

__global__ void use_std(double *out) {
    const cuda::std::array<int, 3> three = {1, 2, 3};
    const cuda::std::tuple<int, double> pair(4, 0.5);
    const cuda::std::complex<double> i(0, 1);
    out[0] = three[0] + three[2];
    out[1] = cuda::std::get<0>(pair) + cuda::std::get<1>(pair);
    out[2] = (i * i).real();
    out[3] = cuda::std::numeric_limits<cuda::std::uint8_t>::max();
    out[4] = cuda::std::is_same<cuda::std::remove_const<const int>::type, int>::value;
    out[5] = cuda::std::sqrt(16.0);
    int a = 1, b = 2;
    cuda::std::swap(a, b);
    out[6] = a;
}

// Numbers that floats hold, so that no order of the operations makes a difference.
template <class Complex, class Real>
__global__ void use_complex(Complex *out, Real *parts, Complex a, Complex b) {
    if constexpr (sizeof(Real) == sizeof(float)) {
        out[0] = cuCaddf(a, b);
        out[1] = cuCsubf(a, b);
        out[2] = cuCmulf(a, b);
        out[3] = cuCdivf(a, b);
        out[4] = cuCfmaf(a, b, cuConjf(a));
        out[5] = make_cuComplex(cuCimagf(a), cuCrealf(a));
        out[6] = cuComplexDoubleToFloat(cuComplexFloatToDouble(b));
        *parts = cuCabsf(a);
    } else {
        out[0] = cuCadd(a, b);
        out[1] = cuCsub(a, b);
        out[2] = cuCmul(a, b);
        out[3] = cuCdiv(a, b);
        out[4] = cuCfma(a, b, cuConj(a));
        out[5] = make_cuDoubleComplex(cuCimag(a), cuCreal(a));
        out[6] = cuComplexFloatToDouble(cuComplexDoubleToFloat(b));
        *parts = cuCabs(a);
    }
}

template <class Complex, class Real> static void test_complex(Complex a, Complex b) {
    device_array<Complex> dev_out(7);
    device_array<Real> dev_parts(1);
    use_complex<<<1, 1>>>(static_cast<Complex *>(dev_out), static_cast<Real *>(dev_parts), a, b);
    CHECK_LAUNCH();
    const double expected[][2] = {{5, 0}, {1, 8}, {22, -4}, {-0.5, 1}, {25, -8}, {4, 3}, {2, -4}};
    const auto out = dev_out.get();
    for (int i = 0; i < 7; ++i) {
        CHECK(std::fabs(out[i].x - expected[i][0]) < 1e-6);
        CHECK(std::fabs(out[i].y - expected[i][1]) < 1e-6);
    }
    CHECK(std::fabs(dev_parts.get()[0] - 5) < 1e-6);
}

int main() {
    check_device();
    test_complex<cuFloatComplex, float>({3, 4}, {2, -4});
    test_complex<cuDoubleComplex, double>({3, 4}, {2, -4});
    // Their squares overflow; they do not.
    CHECK(std::fabs(cuCabsf(make_cuFloatComplex(3e30f, 4e30f)) / 5e30f - 1) < 1e-6);
    CHECK(cuCdivf(make_cuFloatComplex(1e30f, 1e30f), make_cuFloatComplex(1e30f, 1e30f)).x == 1);
    device_array<double> out(7);
    use_std<<<1, 1>>>(static_cast<double *>(out));
    CHECK_LAUNCH();
    const double expected[] = {4, 4.5, -1, 255, 1, 4, 2};
    CHECK_ARRAY(
        out.get(), [&](size_t i) { return expected[i]; }, "cuda::std");

    CHECK_CUDA(cudaProfilerStart());
    nvtxEventAttributes_t event = {};
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = 0xff00ff00u;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = "a range";
    nvtxRangePushEx(&event);
    nvtxRangePush("another one");
    nvtxMark("here");
    nvtxRangePop();
    nvtxRangePop();
    nvtxRangeEnd(nvtxRangeStart("from here to there"));
    const nvtxDomainHandle_t domain = nvtxDomainCreate("mine");
    nvtxDomainRangePushEx(domain, &event);
    nvtxDomainRangePop(domain);
    nvtxDomainDestroy(domain);
    NVTX3_FUNC_RANGE();
    const nvtx3::scoped_range range("all of it", nvtx3::rgb(127, 255, 0), nvtx3::payload(3));
    nvtx3::end_range(nvtx3::start_range("from here to there"));
    nvtx3::mark("here", nvtx3::category(1));
    CHECK_CUDA(cudaProfilerStop());

    int value = 0;
    CHECK_EQUAL(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0),
                cudaErrorInvalidDevice);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidDevice);
    CHECK_EQUAL(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1000),
                cudaErrorInvalidDevice);
    (void)cudaGetLastError();

    check_special_functions();
    CHECK_EQUAL(CUDA_R_16BF, 14);
    CHECK_EQUAL(PATCH_LEVEL, 2);
    const double4_32a wide = make_double4_32a(1, 2, 3, 4);
    CHECK_EQUAL(wide.w, 4);
    CHECK_EQUAL(alignof(longlong4_16a), 16u);
    CHECK_EQUAL(alignof(longlong4_32a), 32u);
    return check_result();
}
