// gemv_batches.cpp: many products of a matrix and a vector at a time.
#include "dense.h"

namespace cuda_emulator::cublas {

namespace {

template <class T> struct gemv_arguments {
    cublasOperation_t trans;
    int m, n, lda, incx, incy;
    factor<T> alpha, beta;

    int rows() const { return trans == CUBLAS_OP_N ? m : n; }
    int columns() const { return trans == CUBLAS_OP_N ? n : m; }
    void touches(call &c, const T *A, const T *x, T *y) const {
        c.reads_matrix("A", A, m, n, lda);
        c.reads("x", x, columns(), incx);
        if (!beta.is_known_zero())
            c.reads("y", y, rows(), incy);
        c.writes("y", y, rows(), incy);
    }
    void multiply(const T *A, const T *x, T *y) const {
        const auto element = under<T>(trans, stored(A, lda));
        for (int i = 0; i < rows(); ++i) {
            T sum(0);
            for (int j = 0; j < columns(); ++j)
                sum += times(element(i, j), at(x, columns(), incx, j));
            combine(alpha(), sum, beta(), at(y, rows(), incy, i));
        }
    }
};

template <class T>
gemv_arguments<T> look_at(call &c, cublasOperation_t trans, int m, int n, const T *alpha, int lda,
                          int incx, const T *beta, int incy, int count) {
    c.operation("trans", trans).size("m", m).size("n", n).size("the number of matrices", count);
    c.leading("lda", lda, m, "A").stride("incx", incx).stride("incy", incy);
    return {trans, m, n, lda, incx, incy, c.takes("alpha", alpha), c.takes("beta", beta)};
}

// The lists lie on the device. Where their pointers lead is looked at when the call is made.
template <class T>
cublasStatus_t gemv_batched(const char *name, cublasHandle_t handle, cublasOperation_t trans, int m,
                            int n, const T *alpha, const T *const A[], int lda, const T *const x[],
                            int incx, const T *beta, T *const y[], int incy, int count) {
    call c(name, handle);
    const gemv_arguments<T> g = look_at(c, trans, m, n, alpha, lda, incx, beta, incy, count);
    if (!c.is_good() || m == 0 || n == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A, x or y", count, A, x, y))
        for (int i = 0; i < count; ++i)
            g.touches(c, A[i], x[i], y[i]);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            g.multiply(A[i], x[i], y[i]);
    });
}

template <class T>
cublasStatus_t gemv_strided(const char *name, cublasHandle_t handle, cublasOperation_t trans, int m,
                            int n, const T *alpha, const T *A, int lda, long long strideA,
                            const T *x, int incx, long long stridex, const T *beta, T *y, int incy,
                            long long stridey, int count) {
    call c(name, handle);
    const gemv_arguments<T> g = look_at(c, trans, m, n, alpha, lda, incx, beta, incy, count);
    if (!c.is_good() || m == 0 || n == 0 || count == 0)
        return c.status();
    for (int i = 0; i < count; ++i)
        g.touches(c, A + i * strideA, x + i * stridex, y + i * stridey);
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            g.multiply(A + i * strideA, x + i * stridex, y + i * stridey);
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define FOR_TYPE(T, L)                                                                             \
    cublasStatus_t cublas##L##gemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, const T *alpha, const T *const A[], int lda,      \
                                          const T *const x[], int incx, const T *beta,             \
                                          T *const y[], int incy, int count) {                     \
        return gemv_batched("cublas" #L "gemvBatched", handle, trans, m, n, in(alpha), in(A), lda, \
                            in(x), incx, in(beta), in(y), incy, count);                            \
    }                                                                                              \
    cublasStatus_t cublas##L##gemvStridedBatched(                                                  \
        cublasHandle_t handle, cublasOperation_t trans, int m, int n, const T *alpha, const T *A,  \
        int lda, long long int strideA, const T *x, int incx, long long int stridex,               \
        const T *beta, T *y, int incy, long long int stridey, int count) {                         \
        return gemv_strided("cublas" #L "gemvStridedBatched", handle, trans, m, n, in(alpha),      \
                            in(A), lda, strideA, in(x), incx, stridex, in(beta), in(y), incy,      \
                            stridey, count);                                                       \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

} // extern "C"
