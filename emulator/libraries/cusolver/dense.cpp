// dense.cpp: cuSOLVER's calls for dense matrices.
#include "routines.h"

using namespace cuda_emulator::cusolver;

extern "C" {

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
    if (handle == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *handle = new cusolverDnContext;
    alive().add(*handle);
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
    if (!alive().remove(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
    if (!alive().has(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream) {
    if (!alive().has(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

#define FOR_TYPE(T, R, L)                                                                          \
    cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int,    \
                                                     T *, int, int *size) {                        \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *, int, int *info) {                    \
        return potrf("cusolverDn" #L "potrf", handle, uplo, n, in(A), lda, info);                  \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int columns, const T *A, int lda, T *B, int ldb,         \
                                          int *info) {                                             \
        return potrs("cusolverDn" #L "potrs", handle, uplo, n, columns, in(A), lda, in(B), ldb,    \
                     info);                                                                        \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t, int, int, T *, int,       \
                                                     int *size) {                                  \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *, int *pivots, int *info) {                           \
        return getrf("cusolverDn" #L "getrf", handle, m, n, in(A), lda, pivots, info);             \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t trans,      \
                                          int n, int columns, const T *A, int lda,                 \
                                          const int *pivots, T *B, int ldb, int *info) {           \
        return getrs("cusolverDn" #L "getrs", handle, trans, n, columns, in(A), lda, pivots,       \
                     in(B), ldb, info);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t, int, int, T *, int,       \
                                                     int *size) {                                  \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *tau, T *, int, int *info) {                           \
        return geqrf("cusolverDn" #L "geqrf", handle, m, n, in(A), lda, in(tau), info);            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t, int, int, int *size) {    \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvd(                                                         \
        cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A,        \
        int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *, int, R *, int *info) {                 \
        return gesvd("cusolverDn" #L "gesvd", handle, jobu, jobvt, m, n, in(A), lda, S, in(U),     \
                     ldu, in(VT), ldvt, info);                                                     \
    }
FOR_TYPE(float, float, S)
FOR_TYPE(double, double, D)
FOR_TYPE(cuComplex, float, C)
FOR_TYPE(cuDoubleComplex, double, Z)

// What is called one way for real matrices is called another way for complex ones.
#define NAMED(T, R, L, ORMQR, ORGQR, SYEVD)                                                        \
    cusolverStatus_t cusolverDn##L##ORMQR##_bufferSize(                                            \
        cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int, int, int, const T *, int,    \
        const T *, const T *, int, int *size) {                                                    \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##ORMQR(                                                         \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, T *C, int ldc, T *, int, int *info) {            \
        return ormqr("cusolverDn" #L#ORMQR, handle, side, trans, m, n, k, in(A), lda, in(tau),     \
                     in(C), ldc, info);                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##ORGQR##_bufferSize(cusolverDnHandle_t, int, int, int,          \
                                                       const T *, int, const T *, int *size) {     \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##ORGQR(cusolverDnHandle_t handle, int m, int n, int k, T *A,    \
                                          int lda, const T *tau, T *, int, int *info) {            \
        return orgqr("cusolverDn" #L#ORGQR, handle, m, n, k, in(A), lda, in(tau), info);           \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVD##_bufferSize(cusolverDnHandle_t, cusolverEigMode_t,      \
                                                       cublasFillMode_t, int, const T *, int,      \
                                                       const R *, int *size) {                     \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVD(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *,  \
                                          int, int *info) {                                        \
        return syevd("cusolverDn" #L#SYEVD, handle, mode, uplo, n, in(A), lda, W, info);           \
    }
NAMED(float, float, S, ormqr, orgqr, syevd)
NAMED(double, double, D, ormqr, orgqr, syevd)
NAMED(cuComplex, float, C, unmqr, ungqr, heevd)
NAMED(cuDoubleComplex, double, Z, unmqr, ungqr, heevd)

} // extern "C"

const char *cuda_emulator_status_name(cusolverStatus_t status) {
    switch (status) {
#define NAME(S)                                                                                    \
    case S:                                                                                        \
        return #S;
        NAME(CUSOLVER_STATUS_SUCCESS)
        NAME(CUSOLVER_STATUS_NOT_INITIALIZED)
        NAME(CUSOLVER_STATUS_ALLOC_FAILED)
        NAME(CUSOLVER_STATUS_INVALID_VALUE)
        NAME(CUSOLVER_STATUS_ARCH_MISMATCH)
        NAME(CUSOLVER_STATUS_MAPPING_ERROR)
        NAME(CUSOLVER_STATUS_EXECUTION_FAILED)
        NAME(CUSOLVER_STATUS_INTERNAL_ERROR)
        NAME(CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED)
        NAME(CUSOLVER_STATUS_NOT_SUPPORTED)
        NAME(CUSOLVER_STATUS_ZERO_PIVOT)
        NAME(CUSOLVER_STATUS_INVALID_LICENSE)
#undef NAME
    }
    return "<unknown>";
}
