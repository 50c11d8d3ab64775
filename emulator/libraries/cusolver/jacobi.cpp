// jacobi.cpp: eigenvalues and singular values for callers who ask for Jacobi's rotations, one
// matrix, two together, or many.
#include "eigenvalues.h"
#include "routines.h"

#include <memory>

namespace cuda_emulator::cusolver {

// What came of the last call.
struct outcome {
    double residual = 0;
    int sweeps = 0;
    bool is_told = true; // not of a batch, nor of two matrices
};
// Work that waits in a stream or a graph keeps it, too: the program may destroy the settings
// before.
struct rotations {
    std::shared_ptr<outcome> last = std::make_shared<outcome>();
};

} // namespace cuda_emulator::cusolver

struct syevjInfo : cuda_emulator::cusolver::rotations {};
struct gesvdjInfo : cuda_emulator::cusolver::rotations {};

namespace cuda_emulator::cusolver {

namespace {

constexpr int ONE = -1; // matrix, by the routine without batches

std::shared_ptr<outcome> outcome_of(const rotations *params) {
    return params == nullptr ? nullptr : params->last;
}

// By how much (Frobenius) a is not u diag(sizes) v^H.
template <class T, class Left, class Right>
double residual_of(const std::vector<T> &a, length m, length n, Left u,
                   const std::vector<real<T>> &sizes, Right v) {
    double sum = 0;
    for (length j = 0; j < n; ++j)
        for (length i = 0; i < m; ++i) {
            T e = a[static_cast<size_t>(i + j * m)];
            for (size_t k = 0; k < sizes.size(); ++k)
                e -= u(i, k) * sizes[k] * conjugate(v(j, k));
            sum += std::norm(e);
        }
    return std::sqrt(sum);
}

template <class T>
cusolverStatus_t syevj(const char *name, cusolverDnHandle_t handle, cusolverEigMode_t mode,
                       cublasFillMode_t uplo, int n, T *A, int lda, real<T> *W, int *info,
                       const rotations *params, int of_batch) {
    const int count = of_batch == ONE ? 1 : of_batch;
    return call(name, handle)
        .triangle(mode, uplo, n)
        .size("the number of matrices", count)
        .needs("params", params)
        .matrix("A", A, n, n * count, lda, true, true)
        .vector("W", W, n * count, true)
        .vector("info", info, count, true)
        .does([=, last = outcome_of(params)] {
            last->is_told = of_batch == ONE;
            for (int i = 0; i < count; ++i) {
                T *const a = A + length(i) * lda * n;
                const std::vector<T> whole = whole_of(a, n, lda, uplo == CUBLAS_FILL_MODE_UPPER);
                std::vector<T> turned = whole, vectors;
                std::vector<real<T>> w;
                last->sweeps = eigen(turned, n, w, vectors);
                const auto vector = [&](length row, size_t k) {
                    return vectors[static_cast<size_t>(row) + k * static_cast<size_t>(n)];
                };
                last->residual = residual_of(whole, n, n, vector, w, vector);
                std::copy(w.begin(), w.end(), W + length(i) * n);
                for (length j = 0; j < n && mode == CUSOLVER_EIG_MODE_VECTOR; ++j)
                    std::copy_n(vectors.begin() + j * n, n, a + j * lda);
                info[i] = last->sweeps == MOST_SWEEPS ? n + 1 : 0;
            }
        });
}

template <class T>
cusolverStatus_t sygvj(const char *name, cusolverDnHandle_t handle, cusolverEigType_t type,
                       cusolverEigMode_t mode, cublasFillMode_t uplo, int n, T *A, int lda, T *B,
                       int ldb, real<T> *W, int *info, rotations *params) {
    if (params == nullptr) {
        refuse_library_call(name, "params is a null pointer", "CUSOLVER_STATUS_INVALID_VALUE");
        return CUSOLVER_STATUS_INVALID_VALUE;
    }
    params->last = std::make_shared<outcome>();
    params->last->is_told = false;
    return eigenvalues(name, handle, type, mode, range_of_values<real<T>>(), uplo, n, A, lda, B,
                       ldb, W, info, false, info);
}

// V, and not its transpose, as gesvd has it. Rows may be fewer than columns.
template <class T>
cusolverStatus_t gesvdj(const char *name, cusolverDnHandle_t handle, cusolverEigMode_t mode,
                        bool economic, int m, int n, T *A, int lda, real<T> *S, T *U, int ldu, T *V,
                        int ldv, int *info, const rotations *params, int of_batch) {
    const int count = of_batch == ONE ? 1 : of_batch;
    const int shorter = std::min(m, n), u_columns = economic ? shorter : m,
              v_columns = economic ? shorter : n;
    const bool with_vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    call c(name, handle);
    c.size("m", m).size("n", n).size("the number of matrices", count).needs("params", params);
    if (of_batch != ONE)
        c.at_most("m", m, 32).at_most("n", n, 32);
    c.matrix("A", A, m, n * count, lda, true, true).vector("S", S, shorter * count, true);
    if (with_vectors)
        c.matrix("U", U, m, u_columns * count, ldu, false, true)
            .matrix("V", V, n, v_columns * count, ldv, false, true);
    return c.vector("info", info, count, true).does([=, last = outcome_of(params)] {
        last->is_told = of_batch == ONE;
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
            last->sweeps = found.sweeps;
            last->residual = residual_of(
                wide, m, n, [&](length row, size_t k) { return found.u[k][size_t(row)]; },
                found.sizes, [&](length row, size_t k) { return found.v[k][size_t(row)]; });
            info[i] = found.sweeps == MOST_SWEEPS ? shorter + 1 : 0;
            if (!with_vectors)
                continue;
            T *const u = U + length(i) * ldu * u_columns, *const v =
                                                              V + length(i) * ldv * v_columns;
            for (length j = 0; j < u_columns; ++j)
                std::copy_n(found.u[static_cast<size_t>(j)].begin(), m, u + j * ldu);
            for (length j = 0; j < v_columns; ++j)
                std::copy_n(found.v[static_cast<size_t>(j)].begin(), n, v + j * ldv);
        }
    });
}

template <class Info> cusolverStatus_t create(Info **info) {
    if (info == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *info = new Info;
    return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t set(const rotations *info) {
    return info == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}
template <class T>
cusolverStatus_t tell(const char *name, cusolverDnHandle_t handle, const rotations *info,
                      T outcome::*what, T *to) {
    if (!alive().has(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (info == nullptr || to == nullptr || cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_INVALID_VALUE;
    if (!info->last->is_told) {
        refuse_library_call(name, "nothing is told of a batch, nor of two matrices together",
                            "CUSOLVER_STATUS_NOT_SUPPORTED");
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    *to = info->last.get()->*what;
    return CUSOLVER_STATUS_SUCCESS;
}

} // namespace

} // namespace cuda_emulator::cusolver

using namespace cuda_emulator::cusolver;

extern "C" {

// Rotations go on whatever the settings say, and values are sorted.
#define SETTINGS(CREATED, NAME, TYPE)                                                              \
    cusolverStatus_t cusolverDnCreate##CREATED##Info(TYPE *info) {                                 \
        return create(info);                                                                       \
    }                                                                                              \
    cusolverStatus_t cusolverDnDestroy##CREATED##Info(TYPE info) {                                 \
        delete info;                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                            \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##SetTolerance(TYPE info, double) {                          \
        return set(info);                                                                          \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##SetMaxSweeps(TYPE info, int) {                             \
        return set(info);                                                                          \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##SetSortEig(TYPE info, int) {                               \
        return set(info);                                                                          \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##GetResidual(cusolverDnHandle_t handle, TYPE info,          \
                                                    double *residual) {                            \
        return tell("cusolverDnX" #NAME "GetResidual", handle, info, &outcome::residual,           \
                    residual);                                                                     \
    }                                                                                              \
    cusolverStatus_t cusolverDnX##NAME##GetSweeps(cusolverDnHandle_t handle, TYPE info,            \
                                                  int *sweeps) {                                   \
        return tell("cusolverDnX" #NAME "GetSweeps", handle, info, &outcome::sweeps, sweeps);      \
    }
SETTINGS(Syevj, syevj, syevjInfo_t)
SETTINGS(Gesvdj, gesvdj, gesvdjInfo_t)

#define FOR_TYPE(T, R, L, SYEVJ, SYGVJ)                                                            \
    cusolverStatus_t cusolverDn##L##SYEVJ##_bufferSize(cusolverDnHandle_t, cusolverEigMode_t,      \
                                                       cublasFillMode_t, int, const T *, int,      \
                                                       const R *, int *size, syevjInfo_t) {        \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYEVJ(cusolverDnHandle_t handle, cusolverEigMode_t mode,       \
                                          cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *,  \
                                          int, int *info, syevjInfo_t params) {                    \
        return syevj("cusolverDn" #L#SYEVJ, handle, mode, uplo, n, in(A), lda, W, info, params,    \
                     ONE);                                                                         \
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
    cusolverStatus_t cusolverDn##L##SYGVJ##_bufferSize(                                            \
        cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t, cublasFillMode_t, int,           \
        const T *, int, const T *, int, const R *, int *size, syevjInfo_t) {                       \
        return no_buffer(size);                                                                    \
    }                                                                                              \
    cusolverStatus_t cusolverDn##L##SYGVJ(cusolverDnHandle_t handle, cusolverEigType_t type,       \
                                          cusolverEigMode_t mode, cublasFillMode_t uplo, int n,    \
                                          T *A, int lda, T *B, int ldb, R *W, T *, int, int *info, \
                                          syevjInfo_t params) {                                    \
        return sygvj("cusolverDn" #L#SYGVJ, handle, type, mode, uplo, n, in(A), lda, in(B), ldb,   \
                     W, info, params);                                                             \
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
                      in(U), ldu, in(V), ldv, info, params, ONE);                                  \
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
    }
FOR_TYPE(float, float, S, syevj, sygvj)
FOR_TYPE(double, double, D, syevj, sygvj)
FOR_TYPE(cuComplex, float, C, heevj, hegvj)
FOR_TYPE(cuDoubleComplex, double, Z, heevj, hegvj)

} // extern "C"
