// factors.cpp: many small matrices at a time: their triangular factors, inverses, solutions.
#include "dense.h"

namespace cuda_emulator::cublas {

namespace {

// a becomes L and U of P a = L U, by rows exchanged as pivots says (counted from 1; null: none
// are). Returns 0, or the number of the first pivot that is zero.
template <class T> int factorise(T *a, long long n, long long lda, int *pivots) {
    int zero = 0;
    for (long long k = 0; k < n; ++k) {
        long long best = k;
        for (long long i = k + 1; i < n && pivots != nullptr; ++i)
            if (std::abs(a[i + k * lda]) > std::abs(a[best + k * lda]))
                best = i;
        if (pivots != nullptr)
            pivots[k] = static_cast<int>(best + 1);
        for (long long j = 0; j < n && best != k; ++j)
            std::swap(a[k + j * lda], a[best + j * lda]);
        if (a[k + k * lda] == T(0)) {
            zero = zero != 0 ? zero : static_cast<int>(k + 1);
            continue;
        }
        for (long long i = k + 1; i < n; ++i)
            a[i + k * lda] /= a[k + k * lda];
        for (long long j = k + 1; j < n; ++j)
            for (long long i = k + 1; i < n; ++i)
                a[i + j * lda] -= times(a[i + k * lda], a[k + j * lda]);
    }
    return zero;
}

template <class T>
dense<T> factor_of(const T *lu, long long n, long long lda, cublasFillMode_t uplo,
                   cublasOperation_t op) {
    const auto diag = uplo == CUBLAS_FILL_MODE_LOWER ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    return written_out<T>(n, n, under<T>(op, triangular<T>(uplo, diag, stored(lu, lda))));
}

template <class T> void exchange(dense<T> &b, const int *pivots, bool backwards) {
    for (long long step = 0; step < b.rows && pivots != nullptr; ++step) {
        const long long k = backwards ? b.rows - 1 - step : step;
        for (long long j = 0; j < b.columns && pivots[k] != k + 1; ++j)
            std::swap(b(k, j), b(pivots[k] - 1, j));
    }
}

// Whether each of them is a row of its matrix; null: there are none.
bool are_rows(const int *pivots, long long n, long long count) {
    for (long long k = 0; k < n * count && pivots != nullptr; ++k)
        if (pivots[k] < 1 || pivots[k] > n)
            return false;
    return true;
}
constexpr const char *const NO_ROW = "a pivot leads out of the matrix";

// x of op(a) x = b, where a has been factorised.
template <class T>
void solve_factorised(const T *lu, long long n, long long lda, const int *pivots,
                      cublasOperation_t op, dense<T> &b) {
    if (op == CUBLAS_OP_N) {
        exchange(b, pivots, false);
        solve(factor_of(lu, n, lda, CUBLAS_FILL_MODE_LOWER, op), true, b);
        solve(factor_of(lu, n, lda, CUBLAS_FILL_MODE_UPPER, op), false, b);
    } else {
        solve(factor_of(lu, n, lda, CUBLAS_FILL_MODE_UPPER, op), true, b);
        solve(factor_of(lu, n, lda, CUBLAS_FILL_MODE_LOWER, op), false, b);
        exchange(b, pivots, true);
    }
}

template <class T>
void invert_factorised(const T *lu, long long n, long long lda, const int *pivots, T *c,
                       long long ldc) {
    dense<T> b = written_out<T>(n, n, [](long long i, long long j) { return T(i == j ? 1 : 0); });
    solve_factorised(lu, n, lda, pivots, CUBLAS_OP_N, b);
    for (long long j = 0; j < n; ++j)
        for (long long i = 0; i < n; ++i)
            c[i + j * ldc] = b(i, j);
}

template <class T> int zero_pivot(const T *lu, long long n, long long lda) {
    for (long long k = 0; k < n; ++k)
        if (lu[k + k * lda] == T(0))
            return static_cast<int>(k + 1);
    return 0;
}

template <class T>
cublasStatus_t getrf(const char *name, cublasHandle_t handle, int n, T *const A[], int lda,
                     int *pivots, int *info, int count) {
    call c(name, handle);
    c.size("n", n).size("the number of matrices", count).leading("lda", lda, n, "A");
    if (!c.is_good() || n == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A", count, A))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], n, n, lda);
            c.writes_matrix("A", A[i], n, n, lda);
        }
    if (pivots != nullptr)
        c.writes("the pivots", pivots, 1LL * n * count, 1);
    c.writes("info", info, count, 1);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            info[i] = factorise(A[i], n, lda, pivots == nullptr ? nullptr : pivots + 1LL * i * n);
    });
}

template <class T>
cublasStatus_t getri(const char *name, cublasHandle_t handle, int n, const T *const A[], int lda,
                     const int *pivots, T *const C[], int ldc, int *info, int count) {
    call c(name, handle);
    c.size("n", n)
        .size("the number of matrices", count)
        .leading("lda", lda, n, "A")
        .leading("ldc", ldc, n, "C");
    if (!c.is_good() || n == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A or C", count, A, C))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], n, n, lda);
            c.writes_matrix("C", C[i], n, n, ldc);
        }
    if (pivots != nullptr)
        c.reads("the pivots", pivots, 1LL * n * count, 1);
    c.writes("info", info, count, 1);
    return c.does([=] {
        if (!are_rows(pivots, n, count))
            return fail_library_work(NO_ROW);
        for (int i = 0; i < count; ++i)
            if ((info[i] = zero_pivot(A[i], n, lda)) == 0)
                invert_factorised(A[i], n, lda, pivots == nullptr ? nullptr : pivots + 1LL * i * n,
                                  C[i], ldc);
    });
}

// info is the host's here: about arguments, which are looked at when the call is made.
template <class T>
cublasStatus_t getrs(const char *name, cublasHandle_t handle, cublasOperation_t trans, int n,
                     int columns, const T *const A[], int lda, const int *pivots, T *const B[],
                     int ldb, int *info, int count) {
    call c(name, handle);
    if (!c.wants(info != nullptr, "info is a null pointer").is_good())
        return c.status();
    *info = 0;
    c.operation("trans", trans).argument(1, info).size("n", n).argument(2, info);
    c.size("the number of columns", columns).argument(3, info);
    c.leading("lda", lda, n, "A").argument(5, info).leading("ldb", ldb, n, "B").argument(8, info);
    c.size("the number of matrices", count).argument(10, info);
    if (!c.is_good())
        return c.status();
    if (n == 0 || columns == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A or B", count, A, B))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], n, n, lda);
            c.reads_matrix("B", B[i], n, columns, ldb);
            c.writes_matrix("B", B[i], n, columns, ldb);
        }
    if (pivots != nullptr)
        c.reads("the pivots", pivots, 1LL * n * count, 1);
    return c.does([=] {
        if (!are_rows(pivots, n, count))
            return fail_library_work(NO_ROW);
        for (int i = 0; i < count; ++i) {
            dense<T> b = written_out<T>(n, columns, stored(static_cast<const T *>(B[i]), ldb));
            solve_factorised(A[i], n, lda, pivots == nullptr ? nullptr : pivots + 1LL * i * n,
                             trans, b);
            for (long long j = 0; j < columns; ++j)
                for (long long row = 0; row < n; ++row)
                    B[i][row + j * ldb] = b(row, j);
        }
    });
}

template <class T>
cublasStatus_t matinv(const char *name, cublasHandle_t handle, int n, const T *const A[], int lda,
                      T *const inverse[], int ldi, int *info, int count) {
    call c(name, handle);
    c.size("n", n).wants(n <= 32, "n is " + std::to_string(n) + ", and must not be above 32");
    c.size("the number of matrices", count)
        .leading("lda", lda, n, "A")
        .leading("lda_inv", ldi, n, "the inverse");
    if (!c.is_good() || n == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A or the inverse", count, A, inverse))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], n, n, lda);
            c.writes_matrix("the inverse", inverse[i], n, n, ldi);
        }
    c.writes("info", info, count, 1);
    return c.does([=] {
        std::vector<int> pivots(static_cast<size_t>(n));
        for (int i = 0; i < count; ++i) {
            dense<T> lu = written_out<T>(n, n, stored(A[i], lda));
            if ((info[i] = factorise(lu.elements.data(), n, n, pivots.data())) == 0)
                invert_factorised(lu.elements.data(), n, n, pivots.data(), inverse[i], ldi);
        }
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define FOR_TYPE(T, L)                                                                             \
    cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T *const A[], int lda,    \
                                           int *pivots, int *info, int count) {                    \
        return getrf("cublas" #L "getrfBatched", handle, n, in(A), lda, pivots, info, count);      \
    }                                                                                              \
    cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T *const A[],       \
                                           int lda, const int *pivots, T *const C[], int ldc,      \
                                           int *info, int count) {                                 \
        return getri("cublas" #L "getriBatched", handle, n, in(A), lda, pivots, in(C), ldc, info,  \
                     count);                                                                       \
    }                                                                                              \
    cublasStatus_t cublas##L##getrsBatched(                                                        \
        cublasHandle_t handle, cublasOperation_t trans, int n, int columns, const T *const A[],    \
        int lda, const int *pivots, T *const B[], int ldb, int *info, int count) {                 \
        return getrs("cublas" #L "getrsBatched", handle, trans, n, columns, in(A), lda, pivots,    \
                     in(B), ldb, info, count);                                                     \
    }                                                                                              \
    cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T *const A[],      \
                                            int lda, T *const inverse[], int ldi, int *info,       \
                                            int count) {                                           \
        return matinv("cublas" #L "matinvBatched", handle, n, in(A), lda, in(inverse), ldi, info,  \
                      count);                                                                      \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

} // extern "C"
