// dense.h: matrices of the host's, column after column, without gaps, that the routines are made
// of: an operand is first written out as it counts (transposed, mirrored, of bands, packed), then
// multiplied or solved.
#ifndef CUDA_EMULATOR_CUBLAS_DENSE_H
#define CUDA_EMULATOR_CUBLAS_DENSE_H

#include "handle.h"
#include "openblas.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator::cublas {

template <class T> struct dense {
    long long rows, columns;
    std::vector<T> elements;

    dense(long long r, long long c) : rows(r), columns(c), elements(size_t(r * c)) {}
    T &operator()(long long i, long long j) { return elements[size_t(i + j * rows)]; }
    const T &operator()(long long i, long long j) const { return elements[size_t(i + j * rows)]; }
};

template <class T, class Element>
dense<T> written_out(long long rows, long long columns, Element e) {
    dense<T> m(rows, columns);
    for (long long j = 0; j < columns; ++j)
        for (long long i = 0; i < rows; ++i)
            m(i, j) = static_cast<T>(e(i, j));
    return m;
}

// What an operation makes of element (i, j) of the matrix a(i, j).
template <class T, class Element> auto under(cublasOperation_t op, Element a) {
    return [=](long long i, long long j) -> T {
        const T x = op == CUBLAS_OP_N ? a(i, j) : a(j, i);
        return op == CUBLAS_OP_C ? conjugate(x) : x;
    };
}

// Where an element of a matrix is stored.
template <class T> auto stored(const T *a, long long lda) {
    return [=](long long i, long long j) { return a[i + j * lda]; };
}
// Packed, column after column, only one triangle.
template <class T> auto packed(const T *a, cublasFillMode_t uplo, long long n) {
    return [=](long long i, long long j) {
        return uplo == CUBLAS_FILL_MODE_UPPER ? a[i + j * (j + 1) / 2]
                                              : a[i + j * (2 * n - j - 1) / 2];
    };
}
// A band: `upper` diagonals above and `lower` below the main one; 0 elsewhere.
template <class T> auto banded(const T *a, long long lda, long long lower, long long upper) {
    return [=](long long i, long long j) {
        return i - j > lower || j - i > upper ? T(0) : a[upper + i - j + j * lda];
    };
}

inline bool in_triangle(cublasFillMode_t uplo, long long i, long long j) {
    return uplo == CUBLAS_FILL_MODE_FULL || (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j);
}
// The other triangle is 0, the diagonal perhaps 1.
template <class T, class Element>
auto triangular(cublasFillMode_t uplo, cublasDiagType_t diag, Element a) {
    return [=](long long i, long long j) -> T {
        if (i == j && diag == CUBLAS_DIAG_UNIT)
            return T(1);
        return in_triangle(uplo, i, j) ? a(i, j) : T(0);
    };
}
// The other triangle is the mirrored one; of a Hermitian matrix its conjugate, and the diagonal is
// real.
template <class T, class Element> auto mirrored(cublasFillMode_t uplo, bool hermitian, Element a) {
    return [=](long long i, long long j) -> T {
        if (i == j && hermitian)
            return T(std::real(a(i, j)));
        if (in_triangle(uplo, i, j))
            return a(i, j);
        return hermitian ? conjugate(T(a(j, i))) : T(a(j, i));
    };
}

// The product of two matrices.
template <class T> dense<T> product(const dense<T> &a, const dense<T> &b) {
    dense<T> c(a.rows, b.columns);
    if (multiply_by_openblas(a.rows, b.columns, a.columns, a.elements.data(), b.elements.data(),
                             c.elements.data()))
        return c;
    const long long m = a.rows;
    for (long long j = 0; j < b.columns; ++j) {
        T *const to = &c.elements[size_t(j * m)];
        long long l = 0;
        for (; l + 4 <= a.columns; l += 4) {
            const T *const from = &a.elements[size_t(l * m)];
            const T x = b(l, j), y = b(l + 1, j), z = b(l + 2, j), w = b(l + 3, j);
            for (long long i = 0; i < m; ++i)
                to[i] += times(from[i], x) + times(from[i + m], y) + times(from[i + 2 * m], z) +
                         times(from[i + 3 * m], w);
        }
        for (; l < a.columns; ++l)
            for (long long i = 0; i < m; ++i)
                to[i] += times(a(i, l), b(l, j));
    }
    return c;
}

// b becomes the solution x of t x = b, where t is triangular: lower says which way.
template <class T> void solve(const dense<T> &t, bool lower, dense<T> &b) {
    const long long n = t.rows;
    for (long long column = 0; column < b.columns; ++column)
        for (long long step = 0; step < n; ++step) {
            const long long k = lower ? step : n - 1 - step;
            const T x = b(k, column) /= t(k, k);
            if (x == T(0))
                continue;
            for (long long i = lower ? k + 1 : 0; i < (lower ? n : k); ++i)
                b(i, column) -= times(x, t(i, k));
        }
}

// alpha * p + beta * what is there; without looking at that where beta is 0.
template <class T> void combine(T alpha, const T &p, T beta, T &c) {
    c = beta == T(0) ? times(alpha, p) : times(alpha, p) + times(beta, c);
}

} // namespace cuda_emulator::cublas

#endif
