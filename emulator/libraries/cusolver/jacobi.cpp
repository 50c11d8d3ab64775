// jacobi.cpp: eigenvalues and singular values as those ask for them who want Jacobi's rotations,
// and of many matrices at a time; and Cholesky's factors of many.
#include "routines.h"

// What is asked for, which is found at the first try; and the outcome of one matrix.
struct cusolverDnRotations {
    double residual = 0;
    int sweeps = 0;
};

namespace cuda_emulator::cusolver {

namespace {

// By how much (Frobenius) a is not u diag(sizes) v^H.
template <class T>
double residual_of(const std::vector<T> &a, length m, length n, const T *u, length ldu,
                   const real<T> *sizes, length count, const T *v, length ldv) {
    double sum = 0;
    for (length j = 0; j < n; ++j)
        for (length i = 0; i < m; ++i) {
            T e = a[static_cast<size_t>(i + j * m)];
            for (length k = 0; k < count; ++k)
                e -= u[i + k * ldu] * sizes[k] * conjugate(v[j + k * ldv]);
            sum += std::norm(e);
        }
    return std::sqrt(sum);
}

template <class T>
cusolverStatus_t syevj(const char *name, cusolverDnHandle_t handle, cusolverEigMode_t mode,
                       cublasFillMode_t uplo, int n, T *A, int lda, real<T> *W, int *info,
                       cusolverDnRotations *params, int count) {
    return call(name, handle)
        .size("n", n)
        .size("the number of matrices", count)
        .needs("params", params)
        .matrix("A", A, n, n * count, lda, true, true)
        .vector("W", W, n * count, true)
        .vector("info", info, count, true)
        .does([=] {
            for (int i = 0; i < count; ++i) {
                T *const a = A + length(i) * lda * n;
                const std::vector<T> whole = whole_of(a, n, lda, uplo == CUBLAS_FILL_MODE_UPPER);
                std::vector<T> turned = whole, vectors;
                std::vector<real<T>> w;
                params->sweeps = eigen(turned, n, w, vectors);
                params->residual =
                    residual_of(whole, n, n, vectors.data(), n, w.data(), n, vectors.data(), n);
                std::copy(w.begin(), w.end(), W + length(i) * n);
                for (length j = 0; j < n && mode == CUSOLVER_EIG_MODE_VECTOR; ++j)
                    std::copy_n(vectors.begin() + j * n, n, a + j * lda);
                info[i] = 0;
            }
        });
}

// V, and not its transpose, as gesvd has it. Rows may be fewer than columns.
template <class T>
cusolverStatus_t gesvdj(const char *name, cusolverDnHandle_t handle, cusolverEigMode_t mode,
                        bool economic, int m, int n, T *A, int lda, real<T> *S, T *U, int ldu, T *V,
                        int ldv, int *info, cusolverDnRotations *params, int count) {
    const int shorter = std::min(m, n), u_columns = economic ? shorter : m,
              v_columns = economic ? shorter : n;
    const bool with_vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    call c(name, handle);
    c.size("m", m).size("n", n).size("the number of matrices", count).needs("params", params);
    c.matrix("A", A, m, n * count, lda, true, true).vector("S", S, shorter * count, true);
    if (with_vectors)
        c.matrix("U", U, m, u_columns * count, ldu, false, true)
            .matrix("V", V, n, v_columns * count, ldv, false, true);
    return c.vector("info", info, count, true).does([=] {
        for (int i = 0; i < count; ++i) {
            const T *const a = A + length(i) * lda * n;
            std::vector<T> wide, tall; // of A, and of what has no fewer rows than columns
            for (length column = 0; column < n; ++column)
                wide.insert(wide.end(), a + column * lda, a + column * lda + m);
            for (length row = 0; row < m; ++row)
                for (length column = 0; column < n; ++column)
                    tall.push_back(conjugate(a[row + column * lda]));
            singular<T> found = m < n ? singular_values(tall.data(), n, m, n, v_columns)
                                      : singular_values(wide.data(), m, n, m, u_columns);
            if (m < n)
                std::swap(found.u, found.v);
            std::copy(found.sizes.begin(), found.sizes.end(), S + length(i) * shorter);
            info[i] = 0;
            if (!with_vectors)
                continue;
            T *const u = U + length(i) * ldu * u_columns, *const v =
                                                              V + length(i) * ldv * v_columns;
            for (length j = 0; j < u_columns; ++j)
                std::copy_n(found.u[static_cast<size_t>(j)].begin(), m, u + j * ldu);
            for (length j = 0; j < v_columns; ++j)
                std::copy_n(found.v[static_cast<size_t>(j)].begin(), n, v + j * ldv);
            params->residual = residual_of(wide, m, n, u, ldu, found.sizes.data(), shorter, v, ldv);
            params->sweeps = found.sweeps;
        }
    });
}

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
    c.size("n", n).size("the number of columns", columns).size("the number of matrices", count);
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

cusolverStatus_t create(cusolverDnRotations **info) {
    if (info == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *info = new cusolverDnRotations;
    return CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t tell(cusolverDnHandle_t handle, cusolverDnRotations *info,
                      T cusolverDnRotations::*what, T *to) {
    if (!alive().has(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (info == nullptr || to == nullptr || cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *to = info->*what;
    return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusolver

using namespace cuda_emulator::cusolver;

extern "C" {

// Both kinds of settings. Rotations go on until nothing is left to turn, and values are sorted.
#define SETTINGS(NAME, TYPE)                                                                       \
    cusolverStatus_t cusolverDnCreate##NAME##Info(TYPE *info) {                                    \
        return create(info);                                                                       \
    }                                                                                              \
    cusolverStatus_t cusolverDnDestroy##NAME##Info(TYPE info) {                                    \
        delete info;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }
SETTINGS(Syevj, syevjInfo_t)
SETTINGS(Gesvdj, gesvdjInfo_t)
#undef SETTINGS
#define SETTINGS(NAME, TYPE)                                                                       \
    cusolverStatus_t cusolverDnX##NAME##SetTolerance(TYPE, double) {                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##SetMaxSweeps(TYPE, int) {                                  \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##SetSortEig(TYPE, int) {                                    \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##GetResidual(cusolverDnHandle_t handle, TYPE info,          \
                                                    double *residual) {                            \
        return tell(handle, info, &cusolverDnRotations::residual, residual);                       \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##GetSweeps(cusolverDnHandle_t handle, TYPE info,            \
                                                  int *sweeps) {                                   \
        return tell(handle, info, &cusolverDnRotations::sweeps, sweeps);                           \
    }
SETTINGS(syevj, syevjInfo_t)
SETTINGS(gesvdj, gesvdjInfo_t)

#define FOR_TYPE(T, R, L, SYEVJ)                                                                   \
    cusolverStatus_t cusolverDn##L##SYEVJ##_bufferSize(cusolverDnHandle_t, cusolverEigMode_t,      \
                                                       cublasFillMode_t, int, const T *, int,      \
                                                       const R *, int *size, syevjInfo_t) {        \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVJ(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *,  \
                                          int, int *info, syevjInfo_t params) {                    \
        return syevj("cusolverDn" #L#SYEVJ, handle, mode, uplo, n, in(A), lda, W, info, params,    \
                     1);                                                                           \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVJ##Batched_bufferSize(                                     \
        cusolverDnHandle_t, cusolverEigMode_t, cublasFillMode_t, int, const T *, int, const R *,   \
        int *size, syevjInfo_t, int) {                                                             \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVJ##Batched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *A,     \
        int lda, R *W, T *, int, int *info, syevjInfo_t params, int count) {                       \
        return syevj("cusolverDn" #L#SYEVJ "Batched", handle, mode, uplo, n, in(A), lda, W, info,  \
                     params, count);                                                               \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t, cusolverEigMode_t, int, int, int, const T *, int, const R *,           \
        const T *, int, const T *, int, int *size, gesvdjInfo_t) {                                 \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvdj(                                                        \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic, int m, int n, T *A,       \
        int lda, R *S, T *U, int ldu, T *V, int ldv, T *, int, int *info, gesvdjInfo_t params) {   \
        return gesvdj("cusolverDn" #L "gesvdj", handle, mode, economic != 0, m, n, in(A), lda, S,  \
                      in(U), ldu, in(V), ldv, info, params, 1);                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t, cusolverEigMode_t, int, int, const T *, int, const R *, const T *,     \
        int, const T *, int, int *size, gesvdjInfo_t, int) {                                       \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T *A, int lda, R *S,      \
        T *U, int ldu, T *V, int ldv, T *, int, int *info, gesvdjInfo_t params, int count) {       \
        return gesvdj("cusolverDn" #L "gesvdjBatched", handle, mode, false, m, n, in(A), lda, S,   \
                      in(U), ldu, in(V), ldv, info, params, count);                                \
    }                                                                                              \
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
FOR_TYPE(float, float, S, syevj)
FOR_TYPE(double, double, D, syevj)
FOR_TYPE(cuComplex, float, C, heevj)
FOR_TYPE(cuDoubleComplex, double, Z, heevj)

} // extern "C"
