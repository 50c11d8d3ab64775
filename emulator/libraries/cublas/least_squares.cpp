// least_squares.cpp: many small matrices at a time: Q R, and what comes closest to the right sides.
#include "libraries/cusolver/factors.h"

#include "handle.h"

namespace cuda_emulator::cublas {

namespace {

// info is the host's: about arguments, which are looked at when the call is made.
template <class T>
cublasStatus_t geqrf(const char *name, cublasHandle_t handle, int m, int n, T *const A[], int lda,
                     T *const tau[], int *info, int count) {
    call c(name, handle);
    if (!c.wants(info != nullptr, "info is a null pointer").is_good())
        return c.status();
    *info = 0;
    c.size("m", m).argument(1, info).size("n", n).argument(2, info);
    c.leading("lda", lda, m, "A").argument(4, info);
    c.size("the number of matrices", count).argument(7, info);
    const int shorter = std::min(m, n);
    if (!c.is_good() || shorter == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A or tau", count, A, tau))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], m, n, lda);
            c.writes_matrix("A", A[i], m, n, lda);
            c.writes("tau", tau[i], shorter, 1);
        }
    return c.does([=] {
        for (int i = 0; i < count; ++i)
            cusolver::qr(A[i], m, n, lda, tau[i]);
    });
}

// The solution lies in the first n rows of C.
template <class T>
cublasStatus_t gels(const char *name, cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                    int columns, T *const A[], int lda, T *const C[], int ldc, int *info,
                    int *zero_pivots, int count) {
    call c(name, handle);
    if (!c.wants(info != nullptr, "info is a null pointer").is_good())
        return c.status();
    *info = 0;
    c.wants(trans == CUBLAS_OP_N, "trans is not CUBLAS_OP_N, the only one that there is",
            CUBLAS_STATUS_NOT_SUPPORTED)
        .argument(1, info);
    c.size("m", m).argument(2, info).size("n", n).argument(3, info);
    c.wants(m >= n, "m is " + std::to_string(m) + ", and must not be below n, " + std::to_string(n),
            CUBLAS_STATUS_NOT_SUPPORTED)
        .argument(2, info);
    c.size("the number of columns", columns).argument(4, info);
    c.leading("lda", lda, m, "A").argument(6, info).leading("ldc", ldc, m, "C").argument(8, info);
    c.size("the number of matrices", count).argument(11, info);
    if (!c.is_good() || n == 0 || count == 0)
        return c.status();
    if (c.reads_lists("A or C", count, A, C))
        for (int i = 0; i < count; ++i) {
            c.reads_matrix("A", A[i], m, n, lda);
            c.writes_matrix("A", A[i], m, n, lda);
            c.reads_matrix("C", C[i], m, columns, ldc);
            c.writes_matrix("C", C[i], m, columns, ldc);
        }
    if (zero_pivots != nullptr)
        c.writes("devInfoArray", zero_pivots, count, 1);
    return c.does([=] {
        std::vector<T> tau(static_cast<size_t>(n));
        for (int i = 0; i < count; ++i) {
            const T *const a = A[i];
            cusolver::qr(A[i], m, n, lda, tau.data());
            int zero = 1; // the first, from 1
            while (zero <= n && a[zero - 1 + (zero - 1LL) * lda] != T(0))
                ++zero;
            zero = zero > n ? 0 : zero;
            if (zero_pivots != nullptr)
                zero_pivots[i] = zero;
            if (zero != 0)
                continue;
            cusolver::apply_q(a, n, lda, tau.data(), true, C[i], m, columns, ldc);
            cusolver::substitute(
                [=](long long row, long long column) { return a[row + column * lda]; }, n, false,
                false, C[i], columns, ldc);
        }
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define FOR_TYPE(T, L)                                                                             \
    cublasStatus_t cublas##L##geqrfBatched(cublasHandle_t handle, int m, int n, T *const A[],      \
                                           int lda, T *const tau[], int *info, int count) {        \
        return geqrf("cublas" #L "geqrfBatched", handle, m, n, in(A), lda, in(tau), info, count);  \
    }                                                                                              \
    cublasStatus_t cublas##L##gelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m,   \
                                          int n, int columns, T *const A[], int lda, T *const C[], \
                                          int ldc, int *info, int *zero_pivots, int count) {       \
        return gels("cublas" #L "gelsBatched", handle, trans, m, n, columns, in(A), lda, in(C),    \
                    ldc, info, zero_pivots, count);                                                \
    }
FOR_TYPE(float, S)
FOR_TYPE(double, D)
FOR_TYPE(cuComplex, C)
FOR_TYPE(cuDoubleComplex, Z)

} // extern "C"
