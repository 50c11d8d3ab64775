/* cusolverDn.h: cuSOLVER for dense matrices in the four types: LU, Cholesky, QR, and what solves by
 * them; eigenvalues of symmetric and Hermitian matrices, and singular values, by Jacobi's
 * rotations; batches of these and of Cholesky. Matrices are column after column.
 *
 * What is missing: emulator/LIBRARIES.md. */
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

/* ---- Jacobi's rotations. They go on until nothing is left to turn, for at most 60 sweeps,
 * whatever the settings say. */

typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;

#define CUDA_EMULATOR_ROTATIONS(CREATED, NAME, TYPE)                                               \
    cusolverStatus_t cusolverDnCreate##CREATED##Info(TYPE *info);                                  \
    cusolverStatus_t cusolverDnDestroy##CREATED##Info(TYPE info);                                  \
    cusolverStatus_t cusolverDnX##NAME##SetTolerance(TYPE info, double tolerance);                 \
    cusolverStatus_t cusolverDnX##NAME##SetMaxSweeps(TYPE info, int sweeps);                       \
    cusolverStatus_t cusolverDnX##NAME##SetSortEig(TYPE info, int sorted);                         \
    cusolverStatus_t cusolverDnX##NAME##GetResidual(cusolverDnHandle_t handle, TYPE info,          \
                                                    double *residual);                             \
    cusolverStatus_t cusolverDnX##NAME##GetSweeps(cusolverDnHandle_t handle, TYPE info,            \
                                                  int *sweeps);

CUDA_EMULATOR_ROTATIONS(Syevj, syevj, syevjInfo_t)
CUDA_EMULATOR_ROTATIONS(Gesvdj, gesvdj, gesvdjInfo_t)

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
        int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work, int size, R *rwork, int *info);    \
    cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *A[], int lda, int *info, int count);    \
    cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int columns, T *A[], int lda, T *B[],      \
                                                 int ldb, int *info, int count);                   \
    cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic, int m, int n, const T *A, \
        int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *size,                  \
        gesvdjInfo_t params);                                                                      \
    cusolverStatus_t cusolverDn##L##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode,      \
                                           int economic, int m, int n, T *A, int lda, R *S, T *U,  \
                                           int ldu, T *V, int ldv, T *work, int size, int *info,   \
                                           gesvdjInfo_t params);                                   \
    cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, const T *A, int lda,      \
        const R *S, const T *U, int ldu, const T *V, int ldv, int *size, gesvdjInfo_t params,      \
        int count);                                                                                \
    cusolverStatus_t cusolverDn##L##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T *A, int lda, R *S,      \
        T *U, int ldu, T *V, int ldv, T *work, int size, int *info, gesvdjInfo_t params,           \
        int count);

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
                                          T *work, int size, int *info);                           \
    cusolverStatus_t cusolverDn##L##syevj_bufferSize(                                              \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params);                           \
    cusolverStatus_t cusolverDn##L##syevj(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W,       \
                                          T *work, int size, int *info, syevjInfo_t params);       \
    cusolverStatus_t cusolverDn##L##syevjBatched_bufferSize(                                       \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params, int count);                \
    cusolverStatus_t cusolverDn##L##syevjBatched(                                                  \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *A,     \
        int lda, R *W, T *work, int size, int *info, syevjInfo_t params, int count);

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
                                          T *work, int size, int *info);                           \
    cusolverStatus_t cusolverDn##L##heevj_bufferSize(                                              \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params);                           \
    cusolverStatus_t cusolverDn##L##heevj(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W,       \
                                          T *work, int size, int *info, syevjInfo_t params);       \
    cusolverStatus_t cusolverDn##L##heevjBatched_bufferSize(                                       \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n,           \
        const T *A, int lda, const R *W, int *size, syevjInfo_t params, int count);                \
    cusolverStatus_t cusolverDn##L##heevjBatched(                                                  \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *A,     \
        int lda, R *W, T *work, int size, int *info, syevjInfo_t params, int count);

CUDA_EMULATOR_SOLVER(float, float, S)
CUDA_EMULATOR_SOLVER(double, double, D)
CUDA_EMULATOR_SOLVER(cuComplex, float, C)
CUDA_EMULATOR_SOLVER(cuDoubleComplex, double, Z)
CUDA_EMULATOR_SOLVER_REAL(float, float, S)
CUDA_EMULATOR_SOLVER_REAL(double, double, D)
CUDA_EMULATOR_SOLVER_COMPLEX(cuComplex, float, C)
CUDA_EMULATOR_SOLVER_COMPLEX(cuDoubleComplex, double, Z)

/* Some eigenvalues, and those of two matrices. */
#define CUDA_EMULATOR_EIGENVALUES(T, R, L, SYEVDX, SYGVD, SYGVDX, SYGVJ)                           \
    cusolverStatus_t cusolverDn##L##SYGVJ##_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,        \
        int *size, syevjInfo_t params);                                                            \
    cusolverStatus_t cusolverDn##L##SYGVJ(cusolverDnHandle_t handle, cusolverEigType_t type,       \
                                          cusolverEigMode_t mode, cublasFillMode_t uplo, int n,    \
                                          T *A, int lda, T *B, int ldb, R *W, T *work, int size,   \
                                          int *info, syevjInfo_t params);                          \
    cusolverStatus_t cusolverDn##L##SYEVDX##_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range,               \
        cublasFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *meig,  \
        const R *W, int *size);                                                                    \
    cusolverStatus_t cusolverDn##L##SYEVDX(cusolverDnHandle_t handle, cusolverEigMode_t mode,      \
                                           cusolverEigRange_t range, cublasFillMode_t uplo, int n, \
                                           T *A, int lda, R vl, R vu, int il, int iu, int *meig,   \
                                           R *W, T *work, int size, int *info);                    \
    cusolverStatus_t cusolverDn##L##SYGVD##_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cublasFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,        \
        int *size);                                                                                \
    cusolverStatus_t cusolverDn##L##SYGVD(cusolverDnHandle_t handle, cusolverEigType_t type,       \
                                          cusolverEigMode_t mode, cublasFillMode_t uplo, int n,    \
                                          T *A, int lda, T *B, int ldb, R *W, T *work, int size,   \
                                          int *info);                                              \
    cusolverStatus_t cusolverDn##L##SYGVDX##_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *A, int lda, const T *B,   \
        int ldb, R vl, R vu, int il, int iu, int *meig, const R *W, int *size);                    \
    cusolverStatus_t cusolverDn##L##SYGVDX(                                                        \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,                 \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda, T *B, int ldb,      \
        R vl, R vu, int il, int iu, int *meig, R *W, T *work, int size, int *info);
CUDA_EMULATOR_EIGENVALUES(float, float, S, syevdx, sygvd, sygvdx, sygvj)
CUDA_EMULATOR_EIGENVALUES(double, double, D, syevdx, sygvd, sygvdx, sygvj)
CUDA_EMULATOR_EIGENVALUES(cuComplex, float, C, heevdx, hegvd, hegvdx, hegvj)
CUDA_EMULATOR_EIGENVALUES(cuDoubleComplex, double, Z, heevdx, hegvd, hegvdx, hegvj)

/* ---- The type of a matrix is an argument, and sizes have 64 bits. */

typedef struct cusolverDnParams *cusolverDnParams_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t, cusolverDnFunction_t,
                                         cusolverAlgMode_t);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t, cudaDataType, const void *,
                                             int64_t, cudaDataType, size_t *of_device,
                                             size_t *of_host);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A,
                                  int64_t lda, cudaDataType compute, void *, size_t, void *, size_t,
                                  int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType typeA, const void *A, int64_t lda,
                                  cudaDataType typeB, void *B, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, size_t *of_device, size_t *of_host);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void *A, int64_t lda,
                                  int64_t *pivots, cudaDataType compute, void *, size_t, void *,
                                  size_t, int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cublasOperation_t trans, int64_t n, int64_t columns,
                                  cudaDataType typeA, const void *A, int64_t lda,
                                  const int64_t *pivots, cudaDataType typeB, void *B, int64_t ldb,
                                  int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType,
                                             size_t *of_device, size_t *of_host);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m,
                                  int64_t n, cudaDataType typeA, void *A, int64_t lda,
                                  cudaDataType typeTau, void *tau, cudaDataType compute, void *,
                                  size_t, void *, size_t, int *info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *of_device,
                                             size_t *of_host);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t,
                                  cusolverEigMode_t mode, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType typeA, void *A, int64_t lda, cudaDataType typeW,
                                  void *W, cudaDataType compute, void *, size_t, void *, size_t,
                                  int *info);
cusolverStatus_t cusolverDnXsyevdx_bufferSize(
    cusolverDnHandle_t, cusolverDnParams_t, cusolverEigMode_t mode, cusolverEigRange_t range,
    cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda, void *vl,
    void *vu, int64_t il, int64_t iu, int64_t *meig, cudaDataType typeW, const void *W,
    cudaDataType compute, size_t *of_device, size_t *of_host);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t,
                                   cusolverEigMode_t mode, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A,
                                   int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
                                   int64_t *meig, cudaDataType typeW, void *W, cudaDataType compute,
                                   void *, size_t, void *, size_t, int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                             signed char, int64_t, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, const void *,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *of_device,
                                             size_t *of_host);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char jobu,
                                  signed char jobvt, int64_t m, int64_t n, cudaDataType typeA,
                                  void *A, int64_t lda, cudaDataType typeS, void *S,
                                  cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeVT,
                                  void *VT, int64_t ldvt, cudaDataType compute, void *, size_t,
                                  void *, size_t, int *info);

#ifdef __cplusplus
}
#endif

#endif
