// openblas.cpp: see openblas.h. It is looked for when a program first multiplies, so that none is
// linked with it.
#include "openblas.h"

#include <dlfcn.h>

#include <climits>

namespace cuda_emulator::cublas {

namespace {

void *function(const char *name) {
    static void *const library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    return library == nullptr ? nullptr : dlsym(library, name);
}

constexpr int COLUMN_MAJOR = 102, NOT_TRANSPOSED = 111;

// Scalar: how CBLAS takes a factor: a number, or the address of a complex one.
template <class T, class Scalar>
bool multiply(void *gemm, long long m, long long n, long long k, const T *a, const T *b, T *c,
              Scalar one, Scalar zero) {
    if (gemm == nullptr || m * n * k < 64 * 64 * 64 || m > INT_MAX || n > INT_MAX || k > INT_MAX)
        return false;
    using function_type = void (*)(int, int, int, int, int, int, Scalar, const void *, int,
                                   const void *, int, Scalar, void *, int);
    const int rows = static_cast<int>(m), columns = static_cast<int>(n),
              depth = static_cast<int>(k);
    reinterpret_cast<function_type>(gemm)(COLUMN_MAJOR, NOT_TRANSPOSED, NOT_TRANSPOSED, rows,
                                          columns, depth, one, a, rows, b, depth, zero, c, rows);
    return true;
}

} // namespace

bool multiply_by_openblas(long long m, long long n, long long k, const float *a, const float *b,
                          float *c) {
    static void *const gemm = function("cblas_sgemm");
    return multiply(gemm, m, n, k, a, b, c, 1.0f, 0.0f);
}
bool multiply_by_openblas(long long m, long long n, long long k, const double *a, const double *b,
                          double *c) {
    static void *const gemm = function("cblas_dgemm");
    return multiply(gemm, m, n, k, a, b, c, 1.0, 0.0);
}
bool multiply_by_openblas(long long m, long long n, long long k, const std::complex<float> *a,
                          const std::complex<float> *b, std::complex<float> *c) {
    static void *const gemm = function("cblas_cgemm");
    const std::complex<float> one = 1, zero = 0;
    return multiply<std::complex<float>, const void *>(gemm, m, n, k, a, b, c, &one, &zero);
}
bool multiply_by_openblas(long long m, long long n, long long k, const std::complex<double> *a,
                          const std::complex<double> *b, std::complex<double> *c) {
    static void *const gemm = function("cblas_zgemm");
    const std::complex<double> one = 1, zero = 0;
    return multiply<std::complex<double>, const void *>(gemm, m, n, k, a, b, c, &one, &zero);
}

} // namespace cuda_emulator::cublas
