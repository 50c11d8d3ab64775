// routines.h: what there is for one dense matrix, by its type.
#ifndef CUDA_EMULATOR_CUSOLVER_ROUTINES_H
#define CUDA_EMULATOR_CUSOLVER_ROUTINES_H

#include "call.h"

namespace cuda_emulator::cusolver {

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
            solve_by_cholesky(A, n, lda, uplo == CUBLAS_FILL_MODE_UPPER, B, columns, ldb);
            *info = 0;
        });
}
template <class T, class Pivot>
cusolverStatus_t getrf(const char *name, cusolverDnHandle_t handle, int m, int n, T *A, int lda,
                       Pivot *pivots, int *info) {
    return call(name, handle)
        .size("m", m)
        .size("n", n)
        .matrix("A", A, m, n, lda, true, true)
        .vector("the pivots", pivots, pivots == nullptr ? 0 : std::min(m, n), true)
        .vector("info", info, 1, true)
        .does([=] { *info = lu(A, m, n, lda, pivots); });
}
template <class T, class Pivot>
cusolverStatus_t getrs(const char *name, cusolverDnHandle_t handle, cublasOperation_t trans, int n,
                       int columns, const T *A, int lda, const Pivot *pivots, T *B, int ldb,
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
        .triangle(mode, uplo, n)
        .matrix("A", A, n, n, lda, true, true)
        .vector("W", W, n, true)
        .vector("info", info, 1, true)
        .does([=] {
            std::vector<T> whole = whole_of(A, n, lda, uplo == CUBLAS_FILL_MODE_UPPER), vectors;
            std::vector<real<T>> w;
            const int sweeps = eigen(whole, n, w, vectors);
            std::copy(w.begin(), w.end(), W);
            for (length j = 0; j < n && mode == CUSOLVER_EIG_MODE_VECTOR; ++j)
                std::copy_n(&vectors[static_cast<size_t>(j * n)], n, A + j * lda);
            *info = sweeps == MOST_SWEEPS ? n - 1 : 0;
        });
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
        const singular<T> found = singular_values(A, m, n, lda, std::max(u_columns, n));
        for (length row = 0; row < n; ++row) {
            S[row] = found.sizes[static_cast<size_t>(row)];
            for (length j = 0; j < n; ++j) {
                const T e = conjugate(found.v[static_cast<size_t>(row)][static_cast<size_t>(j)]);
                if (v_rows > 0)
                    VT[row + j * ldvt] = e;
                else if (jobvt == 'O')
                    A[row + j * lda] = e;
            }
        }
        for (length j = 0; j < (jobu == 'O' ? n : u_columns); ++j)
            std::copy_n(found.u[static_cast<size_t>(j)].begin(), m,
                        jobu == 'O' ? A + j * lda : U + j * ldu);
        *info = found.sweeps == MOST_SWEEPS ? n - 1 : 0;
    });
}

} // namespace cuda_emulator::cusolver

#endif
