/* cublas_v2.h: cuBLAS: levels 1 to 3 of BLAS in the four types, half and bfloat16 through float,
 * batches, also of triangular factors and of least squares. Matrices are column after column.
 * Where OpenBLAS is installed it multiplies large matrices.
 *
 * What is missing: emulator/LIBRARIES.md.
 */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#define CUBLAS_API_H_

#if defined(__wasm__)
#error cublas_v2.h: there is no cuBLAS in a browser, and ./book run has it
#endif

#include <cuComplex.h>
#ifdef __cplusplus
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif
#include <cuda_runtime.h>
#include <emulator/cublas_types.h>
#include <library_types.h>

#include <stdint.h>

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 2
#define CUBLAS_VERSION 130002

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Handles and their settings */

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* ---- To the device and back: vectors with strides, matrices with leading dimensions */

cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *device, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *device, int incx, void *y, int incy);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *device,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *device, int incx, void *y,
                                    int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *A, int lda,
                               void *device, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *device, int lda,
                               void *B, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *A, int lda,
                                    void *device, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *device, int lda,
                                    void *B, int ldb, cudaStream_t stream);

/* ---- T: the type; R: that of its parts; L, l: its letter; N: its letters where the result is real
 */

#define CUDA_EMULATOR_BLAS(T, R, L, l, N)                                                          \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,       \
                                   int incx, T *y, int incy);                                      \
    cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx);  \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y,       \
                                   int incy);                                                      \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy);  \
    cublasStatus_t cublasI##l##amax(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result);                                                  \
    cublasStatus_t cublasI##l##amin(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result);                                                  \
    cublasStatus_t cublasI##l##amax_64(cublasHandle_t handle, int64_t n, const T *x, int64_t incx, \
                                       int64_t *result);                                           \
    cublasStatus_t cublasI##l##amin_64(cublasHandle_t handle, int64_t n, const T *x, int64_t incx, \
                                       int64_t *result);                                           \
    cublasStatus_t cublas##N##nrm2(cublasHandle_t handle, int n, const T *x, int incx, R *result); \
    cublasStatus_t cublas##N##asum(cublasHandle_t handle, int n, const T *x, int incx, R *result); \
    cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,    \
                                  const R *c, const T *s);                                         \
    cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T *a, T *b, R *c, T *s);                 \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,   \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, const T *alpha, const T *const A[], int lda,      \
                                          const T *const x[], int incx, const T *beta,             \
                                          T *const y[], int incy, int count);                      \
    cublasStatus_t cublas##L##gemvStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha, const T *A,  \
        int lda, long long int strideA, const T *x, int incx, long long int stridex,               \
        const T *beta, T *y, int incy, long long int stridey, int count);                          \
    cublasStatus_t cublas##L##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,   \
                                   int kl, int ku, const T *alpha, const T *A, int lda,            \
                                   const T *x, int incx, const T *beta, T *y, int incy);           \
    cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##trmv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n,          \
                                   const T *A, int lda, T *x, int incx);                           \
    cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n,          \
                                   const T *A, int lda, T *x, int incx);                           \
    cublasStatus_t cublas##L##tpmv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n,          \
                                   const T *AP, T *x, int incx);                                   \
    cublasStatus_t cublas##L##tpsv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n,          \
                                   const T *AP, T *x, int incx);                                   \
    cublasStatus_t cublas##L##tbmv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n, int k,   \
                                   const T *A, int lda, T *x, int incx);                           \
    cublasStatus_t cublas##L##tbsv(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int n, int k,   \
                                   const T *A, int lda, T *x, int incx);                           \
    cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T *alpha, const T *x, int incx, T *A, int lda);            \
    cublasStatus_t cublas##L##syr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *A, int lda);                                                 \
    cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t transa,                \
                                   cublasOperation_t transb, int m, int n, int k, const T *alpha,  \
                                   const T *A, int lda, const T *B, int ldb, const T *beta, T *C,  \
                                   int ldc);                                                       \
    cublasStatus_t cublas##L##gemmBatched(                                                         \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *const A[], int lda, const T *const B[], int ldb,           \
        const T *beta, T *const C[], int ldc, int count);                                          \
    cublasStatus_t cublas##L##gemmStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        int k, const T *alpha, const T *A, int lda, long long int strideA, const T *B, int ldb,    \
        long long int strideB, const T *beta, T *C, int ldc, long long int strideC, int count);    \
    cublasStatus_t cublas##L##symm(                                                                \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,         \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, int n, int k, const T *alpha,          \
                                   const T *A, int lda, const T *beta, T *C, int ldc);             \
    cublasStatus_t cublas##L##syr2k(                                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##syrkx(                                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##trmm(cublasHandle_t handle, cublasSideMode_t side,                   \
                                   cublasFillMode_t uplo, cublasOperation_t trans,                 \
                                   cublasDiagType_t diag, int m, int n, const T *alpha,            \
                                   const T *A, int lda, const T *B, int ldb, T *C, int ldc);       \
    cublasStatus_t cublas##L##trsm(cublasHandle_t handle, cublasSideMode_t side,                   \
                                   cublasFillMode_t uplo, cublasOperation_t trans,                 \
                                   cublasDiagType_t diag, int m, int n, const T *alpha,            \
                                   const T *A, int lda, T *B, int ldb);                            \
    cublasStatus_t cublas##L##trsmBatched(                                                         \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                       \
        cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const T *alpha,              \
        const T *const A[], int lda, T *const B[], int ldb, int count);                            \
    cublasStatus_t cublas##L##geam(                                                                \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb, T *C, int ldc);   \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,     \
                                   const T *A, int lda, const T *x, int incx, T *C, int ldc);      \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda,    \
                                           int *pivots, int *info, int count);                     \
    cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T *const A[],       \
                                           int lda, const int *pivots, T *const C[], int ldc,      \
                                           int *info, int count);                                  \
    cublasStatus_t cublas##L##getrsBatched(                                                        \
        cublasHandle_t handle, cublasOperation_t trans, int n, int columns, const T *const A[],    \
        int lda, const int *pivots, T *const B[], int ldb, int *info, int count);                  \
    cublasStatus_t cublas##L##geqrfBatched(cublasHandle_t handle, int m, int n, T *const A[],      \
                                           int lda, T *const tau[], int *info, int count);         \
    cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, int columns, T *const A[], int lda, T *const C[], \
                                          int ldc, int *info, int *zero_pivots, int count);        \
    cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T *const A[],      \
                                            int lda, T *const inverse[], int ldi, int *info,       \
                                            int count);

#define CUDA_EMULATOR_BLAS_REAL(T, R, L, l, N)                                                     \
    cublasStatus_t cublas##L##rotm(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,   \
                                   const T *param);                                                \
    cublasStatus_t cublas##L##ger(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, \
                                  int incx, const T *y, int incy, T *A, int lda);                  \
    cublasStatus_t cublas##L##sbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,     \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##spmv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *AP, const T *x, int incx,              \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##spr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T *alpha, const T *x, int incx, T *AP);                    \
    cublasStatus_t cublas##L##spr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *AP);                                                         \
    cublasStatus_t cublas##L##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y,  \
                                  int incy, T *result);

#define CUDA_EMULATOR_BLAS_COMPLEX(T, R, L, l, N)                                                  \
    cublasStatus_t cublas##L##geru(cublasHandle_t handle, int m, int n, const T *alpha,            \
                                   const T *x, int incx, const T *y, int incy, T *A, int lda);     \
    cublasStatus_t cublas##L##gerc(cublasHandle_t handle, int m, int n, const T *alpha,            \
                                   const T *x, int incx, const T *y, int incy, T *A, int lda);     \
    cublasStatus_t cublas##L##hbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,     \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##hpmv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *AP, const T *x, int incx,              \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##hemv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *A, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##L##her(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const R *alpha, const T *x, int incx, T *A, int lda);            \
    cublasStatus_t cublas##L##her2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *A, int lda);                                                 \
    cublasStatus_t cublas##L##hpr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const R *alpha, const T *x, int incx, T *AP);                    \
    cublasStatus_t cublas##L##hpr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *AP);                                                         \
    cublasStatus_t cublas##L##dotu(cublasHandle_t handle, int n, const T *x, int incx, const T *y, \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##L##dotc(cublasHandle_t handle, int n, const T *x, int incx, const T *y, \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##L##hemm(                                                                \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,         \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##herk(cublasHandle_t handle, cublasFillMode_t uplo,                   \
                                   cublasOperation_t trans, int n, int k, const R *alpha,          \
                                   const T *A, int lda, const R *beta, T *C, int ldc);             \
    cublasStatus_t cublas##L##her2k(                                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const R *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##herkx(                                                               \
        cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,       \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const R *beta, T *C, int ldc);   \
    cublasStatus_t cublas##L##gemm3m(cublasHandle_t handle, cublasOperation_t transa,              \
                                     cublasOperation_t transb, int m, int n, int k,                \
                                     const T *alpha, const T *A, int lda, const T *B, int ldb,     \
                                     const T *beta, T *C, int ldc);

CUDA_EMULATOR_BLAS(float, float, S, s, S)
CUDA_EMULATOR_BLAS(double, double, D, d, D)
CUDA_EMULATOR_BLAS(cuComplex, float, C, c, Sc)
CUDA_EMULATOR_BLAS(cuDoubleComplex, double, Z, z, Dz)
CUDA_EMULATOR_BLAS_REAL(float, float, S, s, S)
CUDA_EMULATOR_BLAS_REAL(double, double, D, d, D)
CUDA_EMULATOR_BLAS_COMPLEX(cuComplex, float, C, c, Sc)
CUDA_EMULATOR_BLAS_COMPLEX(cuDoubleComplex, double, Z, z, Dz)

/* Complex vectors, and real factors. */
cublasStatus_t cublasCsscal(cublasHandle_t handle, int n, const float *alpha, cuComplex *x,
                            int incx);
cublasStatus_t cublasZdscal(cublasHandle_t handle, int n, const double *alpha, cuDoubleComplex *x,
                            int incx);
cublasStatus_t cublasCsrot(cublasHandle_t handle, int n, cuComplex *x, int incx, cuComplex *y,
                           int incy, const float *c, const float *s);
cublasStatus_t cublasZdrot(cublasHandle_t handle, int n, cuDoubleComplex *x, int incx,
                           cuDoubleComplex *y, int incy, const double *c, const double *s);

/* ---- Other types: half, bfloat16, bytes. What is computed in float or int is rounded once, at the
 * end. */

#ifdef __cplusplus
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const __half *alpha,
                           const __half *A, int lda, const __half *B, int ldb, const __half *beta,
                           __half *C, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *const A[], int lda,
                                  const __half *const B[], int ldb, const __half *beta,
                                  __half *const C[], int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *A, int lda,
                                         long long int strideA, const __half *B, int ldb,
                                         long long int strideB, const __half *beta, __half *C,
                                         int ldc, long long int strideC, int count);
#endif
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                           int incx, const void *y, cudaDataType typeY, int incy, void *result,
                           cudaDataType type, cudaDataType execution);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, const void *y, cudaDataType typeY, int incy, void *result,
                            cudaDataType type, cudaDataType execution);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, void *result, cudaDataType type, cudaDataType execution);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            const void *x, cudaDataType typeX, int incx, void *y,
                            cudaDataType typeY, int incy, cudaDataType execution);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            void *x, cudaDataType typeX, int incx, cudaDataType execution);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *A, cudaDataType typeA, int lda, const void *B,
                             cudaDataType typeB, int ldb, const float *beta, void *C,
                             cudaDataType typeC, int ldc);
cublasStatus_t cublasCgemmEx(cublasHandle_t handle, cublasOperation_t transa,
                             cublasOperation_t transb, int m, int n, int k, const cuComplex *alpha,
                             const void *A, cudaDataType typeA, int lda, const void *B,
                             cudaDataType typeB, int ldb, const cuComplex *beta, void *C,
                             cudaDataType typeC, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *A, cudaDataType typeA, int lda, const void *B,
                            cudaDataType typeB, int ldb, const void *beta, void *C,
                            cudaDataType typeC, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const A[], cudaDataType typeA, int lda,
                                   const void *const B[], cudaDataType typeB, int ldb,
                                   const void *beta, void *const C[], cudaDataType typeC, int ldc,
                                   int count, cublasComputeType_t compute, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType typeA,
                                          int lda, long long int strideA, const void *B,
                                          cudaDataType typeB, int ldb, long long int strideB,
                                          const void *beta, void *C, cudaDataType typeC, int ldc,
                                          long long int strideC, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algo);

#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
#include <emulator/cublas_64.h>

/* As programs of before CUDA 11 say what is computed in. */
inline cublasComputeType_t cuda_emulator_compute_type(cudaDataType type) {
    return type == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
           : type == CUDA_R_64F || type == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                      : CUBLAS_COMPUTE_32F;
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *A, cudaDataType typeA, int lda, const void *B,
                                   cudaDataType typeB, int ldb, const void *beta, void *C,
                                   cudaDataType typeC, int ldc, cudaDataType compute,
                                   cublasGemmAlgo_t algo) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, typeA, lda, B, typeB, ldb, beta,
                        C, typeC, ldc, cuda_emulator_compute_type(compute), algo);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void *alpha, const void *A, cudaDataType typeA, int lda, long long int strideA,
    const void *B, cudaDataType typeB, int ldb, long long int strideB, const void *beta, void *C,
    cudaDataType typeC, int ldc, long long int strideC, int count, cudaDataType compute,
    cublasGemmAlgo_t algo) {
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, typeA, lda,
                                      strideA, B, typeB, ldb, strideB, beta, C, typeC, ldc, strideC,
                                      count, cuda_emulator_compute_type(compute), algo);
}
#endif

/* The names of the functions in the library. */
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSetWorkspace_v2 cublasSetWorkspace
#define cublasSgemm_v2 cublasSgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasSaxpy_v2 cublasSaxpy
#define cublasSscal_v2 cublasSscal
#define cublasScopy_v2 cublasScopy
#define cublasSswap_v2 cublasSswap
#define cublasStrsm_v2 cublasStrsm
#define cublasSsyrk_v2 cublasSsyrk
#define cublasSsymm_v2 cublasSsymm
#define cublasStrmm_v2 cublasStrmm
#define cublasDgemm_v2 cublasDgemm
#define cublasDgemv_v2 cublasDgemv
#define cublasDaxpy_v2 cublasDaxpy
#define cublasDscal_v2 cublasDscal
#define cublasDcopy_v2 cublasDcopy
#define cublasDswap_v2 cublasDswap
#define cublasDtrsm_v2 cublasDtrsm
#define cublasDsyrk_v2 cublasDsyrk
#define cublasDsymm_v2 cublasDsymm
#define cublasDtrmm_v2 cublasDtrmm
#define cublasCgemm_v2 cublasCgemm
#define cublasCgemv_v2 cublasCgemv
#define cublasCaxpy_v2 cublasCaxpy
#define cublasCscal_v2 cublasCscal
#define cublasCcopy_v2 cublasCcopy
#define cublasCswap_v2 cublasCswap
#define cublasCtrsm_v2 cublasCtrsm
#define cublasCsyrk_v2 cublasCsyrk
#define cublasCsymm_v2 cublasCsymm
#define cublasCtrmm_v2 cublasCtrmm
#define cublasZgemm_v2 cublasZgemm
#define cublasZgemv_v2 cublasZgemv
#define cublasZaxpy_v2 cublasZaxpy
#define cublasZscal_v2 cublasZscal
#define cublasZcopy_v2 cublasZcopy
#define cublasZswap_v2 cublasZswap
#define cublasZtrsm_v2 cublasZtrsm
#define cublasZsyrk_v2 cublasZsyrk
#define cublasZsymm_v2 cublasZsymm
#define cublasZtrmm_v2 cublasZtrmm
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasSnrm2_v2 cublasSnrm2
#define cublasDnrm2_v2 cublasDnrm2
#define cublasSasum_v2 cublasSasum
#define cublasDasum_v2 cublasDasum
#define cublasIsamax_v2 cublasIsamax
#define cublasIdamax_v2 cublasIdamax
#define cublasIsamin_v2 cublasIsamin
#define cublasIdamin_v2 cublasIdamin
#define cublasSger_v2 cublasSger
#define cublasDger_v2 cublasDger
#define cublasStrsv_v2 cublasStrsv
#define cublasDtrsv_v2 cublasDtrsv
#define cublasSsymv_v2 cublasSsymv
#define cublasDsymv_v2 cublasDsymv

#endif
