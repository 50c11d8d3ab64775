// dense.cpp: cuSOLVER's calls for dense matrices.
#include <cusolverDn.h>

#include "factors.h"

#include "runtime/library_work.h"

#include <new>
#include <string>

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace cuda_emulator::cusolver {

namespace {

// Never destroyed: the program's destructors may still call.
handles_alive<cusolverDnHandle_t> &alive() {
    static handles_alive<cusolverDnHandle_t> &all = *new handles_alive<cusolverDnHandle_t>;
    return all;
}

// One call: looks at its arguments, gathers the memory that it touches, and does its work.
class call {
public:
    call(const char *name, cusolverDnHandle_t handle) : name_(name), handle_(handle) {
        if (!alive().has(handle))
            refuse("the handle is none of cusolverDnCreate()'s, or was destroyed",
                   CUSOLVER_STATUS_NOT_INITIALIZED);
    }
    call &size(const char *name, int value) {
        if (value < 0)
            refuse(std::string(name) + " is " + std::to_string(value) +
                       ", and must not be negative",
                   CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    call &at_most(const char *name, int value, int most) {
        if (value > most)
            refuse(std::string(name) + " is " + std::to_string(value) + ", and must not be above " +
                       std::to_string(most),
                   CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    // A matrix, and whether the call reads it, writes it, or both.
    template <class T>
    call &matrix(const char *name, const T *a, int rows, int columns, int ld, bool reads,
                 bool writes) {
        if (ld < rows || ld < 1)
            refuse("the leading dimension of " + std::string(name) + " is " + std::to_string(ld) +
                       ", and it has " + std::to_string(rows < 1 ? 1 : rows) + " rows",
                   CUSOLVER_STATUS_INVALID_VALUE);
        if (rows > 0 && columns > 0 && status_ == CUSOLVER_STATUS_SUCCESS)
            for (const bool write : {false, true})
                if (write ? writes : reads)
                    memory_.push_back({name, a, size_t(rows) * sizeof(T), size_t(columns),
                                       size_t(ld) * sizeof(T), write});
        return *this;
    }
    template <class T> call &vector(const char *name, const T *x, int count, bool writes) {
        if (count > 0)
            memory_.push_back(spread(name, x, size_t(count), 1, sizeof(T), writes));
        return *this;
    }
    cusolverStatus_t does(const std::function<void()> &work) {
        if (status_ != CUSOLVER_STATUS_SUCCESS)
            return status_;
        try {
            return do_library_work(name_, "CUSOLVER_STATUS_EXECUTION_FAILED", handle_->stream,
                                   memory_, work) == cudaSuccess
                       ? CUSOLVER_STATUS_SUCCESS
                       : CUSOLVER_STATUS_EXECUTION_FAILED;
        } catch (const std::bad_alloc &) {
            return CUSOLVER_STATUS_ALLOC_FAILED;
        }
    }

private:
    void refuse(const std::string &why, cusolverStatus_t status) {
        if (status_ == CUSOLVER_STATUS_SUCCESS) {
            refuse_library_call(name_, why, cuda_emulator_status_name(status));
            status_ = status;
        }
    }
    const char *name_;
    cusolverDnHandle_t handle_;
    cusolverStatus_t status_ = CUSOLVER_STATUS_SUCCESS;
    std::vector<library_memory> memory_;
};

cusolverStatus_t no_buffer(int *size) {
    if (size == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *size = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

// The complex types as C++ has them.
template <class T> struct number_of { using type = T; };
template <> struct number_of<cuComplex> { using type = std::complex<float>; };
template <> struct number_of<cuDoubleComplex> { using type = std::complex<double>; };
template <class T> typename number_of<T>::type *in(T *p) {
    return reinterpret_cast<typename number_of<T>::type *>(p);
}
template <class T> const typename number_of<T>::type *in(const T *p) {
    return reinterpret_cast<const typename number_of<T>::type *>(p);
}

template <class T>
cusolverStatus_t potrf(const char *name, cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                       T *A, int lda, int *info) {
    return call(name, handle)
        .size("n", n)
        .matrix("A", A, n, n, lda, true, true)
        .vector("info", info, 1, true)
        .does([=] {
            *info = cholesky(view<T>{A, lda, uplo == CUBLAS_FILL_MODE_UPPER}, n);
        });
}
template <class T>
cusolverStatus_t potrs(const char *name, cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                       int columns, const T *A, int lda, T *B, int ldb, int *info) {
    return call(name, handle)
        .size("n", n)
        .size("the number of columns", columns)
        .matrix("A", A, n, n, lda, true, false)
        .matrix("B", B, n, columns, ldb, true, true)
        .vector("info", info, 1, true)
        .does([=] {
            const view<T> l{const_cast<T *>(A), lda, uplo == CUBLAS_FILL_MODE_UPPER};
            substitute([&](length i, length j) { return l.get(i, j); }, n, true, false, B, columns,
                       ldb);
            substitute([&](length i, length j) { return conjugate(l.get(j, i)); }, n, false, false,
                       B, columns, ldb);
            *info = 0;
        });
}
template <class T>
cusolverStatus_t getrf(const char *name, cusolverDnHandle_t handle, int m, int n, T *A, int lda,
                       int *pivots, int *info) {
    return call(name, handle)
        .size("m", m)
        .size("n", n)
        .matrix("A", A, m, n, lda, true, true)
        .vector("the pivots", pivots, pivots == nullptr ? 0 : std::min(m, n), true)
        .vector("info", info, 1, true)
        .does([=] { *info = lu(A, m, n, lda, pivots); });
}
template <class T>
cusolverStatus_t getrs(const char *name, cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                       int columns, const T *A, int lda, const int *pivots, T *B, int ldb,
                       int *info) {
    return call(name, handle)
        .size("n", n)
        .size("the number of columns", columns)
        .matrix("A", A, n, n, lda, true, false)
        .vector("the pivots", pivots, pivots == nullptr ? 0 : n, false)
        .matrix("B", B, n, columns, ldb, true, true)
        .vector("info", info, 1, true)
        .does([=] {
            for (length k = 0; k < n && pivots != nullptr; ++k)
                if (pivots[k] < 1 || pivots[k] > n)
                    return fail_library_work("a pivot leads out of the matrix");
            const auto exchange = [=](bool backwards) {
                for (length step = 0; step < n && pivots != nullptr; ++step) {
                    const length k = backwards ? n - 1 - step : step;
                    for (length j = 0; j < columns && pivots[k] != k + 1; ++j)
                        std::swap(B[k + j * ldb], B[pivots[k] - 1 + j * ldb]);
                }
            };
            const auto plain = [=](length i, length j) { return A[i + j * lda]; };
            const auto turned = [=](length i, length j) {
                return trans == CUBLAS_OP_C ? conjugate(A[j + i * lda]) : A[j + i * lda];
            };
            if (trans == CUBLAS_OP_N) {
                exchange(false);
                substitute(plain, n, true, true, B, columns, ldb);
                substitute(plain, n, false, false, B, columns, ldb);
            } else {
                substitute(turned, n, true, false, B, columns, ldb);
                substitute(turned, n, false, true, B, columns, ldb);
                exchange(true);
            }
            *info = 0;
        });
}
template <class T>
cusolverStatus_t geqrf(const char *name, cusolverDnHandle_t handle, int m, int n, T *A, int lda,
                       T *tau, int *info) {
    return call(name, handle)
        .size("m", m)
        .size("n", n)
        .matrix("A", A, m, n, lda, true, true)
        .vector("tau", tau, std::min(m, n), true)
        .vector("info", info, 1, true)
        .does([=] {
            qr(A, m, n, lda, tau);
            *info = 0;
        });
}
// C Q is (Q^H C^H)^H.
template <class T>
cusolverStatus_t ormqr(const char *name, cusolverDnHandle_t handle, cublasSideMode_t side,
                       cublasOperation_t trans, int m, int n, int k, const T *A, int lda,
                       const T *tau, T *C, int ldc, int *info) {
    const bool left = side == CUBLAS_SIDE_LEFT;
    return call(name, handle)
        .size("m", m)
        .size("n", n)
        .size("k", k)
        .at_most("k", k, left ? m : n)
        .matrix("A", A, left ? m : n, k, lda, true, false)
        .vector("tau", tau, k, false)
        .matrix("C", C, m, n, ldc, true, true)
        .vector("info", info, 1, true)
        .does([=] {
            if (left) {
                apply_q(A, k, lda, tau, trans != CUBLAS_OP_N, C, m, n, ldc);
            } else {
                std::vector<T> turned(static_cast<size_t>(m) * static_cast<size_t>(n));
                for (length j = 0; j < n; ++j)
                    for (length i = 0; i < m; ++i)
                        turned[static_cast<size_t>(j + i * n)] = conjugate(C[i + j * ldc]);
                apply_q(A, k, lda, tau, trans == CUBLAS_OP_N, turned.data(), n, m, n);
                for (length j = 0; j < n; ++j)
                    for (length i = 0; i < m; ++i)
                        C[i + j * ldc] = conjugate(turned[static_cast<size_t>(j + i * n)]);
            }
            *info = 0;
        });
}
template <class T>
cusolverStatus_t orgqr(const char *name, cusolverDnHandle_t handle, int m, int n, int k, T *A,
                       int lda, const T *tau, int *info) {
    return call(name, handle)
        .size("m", m)
        .size("n", n)
        .size("k", k)
        .at_most("n", n, m)
        .at_most("k", k, n)
        .matrix("A", A, m, n, lda, true, true)
        .vector("tau", tau, k, false)
        .vector("info", info, 1, true)
        .does([=] {
            std::vector<T> q(static_cast<size_t>(m) * static_cast<size_t>(n), T(0));
            for (length i = 0; i < std::min(m, n); ++i)
                q[static_cast<size_t>(i + i * m)] = T(1);
            apply_q(static_cast<const T *>(A), k, lda, tau, false, q.data(), m, n, m);
            for (length j = 0; j < n; ++j)
                std::copy_n(&q[static_cast<size_t>(j * m)], m, A + j * lda);
            *info = 0;
        });
}
template <class T>
cusolverStatus_t syevd(const char *name, cusolverDnHandle_t handle, cusolverEigMode_t mode,
                       cublasFillMode_t uplo, int n, T *A, int lda, real<T> *W, int *info) {
    return call(name, handle)
        .size("n", n)
        .matrix("A", A, n, n, lda, true, true)
        .vector("W", W, n, true)
        .vector("info", info, 1, true)
        .does([=] {
            const view<T> lower{A, lda, uplo == CUBLAS_FILL_MODE_UPPER};
            std::vector<T> whole, vectors;
            for (length j = 0; j < n; ++j)
                for (length i = 0; i < n; ++i)
                    whole.push_back(i == j  ? T(std::real(lower.get(i, i)))
                                    : i > j ? lower.get(i, j)
                                            : conjugate(lower.get(j, i)));
            std::vector<real<T>> w;
            eigen(whole, n, w, vectors);
            std::copy(w.begin(), w.end(), W);
            for (length j = 0; j < n && mode == CUSOLVER_EIG_MODE_VECTOR; ++j)
                std::copy_n(&vectors[static_cast<size_t>(j * n)], n, A + j * lda);
            *info = 0;
        });
}

// Columns that make u a basis of m dimensions: of the unit vectors, what is left when the others
// are taken away.
template <class T> void complete(std::vector<std::vector<T>> &u, length m, size_t wanted) {
    for (length axis = 0; axis < m && u.size() < wanted; ++axis) {
        std::vector<T> x(static_cast<size_t>(m), T(0));
        x[static_cast<size_t>(axis)] = T(1);
        for (int twice = 0; twice < 2; ++twice)
            for (const std::vector<T> &column : u) {
                T s(0);
                for (size_t i = 0; i < x.size(); ++i)
                    s += conjugate(column[i]) * x[i];
                for (size_t i = 0; i < x.size(); ++i)
                    x[i] -= s * column[i];
            }
        real<T> size = 0;
        for (const T &e : x)
            size += std::norm(e);
        if (size < real<T>(0.5) / static_cast<real<T>>(m))
            continue;
        for (T &e : x)
            e /= std::sqrt(size);
        u.push_back(x);
    }
}

template <class T>
cusolverStatus_t gesvd(const char *name, cusolverDnHandle_t handle, signed char jobu,
                       signed char jobvt, int m, int n, T *A, int lda, real<T> *S, T *U, int ldu,
                       T *VT, int ldvt, int *info) {
    const int u_columns = jobu == 'A'   ? m
                          : jobu == 'S' ? n
                                        : 0,
              v_rows = jobvt == 'A' || jobvt == 'S' ? n : 0;
    call c(name, handle);
    c.size("n", n)
        .size("m - n", m - n)
        .matrix("A", A, m, n, lda, true, true)
        .vector("S", S, n, true);
    if (u_columns > 0)
        c.matrix("U", U, m, u_columns, ldu, false, true);
    if (v_rows > 0)
        c.matrix("VT", VT, n, n, ldvt, false, true);
    return c.vector("info", info, 1, true).does([=] {
        std::vector<T> a, v;
        for (length j = 0; j < n; ++j)
            a.insert(a.end(), A + j * lda, A + j * lda + m);
        turn_columns(a, m, n, v);
        std::vector<real<T>> sizes;
        for (length j = 0; j < n; ++j) {
            real<T> sum = 0;
            for (length i = 0; i < m; ++i)
                sum += std::norm(a[static_cast<size_t>(i + j * m)]);
            sizes.push_back(std::sqrt(sum));
        }
        std::vector<std::vector<T>> u;
        length row = 0;
        for (const length k : sorted(sizes, false)) {
            const real<T> s = sizes[static_cast<size_t>(k)];
            S[row] = s;
            for (length j = 0; j < n; ++j) {
                const T e = conjugate(v[static_cast<size_t>(j + k * n)]);
                if (v_rows > 0)
                    VT[row + j * ldvt] = e;
                else if (jobvt == 'O')
                    A[row + j * lda] = e;
            }
            if (s > 0) {
                u.emplace_back(a.begin() + k * m, a.begin() + (k + 1) * m);
                for (T &e : u.back())
                    e /= s;
            }
            ++row;
        }
        complete(u, m, static_cast<size_t>(std::max(u_columns, n)));
        for (length j = 0; j < (jobu == 'O' ? n : u_columns); ++j)
            std::copy(u[static_cast<size_t>(j)].begin(), u[static_cast<size_t>(j)].end(),
                      jobu == 'O' ? A + j * lda : U + j * ldu);
        *info = 0;
    });
}

} // namespace

} // namespace cuda_emulator::cusolver

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
