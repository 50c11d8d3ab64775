/* cusolverDn.h: cuSOLVER for dense matrices in the four types: LU, Cholesky, QR, and what solves by
 * them; eigenvalues of symmetric and Hermitian matrices, and singular values, by Jacobi's
 * rotations. Matrices are column after column.
 *
 * Not there: the interface of 64 bits (cusolverDnX...), batches, iterative refinement, sparse
 * matrices (cusolverSp.h). */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_

#ifdef __wasm__
#error cusolverDn.h: there is no cuSOLVER in a browser, and ./book run has it
#endif

#include <cublas_v2.h>
#include <cusolver_common.h>

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);

/* ---- T: the type; R: that of its parts; L: its letter. Memory to work in is not needed: the sizes
 * are 0. */

#define CUDA_EMULATOR_SOLVER(T, R, L)                                                              \
    cusolverStatus_t cusolverDn##L##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda, int *size);        \
    cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *A, int lda, T *work, int size, int *info);            \
    cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int columns, const T *A, int lda, T *B, int ldb,         \
                                          int *info);                                              \
    cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *work, int *pivots, int *info);                        \
    cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t trans,      \
                                          int n, int columns, const T *A, int lda,                 \
                                          const int *pivots, T *B, int ldb, int *info);            \
    cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *A, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T *A, int lda,  \
                                          T *tau, T *work, int size, int *info);                   \
    cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int *size);                                   \
    cusolverStatus_t cusolverDn##L##gesvd(                                                         \
        cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, T *A,        \
        int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work, int size, R *rwork, int *info);

#define CUDA_EMULATOR_SOLVER_REAL(T, R, L)                                                         \
    cusolverStatus_t cusolverDn##L##ormqr_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, const T *C, int ldc, int *size);                 \
    cusolverStatus_t cusolverDn##L##ormqr(                                                         \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int size, int *info);    \
    cusolverStatus_t cusolverDn##L##orgqr_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int k, const T *A, int lda, const T *tau,     \
                                                     int *size);                                   \
    cusolverStatus_t cusolverDn##L##orgqr(cusolverDnHandle_t handle, int m, int n, int k, T *A,    \
                                          int lda, const T *tau, T *work, int size, int *info);    \
    cusolverStatus_t cusolverDn##L##syevd_bufferSize(                                              \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size);                                               \
    cusolverStatus_t cusolverDn##L##syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W,       \
                                          T *work, int size, int *info);

#define CUDA_EMULATOR_SOLVER_COMPLEX(T, R, L)                                                      \
    cusolverStatus_t cusolverDn##L##unmqr_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, const T *C, int ldc, int *size);                 \
    cusolverStatus_t cusolverDn##L##unmqr(                                                         \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n,   \
        int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int size, int *info);    \
    cusolverStatus_t cusolverDn##L##ungqr_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int k, const T *A, int lda, const T *tau,     \
                                                     int *size);                                   \
    cusolverStatus_t cusolverDn##L##ungqr(cusolverDnHandle_t handle, int m, int n, int k, T *A,    \
                                          int lda, const T *tau, T *work, int size, int *info);    \
    cusolverStatus_t cusolverDn##L##heevd_bufferSize(                                              \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size);                                               \
    cusolverStatus_t cusolverDn##L##heevd(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W,       \
                                          T *work, int size, int *info);

CUDA_EMULATOR_SOLVER(float, float, S)
CUDA_EMULATOR_SOLVER(double, double, D)
CUDA_EMULATOR_SOLVER(cuComplex, float, C)
CUDA_EMULATOR_SOLVER(cuDoubleComplex, double, Z)
CUDA_EMULATOR_SOLVER_REAL(float, float, S)
CUDA_EMULATOR_SOLVER_REAL(double, double, D)
CUDA_EMULATOR_SOLVER_COMPLEX(cuComplex, float, C)
CUDA_EMULATOR_SOLVER_COMPLEX(cuDoubleComplex, double, Z)

#ifdef __cplusplus
}
#endif

#endif
