/* cublasXt.h: products of matrices that lie in the host's memory, or in the device's. One device
 * does it all.
 *
 * Not there: the other routines of level 3, and host routines that share the work
 * (cublasXtSetCpuRoutine). */
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include <cublas_v2.h>

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum {
    CUBLASXT_PINNING_DISABLED = 0,
    CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
/* The first of them does the work. */
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int size);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *size);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode);

#define CUDA_EMULATOR_XT(T, L)                                                                     \
    cublasStatus_t cublasXt##L##gemm(cublasXtHandle_t handle, cublasOperation_t transa,            \
                                     cublasOperation_t transb, size_t m, size_t n, size_t k,       \
                                     const T *alpha, const T *A, size_t lda, const T *B,           \
                                     size_t ldb, const T *beta, T *C, size_t ldc);
CUDA_EMULATOR_XT(float, S)
CUDA_EMULATOR_XT(double, D)
CUDA_EMULATOR_XT(cuComplex, C)
CUDA_EMULATOR_XT(cuDoubleComplex, Z)
#undef CUDA_EMULATOR_XT

#ifdef __cplusplus
}
#endif

#endif
