// batches.cpp: Cholesky's factors of many matrices at a time, and what solves by them.
#include "routines.h"

namespace cuda_emulator::cusolver {

namespace {

template <class T>
cusolverStatus_t potrf_batch(const char *name, cusolverDnHandle_t handle, cublasFillMode_t uplo,
                             int n, T *A[], int lda, int *info, int count) {
    call c(name, handle);
    c.size("n", n).size("the number of matrices", count).vector("A", A, count, false);
    c.vector("info", info, count, true);
    if (is_memory_of_device(A, static_cast<size_t>(count) * sizeof *A))
        for (int i = 0; i < count; ++i)
            c.matrix("A", A[i], n, n, lda, true, true);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            info[i] = cholesky(view<T>{A[i], lda, uplo == CUBLAS_FILL_MODE_UPPER}, n);
    });
}

template <class T>
cusolverStatus_t potrs_batch(const char *name, cusolverDnHandle_t handle, cublasFillMode_t uplo,
                             int n, int columns, T *A[], int lda, T *B[], int ldb, int *info,
                             int count) {
    call c(name, handle);
    c.size("n", n)
        .size("the number of columns", columns)
        .at_most("the number of columns", columns, 1);
    c.size("the number of matrices", count);
    c.vector("A", A, count, false).vector("B", B, count, false).vector("info", info, 1, true);
    if (is_memory_of_device(A, static_cast<size_t>(count) * sizeof *A) &&
        is_memory_of_device(B, static_cast<size_t>(count) * sizeof *B))
        for (int i = 0; i < count; ++i)
            c.matrix("A", A[i], n, n, lda, true, false)
                .matrix("B", B[i], n, columns, ldb, true, true);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            solve_by_cholesky(A[i], n, lda, uplo == CUBLAS_FILL_MODE_UPPER, B[i], columns, ldb);
        *info = 0;
    });
}

} // namespace

} // namespace cuda_emulator::cusolver

using namespace cuda_emulator::cusolver;

extern "C" {

#define FOR_TYPE(T, L)                                                                             \
    cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *A[], int lda, int *info, int count) {   \
        return potrf_batch("cusolverDn" #L "potrfBatched", handle, uplo, n, in(A), lda, info,      \
                           count);                                                                 \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int columns, T *A[], int lda, T *B[],      \
                                                 int ldb, int *info, int count) {                  \
        return potrs_batch("cusolverDn" #L "potrsBatched", handle, uplo, n, columns, in(A), lda,   \
                           in(B), ldb, info, count);                                               \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

} // extern "C"
