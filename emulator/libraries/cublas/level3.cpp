// level3.cpp: matrices.
#include "dense.h"

namespace cuda_emulator::cublas {

namespace {

// Rows and columns of a matrix of which op has rows and columns.
std::pair<int, int> shape(cublasOperation_t op, int rows, int columns) {
    return op == CUBLAS_OP_N ? std::make_pair(rows, columns) : std::make_pair(columns, rows);
}

// c = alpha p + beta c, for the elements of a triangle or of all.
template <class T>
void combine_into(T *c, long long ldc, cublasFillMode_t uplo, bool hermitian, T alpha,
                  const dense<T> &p, T beta) {
    for (long long j = 0; j < p.columns; ++j)
        for (long long i = 0; i < p.rows; ++i)
            if (in_triangle(uplo, i, j)) {
                T &x = c[i + j * ldc];
                combine(alpha, p(i, j), beta, x);
                if (hermitian && i == j)
                    x = T(std::real(x));
            }
}

// ---- gemm, and batches of it

template <class T> struct gemm_arguments {
    cublasOperation_t transa, transb;
    int m, n, k;
    factor<T> alpha, beta;
    int lda, ldb, ldc;

    void multiply(const T *A, const T *B, T *C) const {
        combine_into(C, ldc, CUBLAS_FILL_MODE_FULL, false, alpha(),
                     product(written_out<T>(m, k, under<T>(transa, stored(A, lda))),
                             written_out<T>(k, n, under<T>(transb, stored(B, ldb)))),
                     beta());
    }
};

template <class T>
gemm_arguments<T> look_at(call &c, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                          int k, const T *alpha, int lda, int ldb, const T *beta, int ldc) {
    c.operation("transa", transa).operation("transb", transb);
    c.size("m", m).size("n", n).size("k", k);
    c.leading("lda", lda, shape(transa, m, k).first, "A");
    c.leading("ldb", ldb, shape(transb, k, n).first, "B").leading("ldc", ldc, m, "C");
    return {transa, transb, m, n, k, c.takes("alpha", alpha), c.takes("beta", beta), lda, ldb, ldc};
}

template <class T> void touches(call &c, const gemm_arguments<T> &g, const T *A, const T *B, T *C) {
    const auto of_a = shape(g.transa, g.m, g.k), of_b = shape(g.transb, g.k, g.n);
    c.reads_matrix("A", A, of_a.first, of_a.second, g.lda);
    c.reads_matrix("B", B, of_b.first, of_b.second, g.ldb);
    if (!g.beta.is_known_zero())
        c.reads_matrix("C", C, g.m, g.n, g.ldc);
    c.writes_matrix("C", C, g.m, g.n, g.ldc);
}

// A batch: matrix i begins at a(i), b(i), c(i).
template <class T>
cublasStatus_t gemm_strided(const char *name, cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const T *alpha,
                            const T *A, int lda, long long strideA, const T *B, int ldb,
                            long long strideB, const T *beta, T *C, int ldc, long long strideC,
                            int count) {
    call c(name, handle);
    const gemm_arguments<T> g = look_at(c, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc);
    c.size("the number of matrices", count);
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    for (int i = 0; i < count; ++i)
        touches(c, g, A + i * strideA, B + i * strideB, C + i * strideC);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            g.multiply(A + i * strideA, B + i * strideB, C + i * strideC);
    });
}

// The lists lie on the device. Where their pointers lead is looked at when the call is made.
template <class T>
cublasStatus_t gemm_batched(const char *name, cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const T *alpha,
                            const T *const A[], int lda, const T *const B[], int ldb, const T *beta,
                            T *const C[], int ldc, int count) {
    call c(name, handle);
    const gemm_arguments<T> g = look_at(c, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc);
    c.size("the number of matrices", count);
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    if (c.reads_lists("A, B or C", count, A, B, C))
        for (int i = 0; i < count; ++i)
            touches(c, g, A[i], B[i], C[i]);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            g.multiply(A[i], B[i], C[i]);
    });
}

// ---- Symmetric and Hermitian matrices

template <class T>
cublasStatus_t symm(const char *name, cublasHandle_t handle, cublasSideMode_t side,
                    cublasFillMode_t uplo, int m, int n, const T *alpha, const T *A, int lda,
                    const T *B, int ldb, const T *beta, T *C, int ldc, bool hermitian) {
    call c(name, handle);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    c.side(side).triangle(uplo);
    c.size("m", m).size("n", n).leading("lda", lda, order, "A");
    c.leading("ldb", ldb, m, "B").leading("ldc", ldc, m, "C");
    const factor<T> a = c.takes("alpha", alpha), b = c.takes("beta", beta);
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    c.reads_triangle("A", A, uplo, order, lda);
    c.reads_matrix("B", B, m, n, ldb);
    if (!b.is_known_zero())
        c.reads_matrix("C", C, m, n, ldc);
    c.writes_matrix("C", C, m, n, ldc);
    return c.does([=] {
        const dense<T> s =
            written_out<T>(order, order, mirrored<T>(uplo, hermitian, stored(A, lda)));
        const dense<T> other = written_out<T>(m, n, stored(B, ldb));
        combine_into(C, ldc, CUBLAS_FILL_MODE_FULL, false, a(),
                     side == CUBLAS_SIDE_LEFT ? product(s, other) : product(other, s), b());
    });
}

// C = alpha op(A) op(B)^T + beta C, and, if it is twice, the same with A and B exchanged. B: null
// for A.
template <class T, class Alpha, class Beta>
cublasStatus_t syrk(const char *name, cublasHandle_t handle, cublasFillMode_t uplo,
                    cublasOperation_t trans, int n, int k, const Alpha *alpha, const T *A, int lda,
                    const T *B, int ldb, const Beta *beta, T *C, int ldc, bool twice,
                    bool hermitian) {
    call c(name, handle);
    const auto of_a = shape(trans, n, k);
    c.triangle(uplo).operation("trans", trans);
    c.size("n", n).size("k", k).leading("lda", lda, of_a.first, "A").leading("ldc", ldc, n, "C");
    if (B != A)
        c.leading("ldb", ldb, of_a.first, "B");
    const factor<Alpha> a = c.takes("alpha", alpha);
    const factor<Beta> b = c.takes("beta", beta);
    if (!c.is_good() || n == 0)
        return c.status();
    c.reads_matrix("A", A, of_a.first, of_a.second, lda);
    if (B != A)
        c.reads_matrix("B", B, of_a.first, of_a.second, ldb);
    if (!b.is_known_zero())
        c.reads_triangle("C", C, uplo, n, ldc);
    c.writes_triangle("C", C, uplo, n, ldc);
    return c.does([=] {
        // What is transposed of one is not of the other.
        const cublasOperation_t flip = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
        const cublasOperation_t left = trans == CUBLAS_OP_N ? CUBLAS_OP_N : flip;
        const cublasOperation_t right = trans == CUBLAS_OP_N ? flip : CUBLAS_OP_N;
        const auto multiplied = [&](const T *p, int ldp, const T *q, int ldq) {
            return product(written_out<T>(n, k, under<T>(left, stored(p, ldp))),
                           written_out<T>(k, n, under<T>(right, stored(q, ldq))));
        };
        dense<T> sum = multiplied(A, lda, B, ldb);
        const T by = T(a());
        for (T &x : sum.elements)
            x = times(by, x);
        if (twice) {
            const dense<T> other = multiplied(B, ldb, A, lda);
            for (size_t i = 0; i < sum.elements.size(); ++i)
                sum.elements[i] += times(hermitian ? conjugate(by) : by, other.elements[i]);
        }
        combine_into(C, ldc, uplo, hermitian, T(1), sum, T(b()));
    });
}

// ---- Triangular matrices

template <class T> struct triangle {
    cublasSideMode_t side;
    cublasFillMode_t uplo;
    cublasOperation_t trans;
    cublasDiagType_t diag;
    int m, n;

    int order() const { return side == CUBLAS_SIDE_LEFT ? m : n; }
    dense<T> matrix(const T *A, int lda) const {
        return written_out<T>(order(), order(),
                              under<T>(trans, triangular<T>(uplo, diag, stored(A, lda))));
    }
    // X of A X = alpha B, or of X A = alpha B, which is A^T X^T = alpha B^T.
    void solve_into(const T *A, int lda, T alpha, T *B, int ldb) const {
        const bool left = side == CUBLAS_SIDE_LEFT,
                   lower = (uplo == CUBLAS_FILL_MODE_LOWER) == (trans == CUBLAS_OP_N);
        const dense<T> a = matrix(A, lda);
        const dense<T> t =
            left ? a : written_out<T>(n, n, [&](long long i, long long j) { return a(j, i); });
        dense<T> x = written_out<T>(left ? m : n, left ? n : m, [&](long long i, long long j) {
            return times(alpha, left ? B[i + j * ldb] : B[j + i * ldb]);
        });
        solve(t, lower == left, x);
        for (long long j = 0; j < n; ++j)
            for (long long i = 0; i < m; ++i)
                B[i + j * ldb] = left ? x(i, j) : x(j, i);
    }
};

template <class T> call &look_at(call &c, const triangle<T> &t, int lda, int ldb) {
    return c.side(t.side)
        .triangle(t.uplo)
        .operation("trans", t.trans)
        .diagonal(t.diag)
        .size("m", t.m)
        .size("n", t.n)
        .leading("lda", lda, t.order(), "A")
        .leading("ldb", ldb, t.m, "B");
}

template <class T>
cublasStatus_t trmm(const char *name, cublasHandle_t handle, const triangle<T> &t, const T *alpha,
                    const T *A, int lda, const T *B, int ldb, T *C, int ldc) {
    call c(name, handle);
    look_at(c, t, lda, ldb).leading("ldc", ldc, t.m, "C");
    const factor<T> a = c.takes("alpha", alpha);
    if (!c.is_good() || t.m == 0 || t.n == 0)
        return c.status();
    c.reads_triangle("A", A, t.uplo, t.order(), lda);
    c.reads_matrix("B", B, t.m, t.n, ldb);
    c.writes_matrix("C", C, t.m, t.n, ldc);
    return c.does([=] {
        const dense<T> factor = t.matrix(A, lda), other = written_out<T>(t.m, t.n, stored(B, ldb));
        combine_into(C, ldc, CUBLAS_FILL_MODE_FULL, false, a(),
                     t.side == CUBLAS_SIDE_LEFT ? product(factor, other) : product(other, factor),
                     T(0));
    });
}

template <class T>
cublasStatus_t trsm(const char *name, cublasHandle_t handle, const triangle<T> &t, const T *alpha,
                    const T *A, int lda, T *B, int ldb) {
    call c(name, handle);
    look_at(c, t, lda, ldb);
    const factor<T> a = c.takes("alpha", alpha);
    if (!c.is_good() || t.m == 0 || t.n == 0)
        return c.status();
    c.reads_triangle("A", A, t.uplo, t.order(), lda);
    c.reads_matrix("B", B, t.m, t.n, ldb);
    c.writes_matrix("B", B, t.m, t.n, ldb);
    return c.does([=] { t.solve_into(A, lda, a(), B, ldb); });
}

template <class T>
cublasStatus_t trsm_batched(const char *name, cublasHandle_t handle, const triangle<T> &t,
                            const T *alpha, const T *const A[], int lda, T *const B[], int ldb,
                            int count) {
    call c(name, handle);
    look_at(c, t, lda, ldb).size("the number of matrices", count);
    const factor<T> a = c.takes("alpha", alpha);
    if (!c.is_good() || t.m == 0 || t.n == 0)
        return c.status();
    if (c.reads_lists("A or B", count, A, B))
        for (int i = 0; i < count; ++i) {
            c.reads_triangle("A", A[i], t.uplo, t.order(), lda);
            c.reads_matrix("B", B[i], t.m, t.n, ldb);
            c.writes_matrix("B", B[i], t.m, t.n, ldb);
        }
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            t.solve_into(A[i], lda, a(), B[i], ldb);
    });
}

// ---- What BLAS has not

template <class T>
cublasStatus_t geam(const char *name, cublasHandle_t handle, cublasOperation_t transa,
                    cublasOperation_t transb, int m, int n, const T *alpha, const T *A, int lda,
                    const T *beta, const T *B, int ldb, T *C, int ldc) {
    call c(name, handle);
    c.operation("transa", transa).operation("transb", transb);
    c.size("m", m).size("n", n).leading("ldc", ldc, m, "C");
    const factor<T> a = c.takes("alpha", alpha), b = c.takes("beta", beta);
    const auto of_a = shape(transa, m, n), of_b = shape(transb, m, n);
    if (!a.is_known_zero())
        c.leading("lda", lda, of_a.first, "A");
    if (!b.is_known_zero())
        c.leading("ldb", ldb, of_b.first, "B");
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    if (!a.is_known_zero())
        c.reads_matrix("A", A, of_a.first, of_a.second, lda);
    if (!b.is_known_zero())
        c.reads_matrix("B", B, of_b.first, of_b.second, ldb);
    c.writes_matrix("C", C, m, n, ldc);
    return c.does([=] {
        const T x = a(), y = b();
        const auto p = under<T>(transa, stored(A, lda)), q = under<T>(transb, stored(B, ldb));
        const dense<T> sum = written_out<T>(m, n, [&](long long i, long long j) { // C may be A or B
            return (x == T(0) ? T(0) : times(x, p(i, j))) + (y == T(0) ? T(0) : times(y, q(i, j)));
        });
        combine_into(C, ldc, CUBLAS_FILL_MODE_FULL, false, T(1), sum, T(0));
    });
}

template <class T>
cublasStatus_t dgmm(const char *name, cublasHandle_t handle, cublasSideMode_t side, int m, int n,
                    const T *A, int lda, const T *x, int incx, T *C, int ldc) {
    call c(name, handle);
    c.side(side).size("m", m).size("n", n);
    c.leading("lda", lda, m, "A").leading("ldc", ldc, m, "C");
    if (!c.is_good() || m == 0 || n == 0)
        return c.status();
    const int count = side == CUBLAS_SIDE_LEFT ? m : n;
    c.reads_matrix("A", A, m, n, lda);
    c.reads("x", x, count, incx);
    c.writes_matrix("C", C, m, n, ldc);
    return c.does([=] {
        for (long long j = 0; j < n; ++j)
            for (long long i = 0; i < m; ++i)
                C[i + j * ldc] = times(A[i + j * lda],
                                       at(x, count, incx, int(side == CUBLAS_SIDE_LEFT ? i : j)));
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define GEMM(T)                                                                                    \
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,       \
        int k, const T *alpha
#define TRIANGLE                                                                                   \
    cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,  \
        cublasDiagType_t diag, int m, int n
#define THE_TRIANGLE(T)                                                                            \
    triangle<number<T>> {                                                                          \
        side, uplo, trans, diag, m, n                                                              \
    }
#define UPDATE cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k

#define ONE_GEMM(T, L, NAME)                                                                       \
    cublasStatus_t cublas##L##NAME(GEMM(T), const T *A, int lda, const T *B, int ldb,              \
                                   const T *beta, T *C, int ldc) {                                 \
        return gemm_strided("cublas" #L#NAME, handle, transa, transb, m, n, k, in(alpha), in(A),   \
                            lda, 0, in(B), ldb, 0, in(beta), in(C), ldc, 0, 1);                    \
    }
#define SYMM(T, L, NAME, HERMITIAN)                                                                \
    cublasStatus_t cublas##L##NAME(                                                                \
        cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n,         \
        const T *alpha, const T *A, int lda, const T *B, int ldb, const T *beta, T *C, int ldc) {  \
        return symm("cublas" #L#NAME, handle, side, uplo, m, n, in(alpha), in(A), lda, in(B), ldb, \
                    in(beta), in(C), ldc, HERMITIAN);                                              \
    }
#define SYRK(T, ALPHA, BETA, L, NAME, HERMITIAN)                                                   \
    cublasStatus_t cublas##L##NAME(UPDATE, const ALPHA *alpha, const T *A, int lda,                \
                                   const BETA *beta, T *C, int ldc) {                              \
        return syrk("cublas" #L#NAME, handle, uplo, trans, n, k, in(alpha), in(A), lda, in(A),     \
                    lda, in(beta), in(C), ldc, false, HERMITIAN);                                  \
    }
#define SYR2K(T, BETA, L, NAME, TWICE, HERMITIAN)                                                  \
    cublasStatus_t cublas##L##NAME(UPDATE, const T *alpha, const T *A, int lda, const T *B,        \
                                   int ldb, const BETA *beta, T *C, int ldc) {                     \
        return syrk("cublas" #L#NAME, handle, uplo, trans, n, k, in(alpha), in(A), lda, in(B),     \
                    ldb, in(beta), in(C), ldc, TWICE, HERMITIAN);                                  \
    }

#define FOR_TYPE(T, L)                                                                             \
    ONE_GEMM(T, L, gemm)                                                                           \
    SYMM(T, L, symm, false)                                                                        \
    SYRK(T, T, T, L, syrk, false)                                                                  \
    SYR2K(T, T, L, syr2k, true, false)                                                             \
    SYR2K(T, T, L, syrkx, false, false)                                                            \
    cublasStatus_t cublas##L##gemmStridedBatched(                                                  \
        GEMM(T), const T *A, int lda, long long strideA, const T *B, int ldb, long long strideB,   \
        const T *beta, T *C, int ldc, long long strideC, int count) {                              \
        return gemm_strided("cublas" #L "gemmStridedBatched", handle, transa, transb, m, n, k,     \
                            in(alpha), in(A), lda, strideA, in(B), ldb, strideB, in(beta), in(C),  \
                            ldc, strideC, count);                                                  \
    }                                                                                              \
    cublasStatus_t cublas##L##gemmBatched(GEMM(T), const T *const A[], int lda,                    \
                                          const T *const B[], int ldb, const T *beta,              \
                                          T *const C[], int ldc, int count) {                      \
        return gemm_batched("cublas" #L "gemmBatched", handle, transa, transb, m, n, k, in(alpha), \
                            in(A), lda, in(B), ldb, in(beta), in(C), ldc, count);                  \
    }                                                                                              \
    cublasStatus_t cublas##L##trmm(TRIANGLE, const T *alpha, const T *A, int lda, const T *B,      \
                                   int ldb, T *C, int ldc) {                                       \
        return trmm("cublas" #L "trmm", handle, THE_TRIANGLE(T), in(alpha), in(A), lda, in(B),     \
                    ldb, in(C), ldc);                                                              \
    }                                                                                              \
    cublasStatus_t cublas##L##trsm(TRIANGLE, const T *alpha, const T *A, int lda, T *B, int ldb) { \
        return trsm("cublas" #L "trsm", handle, THE_TRIANGLE(T), in(alpha), in(A), lda, in(B),     \
                    ldb);                                                                          \
    }                                                                                              \
    cublasStatus_t cublas##L##trsmBatched(TRIANGLE, const T *alpha, const T *const A[], int lda,   \
                                          T *const B[], int ldb, int count) {                      \
        return trsm_batched("cublas" #L "trsmBatched", handle, THE_TRIANGLE(T), in(alpha), in(A),  \
                            lda, in(B), ldb, count);                                               \
    }                                                                                              \
    cublasStatus_t cublas##L##geam(                                                                \
        cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,   \
        const T *alpha, const T *A, int lda, const T *beta, const T *B, int ldb, T *C, int ldc) {  \
        return geam("cublas" #L "geam", handle, transa, transb, m, n, in(alpha), in(A), lda,       \
                    in(beta), in(B), ldb, in(C), ldc);                                             \
    }                                                                                              \
    cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n,     \
                                   const T *A, int lda, const T *x, int incx, T *C, int ldc) {     \
        return dgmm("cublas" #L "dgmm", handle, side, m, n, in(A), lda, in(x), incx, in(C), ldc);  \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

#define FOR_COMPLEX(T, R, L)                                                                       \
    ONE_GEMM(T, L, gemm3m)                                                                         \
    SYMM(T, L, hemm, true)                                                                         \
    SYRK(T, R, R, L, herk, true)                                                                   \
    SYR2K(T, R, L, her2k, true, true)                                                              \
    SYR2K(T, R, L, herkx, false, true)
FOR_COMPLEX(cuComplex, float, C)
FOR_COMPLEX(cuDoubleComplex, double, Z)

} // extern "C"
