// eigenvalues.cpp: the calls for some eigenvalues, and for those of two matrices.
#include "eigenvalues.h"

namespace cuda_emulator::cusolver {

namespace {

template <class R>
range_of_values<R> range_of(cusolverEigRange_t kind, R low, R high, length first, length last) {
    return {kind, low, high, first, last};
}

} // namespace

} // namespace cuda_emulator::cusolver

using namespace cuda_emulator::cusolver;

extern "C" {

#define FOR_TYPE(T, R, L, SYEVDX, SYGVD, SYGVDX)                                                   \
    cusolverStatus_t cusolverDn##L##SYEVDX##_bufferSize(                                           \
        cusolverDnHandle_t, cusolverEigMode_t, cusolverEigRange_t, cublasFillMode_t, int,          \
        const T *, int, R, R, int, int, int *, const R *, int *size) {                             \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVDX(cusolverDnHandle_t handle, cusolverEigMode_t mode,      \
                                           cusolverEigRange_t range, cublasFillMode_t uplo, int n, \
                                           T *A, int lda, R vl, R vu, int il, int iu, int *meig,   \
                                           R *W, T *, int, int *info) {                            \
        using number = typename number_of<T>::type;                                                \
        return eigenvalues("cusolverDn" #L#SYEVDX, handle, ONE_MATRIX, mode,                       \
                           range_of(range, vl, vu, il, iu), uplo, n, in(A), lda,                   \
                           static_cast<number *>(nullptr), 0, W, meig, true, info);                \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYGVD##_bufferSize(                                            \
        cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int,           \
        const T *, int, const T *, int, const R *, int *size) {                                    \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYGVD(                                                         \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *, int, int *info) {   \
        return eigenvalues("cusolverDn" #L#SYGVD, handle, type, mode, range_of_values<R>(), uplo,  \
                           n, in(A), lda, in(B), ldb, W, info, false, info);                       \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYGVDX##_bufferSize(                                           \
        cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cusolverEigRange_t,              \
        cublasFillMode_t, int, const T *, int, const T *, int, R, R, int, int, int *, const R *,   \
        int *size) {                                                                               \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYGVDX(                                                        \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb,      \
        R vl, R vu, int il, int iu, int *meig, R *W, T *, int, int *info) {                        \
        return eigenvalues("cusolverDn" #L#SYGVDX, handle, type, mode,                             \
                           range_of(range, vl, vu, il, iu), uplo, n, in(A), lda, in(B), ldb, W,    \
                           meig, true, info);                                                      \
    }
FOR_TYPE(float, float, S, syevdx, sygvd, sygvdx)
FOR_TYPE(double, double, D, syevdx, sygvd, sygvdx)
FOR_TYPE(cuComplex, float, C, heevdx, hegvd, hegvdx)
FOR_TYPE(cuDoubleComplex, double, Z, heevdx, hegvd, hegvdx)

} // extern "C"
