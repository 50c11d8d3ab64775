// openblas.h: OpenBLAS, which multiplies large matrices ten times as fast, where it is installed.
#ifndef CUDA_EMULATOR_CUBLAS_OPENBLAS_H
#define CUDA_EMULATOR_CUBLAS_OPENBLAS_H

#include <complex>

namespace cuda_emulator::cublas {

// c = a b, of m * k and k * n elements. False: nothing was done, because it is not there or the
// matrices are small.
bool multiply_by_openblas(long long m, long long n, long long k, const float *a, const float *b,
                          float *c);
bool multiply_by_openblas(long long m, long long n, long long k, const double *a, const double *b,
                          double *c);
bool multiply_by_openblas(long long m, long long n, long long k, const std::complex<float> *a,
                          const std::complex<float> *b, std::complex<float> *c);
bool multiply_by_openblas(long long m, long long n, long long k, const std::complex<double> *a,
                          const std::complex<double> *b, std::complex<double> *c);

} // namespace cuda_emulator::cublas

#endif
