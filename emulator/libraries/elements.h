// elements.h: numbers of the types that cudaDataType names, as the libraries compute in them.
#ifndef CUDA_EMULATOR_LIBRARIES_ELEMENTS_H
#define CUDA_EMULATOR_LIBRARIES_ELEMENTS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>

namespace cuda_emulator {

template <class T> struct real_of { using type = T; };
template <class T> struct real_of<std::complex<T>> { using type = T; };
template <class T> using real = typename real_of<T>::type;

inline std::size_t size_of(cudaDataType type) { // 0: not known here
    switch (type) {
    case CUDA_R_8I:
        return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
        return 8;
    case CUDA_C_64F:
        return 16;
    default:
        return 0;
    }
}

// Element i of an array of that type, as a T: float, double, or a complex number of these.
template <class T> T load(const void *p, cudaDataType type, long long i) {
    const auto as = [=](auto example) {
        return T(static_cast<real<T>>(static_cast<const decltype(example) *>(p)[i]));
    };
    switch (type) {
    case CUDA_R_8I:
        return as(static_cast<signed char>(0));
    case CUDA_R_16F:
        return T(static_cast<real<T>>(__half2float(static_cast<const __half *>(p)[i])));
    case CUDA_R_16BF:
        return T(static_cast<real<T>>(__bfloat162float(static_cast<const __nv_bfloat16 *>(p)[i])));
    case CUDA_R_32I:
        return as(0);
    case CUDA_R_32F:
        return as(0.0f);
    case CUDA_R_64F:
        return as(0.0);
    default:
        if constexpr (!std::is_same<T, real<T>>::value)
            return type == CUDA_C_32F ? T(static_cast<const std::complex<float> *>(p)[i])
                                      : T(static_cast<const std::complex<double> *>(p)[i]);
        return T(0);
    }
}

// Rounded; what is too large for a whole number becomes the largest there is.
template <class T> void store(void *p, cudaDataType type, long long i, const T &x) {
    const auto whole = [&](double least, double most) {
        return std::nearbyint(std::clamp(static_cast<double>(std::real(x)), least, most));
    };
    switch (type) {
    case CUDA_R_8I:
        static_cast<signed char *>(p)[i] = static_cast<signed char>(whole(-128, 127));
        break;
    case CUDA_R_16F:
        static_cast<__half *>(p)[i] = __float2half(static_cast<float>(std::real(x)));
        break;
    case CUDA_R_16BF:
        static_cast<__nv_bfloat16 *>(p)[i] = __float2bfloat16(static_cast<float>(std::real(x)));
        break;
    case CUDA_R_32I:
        static_cast<int *>(p)[i] = static_cast<int>(whole(-2147483648.0, 2147483647.0));
        break;
    case CUDA_R_32F:
        static_cast<float *>(p)[i] = static_cast<float>(std::real(x));
        break;
    case CUDA_R_64F:
        static_cast<double *>(p)[i] = static_cast<double>(std::real(x));
        break;
    case CUDA_C_32F:
        static_cast<std::complex<float> *>(p)[i] = std::complex<float>(x);
        break;
    default:
        static_cast<std::complex<double> *>(p)[i] = std::complex<double>(x);
    }
}

} // namespace cuda_emulator

#endif
