// level2.cpp: matrices and vectors.
#include "dense.h"

namespace cuda_emulator::cublas {

namespace {

// y = alpha m x + beta y, where element(i, j) is what m has; `touches` says which memory that is.
template <class T, class Touches, class Element>
cublasStatus_t multiply(call &c, int rows, int columns, const T *alpha, Touches touches,
                        Element element, const T *x, int incx, const T *beta, T *y, int incy) {
    c.stride("incx", incx).stride("incy", incy);
    const factor<T> a = c.takes("alpha", alpha), b = c.takes("beta", beta);
    if (!c.is_good() || rows == 0)
        return c.status();
    touches();
    c.reads("x", x, columns, incx);
    if (!b.is_known_zero())
        c.reads("y", y, rows, incy);
    c.writes("y", y, rows, incy);
    return c.does([=] {
        std::vector<T> sums(size_t(rows), T(0));
        for (int j = 0; j < columns; ++j) {
            const T by = at(x, columns, incx, j);
            for (int i = 0; i < rows; ++i)
                sums[size_t(i)] += times(T(element(i, j)), by);
        }
        for (int i = 0; i < rows; ++i)
            combine(a(), sums[size_t(i)], b(), at(y, rows, incy, i));
    });
}

// x becomes m x, or the solution of m y = x, of a triangular matrix.
template <class T, class Touches, class Element>
cublasStatus_t triangle(call &c, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, int n, Touches touches, Element element, T *x,
                        int incx, bool solves) {
    c.triangle(uplo).operation("trans", trans).diagonal(diag);
    c.size("n", n).stride("incx", incx);
    if (!c.is_good() || n == 0)
        return c.status();
    touches();
    c.updates("x", x, n, incx);
    return c.does([=] {
        const auto counts = under<T>(trans, triangular<T>(uplo, diag, element));
        const dense<T> m = written_out<T>(n, n, counts);
        dense<T> v =
            written_out<T>(n, 1, [=](long long i, long long) { return at(x, n, incx, int(i)); });
        if (solves)
            solve(m, (uplo == CUBLAS_FILL_MODE_LOWER) == (trans == CUBLAS_OP_N), v);
        else
            v = product(m, v);
        for (int i = 0; i < n; ++i)
            at(x, n, incx, i) = v(i, 0);
    });
}

// Adds by(i, j) to the elements of a triangle, or of all, that where(i, j) points to.
template <class T, class Where, class By>
void add_to(cublasFillMode_t uplo, bool hermitian, int rows, int columns, Where where, By by) {
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i)
            if (in_triangle(uplo, i, j)) {
                T &a = *where(i, j);
                a += by(i, j);
                if (hermitian && i == j)
                    a = T(std::real(a));
            }
}

// The element (i, j) of a triangle that is stored packed, or as a matrix where lda is not 0.
template <class T> auto place(T *a, int lda, cublasFillMode_t uplo, int n) {
    return [=](long long i, long long j) {
        return lda != 0 ? a + i + j * lda
                        : a + (uplo == CUBLAS_FILL_MODE_UPPER ? i + j * (j + 1) / 2
                                                              : i + j * (2LL * n - j - 1) / 2);
    };
}
long long elements_of_packed(long long n) {
    return n * (n + 1) / 2;
}
template <class T>
void updates_triangle(call &c, const char *name, T *a, int lda, cublasFillMode_t uplo, int n) {
    if (lda == 0) {
        c.updates(name, a, elements_of_packed(n), 1);
        return;
    }
    c.reads_triangle(name, a, uplo, n, lda);
    c.writes_triangle(name, a, uplo, n, lda);
}

template <class T>
cublasStatus_t gemv(const char *name, cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                    const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y,
                    int incy) {
    call c(name, handle);
    c.operation("trans", trans).size("m", m).size("n", n).leading("lda", lda, m, "A");
    const bool as_it_is = trans == CUBLAS_OP_N;
    return multiply(
        c, as_it_is ? m : n, as_it_is ? n : m, alpha, [&] { c.reads_matrix("A", A, m, n, lda); },
        under<T>(trans, stored(A, lda)), x, incx, beta, y, incy);
}

template <class T>
cublasStatus_t gbmv(const char *name, cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                    int kl, int ku, const T *alpha, const T *A, int lda, const T *x, int incx,
                    const T *beta, T *y, int incy) {
    call c(name, handle);
    c.operation("trans", trans).size("m", m).size("n", n).size("kl", kl).size("ku", ku);
    c.leading("lda", lda, 1LL + kl + ku, "A");
    const bool as_it_is = trans == CUBLAS_OP_N;
    return multiply(
        c, as_it_is ? m : n, as_it_is ? n : m, alpha,
        [&] { c.reads_matrix("A", A, 1LL + kl + ku, n, lda); },
        under<T>(trans, banded(A, lda, kl, ku)), x, incx, beta, y, incy);
}

template <class T>
cublasStatus_t symv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo, int n,
                    const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y,
                    int incy, bool hermitian) {
    call c(name, handle);
    c.triangle(uplo).size("n", n).leading("lda", lda, n, "A");
    return multiply(
        c, n, n, alpha, [&] { c.reads_triangle("A", A, uplo, n, lda); },
        mirrored<T>(uplo, hermitian, stored(A, lda)), x, incx, beta, y, incy);
}

template <class T>
cublasStatus_t sbmv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,
                    const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y,
                    int incy, bool hermitian) {
    call c(name, handle);
    c.triangle(uplo).size("n", n).size("k", k).leading("lda", lda, 1LL + k, "A");
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    return multiply(
        c, n, n, alpha, [&] { c.reads_matrix("A", A, 1LL + k, n, lda); },
        mirrored<T>(uplo, hermitian, banded(A, lda, upper ? 0 : k, upper ? k : 0)), x, incx, beta,
        y, incy);
}

template <class T>
cublasStatus_t spmv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo, int n,
                    const T *alpha, const T *AP, const T *x, int incx, const T *beta, T *y,
                    int incy, bool hermitian) {
    call c(name, handle);
    c.triangle(uplo).size("n", n);
    return multiply(
        c, n, n, alpha, [&] { c.reads("AP", AP, elements_of_packed(n), 1); },
        mirrored<T>(uplo, hermitian, packed(AP, uplo, n)), x, incx, beta, y, incy);
}

template <class T>
cublasStatus_t trmv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int n, const T *A, int lda,
                    T *x, int incx, bool solves) {
    call c(name, handle);
    c.leading("lda", lda, n, "A");
    return triangle(
        c, uplo, trans, diag, n, [&] { c.reads_triangle("A", A, uplo, n, lda); }, stored(A, lda), x,
        incx, solves);
}

template <class T>
cublasStatus_t tpmv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int n, const T *AP, T *x,
                    int incx, bool solves) {
    call c(name, handle);
    return triangle(
        c, uplo, trans, diag, n, [&] { c.reads("AP", AP, elements_of_packed(n), 1); },
        packed(AP, uplo, n), x, incx, solves);
}

template <class T>
cublasStatus_t tbmv(const char *name, cublasHandle_t handle, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const T *A,
                    int lda, T *x, int incx, bool solves) {
    call c(name, handle);
    c.size("k", k).leading("lda", lda, 1LL + k, "A");
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    return triangle(
        c, uplo, trans, diag, n, [&] { c.reads_matrix("A", A, 1LL + k, n, lda); },
        banded(A, lda, upper ? 0 : k, upper ? k : 0), x, incx, solves);
}

template <class T>
cublasStatus_t ger(const char *name, cublasHandle_t handle, int m, int n, const T *alpha,
                   const T *x, int incx, const T *y, int incy, T *A, int lda, bool conjugated) {
    call c(name, handle);
    c.size("m", m)
        .size("n", n)
        .stride("incx", incx)
        .stride("incy", incy)
        .leading("lda", lda, m, "A");
    const factor<T> a = c.takes("alpha", alpha);
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    c.reads("x", x, m, incx);
    c.reads("y", y, n, incy);
    c.reads_matrix("A", A, m, n, lda);
    c.writes_matrix("A", A, m, n, lda);
    return c.does([=] {
        add_to<T>(
            CUBLAS_FILL_MODE_FULL, false, m, n,
            [=](long long i, long long j) { return A + i + j * lda; },
            [&](int i, int j) {
                const T b = at(y, n, incy, j);
                return times(a(), times(at(x, m, incx, i), conjugated ? conjugate(b) : b));
            });
    });
}

// A is packed where lda is 0.
template <class T, class Factor>
cublasStatus_t syr(const char *name, cublasHandle_t handle, cublasFillMode_t uplo, int n,
                   const Factor *alpha, const T *x, int incx, T *A, int lda, bool is_packed,
                   bool hermitian) {
    call c(name, handle);
    c.triangle(uplo).size("n", n).stride("incx", incx);
    if (!is_packed)
        c.leading("lda", lda, n, "A");
    const factor<Factor> a = c.takes("alpha", alpha);
    if (!c.is_good() || n == 0)
        return c.status();
    c.reads("x", x, n, incx);
    updates_triangle(c, "A", A, lda, uplo, n);
    return c.does([=] {
        add_to<T>(uplo, hermitian, n, n, place(A, lda, uplo, n), [&](int i, int j) {
            const T b = at(x, n, incx, j);
            return times(T(a()), times(at(x, n, incx, i), hermitian ? conjugate(b) : b));
        });
    });
}

template <class T>
cublasStatus_t syr2(const char *name, cublasHandle_t handle, cublasFillMode_t uplo, int n,
                    const T *alpha, const T *x, int incx, const T *y, int incy, T *A, int lda,
                    bool is_packed, bool hermitian) {
    call c(name, handle);
    c.triangle(uplo).size("n", n).stride("incx", incx).stride("incy", incy);
    if (!is_packed)
        c.leading("lda", lda, n, "A");
    const factor<T> a = c.takes("alpha", alpha);
    if (!c.is_good() || n == 0)
        return c.status();
    c.reads("x", x, n, incx);
    c.reads("y", y, n, incy);
    updates_triangle(c, "A", A, lda, uplo, n);
    return c.does([=] {
        const auto other = [=](const T &b) { return hermitian ? conjugate(b) : b; };
        add_to<T>(uplo, hermitian, n, n, place(A, lda, uplo, n), [&](int i, int j) {
            const T xy = times(at(x, n, incx, i), other(at(y, n, incy, j)));
            const T yx = times(at(y, n, incy, i), other(at(x, n, incx, j)));
            return times(a(), xy) + times(other(a()), yx);
        });
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define MATRIX_VECTOR(T)                                                                           \
    const T *alpha, const T *A, int lda, const T *x, int incx, const T *beta, T *y, int incy
#define TRIANGLE                                                                                   \
    cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,  \
        int n

#define FOR_TYPE(T, L)                                                                             \
    cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,   \
                                   MATRIX_VECTOR(T)) {                                             \
        return gemv("cublas" #L "gemv", handle, trans, m, n, in(alpha), in(A), lda, in(x), incx,   \
                    in(beta), in(y), incy);                                                        \
    }                                                                                              \
    cublasStatus_t cublas##L##gbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n,   \
                                   int kl, int ku, MATRIX_VECTOR(T)) {                             \
        return gbmv("cublas" #L "gbmv", handle, trans, m, n, kl, ku, in(alpha), in(A), lda, in(x), \
                    incx, in(beta), in(y), incy);                                                  \
    }                                                                                              \
    cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   MATRIX_VECTOR(T)) {                                             \
        return symv("cublas" #L "symv", handle, uplo, n, in(alpha), in(A), lda, in(x), incx,       \
                    in(beta), in(y), incy, false);                                                 \
    }                                                                                              \
    cublasStatus_t cublas##L##trmv(TRIANGLE, const T *A, int lda, T *x, int incx) {                \
        return trmv("cublas" #L "trmv", handle, uplo, trans, diag, n, in(A), lda, in(x), incx,     \
                    false);                                                                        \
    }                                                                                              \
    cublasStatus_t cublas##L##trsv(TRIANGLE, const T *A, int lda, T *x, int incx) {                \
        return trmv("cublas" #L "trsv", handle, uplo, trans, diag, n, in(A), lda, in(x), incx,     \
                    true);                                                                         \
    }                                                                                              \
    cublasStatus_t cublas##L##tpmv(TRIANGLE, const T *AP, T *x, int incx) {                        \
        return tpmv("cublas" #L "tpmv", handle, uplo, trans, diag, n, in(AP), in(x), incx, false); \
    }                                                                                              \
    cublasStatus_t cublas##L##tpsv(TRIANGLE, const T *AP, T *x, int incx) {                        \
        return tpmv("cublas" #L "tpsv", handle, uplo, trans, diag, n, in(AP), in(x), incx, true);  \
    }                                                                                              \
    cublasStatus_t cublas##L##tbmv(TRIANGLE, int k, const T *A, int lda, T *x, int incx) {         \
        return tbmv("cublas" #L "tbmv", handle, uplo, trans, diag, n, k, in(A), lda, in(x), incx,  \
                    false);                                                                        \
    }                                                                                              \
    cublasStatus_t cublas##L##tbsv(TRIANGLE, int k, const T *A, int lda, T *x, int incx) {         \
        return tbmv("cublas" #L "tbsv", handle, uplo, trans, diag, n, k, in(A), lda, in(x), incx,  \
                    true);                                                                         \
    }                                                                                              \
    cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const T *alpha, const T *x, int incx, T *A, int lda) {           \
        return syr("cublas" #L "syr", handle, uplo, n, in(alpha), in(x), incx, in(A), lda, false,  \
                   false);                                                                         \
    }                                                                                              \
    cublasStatus_t cublas##L##syr2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *A, int lda) {                                                \
        return syr2("cublas" #L "syr2", handle, uplo, n, in(alpha), in(x), incx, in(y), incy,      \
                    in(A), lda, false, false);                                                     \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

// What is called one way for real matrices is called another way for Hermitian ones.
#define MIRRORED(T, R, L, GER, CONJUGATED, SBMV, SPMV, SPR, SPR2, HERMITIAN)                       \
    cublasStatus_t cublas##L##GER(cublasHandle_t handle, int m, int n, const T *alpha, const T *x, \
                                  int incx, const T *y, int incy, T *A, int lda) {                 \
        return ger("cublas" #L#GER, handle, m, n, in(alpha), in(x), incx, in(y), incy, in(A), lda, \
                   CONJUGATED);                                                                    \
    }                                                                                              \
    cublasStatus_t cublas##L##SBMV(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k,     \
                                   MATRIX_VECTOR(T)) {                                             \
        return sbmv("cublas" #L#SBMV, handle, uplo, n, k, in(alpha), in(A), lda, in(x), incx,      \
                    in(beta), in(y), incy, HERMITIAN);                                             \
    }                                                                                              \
    cublasStatus_t cublas##L##SPMV(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *AP, const T *x, int incx,              \
                                   const T *beta, T *y, int incy) {                                \
        return spmv("cublas" #L#SPMV, handle, uplo, n, in(alpha), in(AP), in(x), incx, in(beta),   \
                    in(y), incy, HERMITIAN);                                                       \
    }                                                                                              \
    cublasStatus_t cublas##L##SPR(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const R *alpha, const T *x, int incx, T *AP) {                   \
        return syr("cublas" #L#SPR, handle, uplo, n, alpha, in(x), incx, in(AP), 0, true,          \
                   HERMITIAN);                                                                     \
    }                                                                                              \
    cublasStatus_t cublas##L##SPR2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *AP) {                                                        \
        return syr2("cublas" #L#SPR2, handle, uplo, n, in(alpha), in(x), incx, in(y), incy,        \
                    in(AP), 0, true, HERMITIAN);                                                   \
    }
MIRRORED(float, float, S, ger, false, sbmv, spmv, spr, spr2, false)
MIRRORED(double, double, D, ger, false, sbmv, spmv, spr, spr2, false)
MIRRORED(cuComplex, float, C, gerc, true, hbmv, hpmv, hpr, hpr2, true)
MIRRORED(cuDoubleComplex, double, Z, gerc, true, hbmv, hpmv, hpr, hpr2, true)

#define FOR_COMPLEX(T, R, L)                                                                       \
    cublasStatus_t cublas##L##geru(cublasHandle_t handle, int m, int n, const T *alpha,            \
                                   const T *x, int incx, const T *y, int incy, T *A, int lda) {    \
        return ger("cublas" #L "geru", handle, m, n, in(alpha), in(x), incx, in(y), incy, in(A),   \
                   lda, false);                                                                    \
    }                                                                                              \
    cublasStatus_t cublas##L##hemv(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   MATRIX_VECTOR(T)) {                                             \
        return symv("cublas" #L "hemv", handle, uplo, n, in(alpha), in(A), lda, in(x), incx,       \
                    in(beta), in(y), incy, true);                                                  \
    }                                                                                              \
    cublasStatus_t cublas##L##her(cublasHandle_t handle, cublasFillMode_t uplo, int n,             \
                                  const R *alpha, const T *x, int incx, T *A, int lda) {           \
        return syr("cublas" #L "her", handle, uplo, n, alpha, in(x), incx, in(A), lda, false,      \
                   true);                                                                          \
    }                                                                                              \
    cublasStatus_t cublas##L##her2(cublasHandle_t handle, cublasFillMode_t uplo, int n,            \
                                   const T *alpha, const T *x, int incx, const T *y, int incy,     \
                                   T *A, int lda) {                                                \
        return syr2("cublas" #L "her2", handle, uplo, n, in(alpha), in(x), incx, in(y), incy,      \
                    in(A), lda, false, true);                                                      \
    }
FOR_COMPLEX(cuComplex, float, C)
FOR_COMPLEX(cuDoubleComplex, double, Z)

} // extern "C"
