// cusolver_batches.cu: Jacobi's rotations and Cholesky's factors of many matrices, and the
// interface with sizes of 64 bits: what comes out must make the matrices again.
#include "../emulator/check.h"

#include <cusolverDn.h>

#include <cmath>
#include <complex>

#define CHECK_SOLVER(...) CHECK_EQUAL(__VA_ARGS__, CUSOLVER_STATUS_SUCCESS)

using number = std::complex<double>;
static cusolverDnHandle_t handle;
constexpr int COUNT = 2;

static cuDoubleComplex *raw(number *p) {
    return reinterpret_cast<cuDoubleComplex *>(p);
}
static std::vector<number> many(size_t count) {
    static unsigned seed = 1;
    const auto next = [] {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<double>(seed >> 12) / (1 << 19) - 1;
    };
    std::vector<number> v(count);
    for (number &x : v) {
        x.real(next());
        x.imag(next());
    }
    return v;
}
static void check_near(const std::vector<number> &got, const std::vector<number> &wanted,
                       const char *what) {
    double worst = 0;
    for (size_t i = 0; i < wanted.size(); ++i)
        worst = std::fmax(worst, std::abs(got[i] - wanted[i]));
    check_that(worst < 1e-10, std::string(what) + " is off by " + std::to_string(worst), __FILE__,
               __LINE__);
}
// Matrices that are Hermitian, and positive: B B^H.
static std::vector<number> positive(int n) {
    const std::vector<number> b = many(COUNT * n * n);
    std::vector<number> a(b.size());
    for (int m = 0; m < COUNT; ++m)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                for (int k = 0; k < n; ++k)
                    a[m * n * n + i + j * n] +=
                        b[m * n * n + i + k * n] * std::conj(b[m * n * n + j + k * n]);
    return a;
}
// U diag(s) V^H, of `count` columns.
static std::vector<number> product(const number *u, int m, const double *s, const number *v, int n,
                                   int count) {
    std::vector<number> a(m * n);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
            for (int k = 0; k < count; ++k)
                a[i + j * m] += u[i + k * m] * s[k] * std::conj(v[j + k * n]);
    return a;
}

static void check_eigenvalues() {
    constexpr int n = 5, SIZE = n * n;
    const std::vector<number> a = positive(n);
    device_array<number> dA(a);
    device_array<double> dW(std::vector<double>(COUNT * n));
    device_array<int> info(std::vector<int>(COUNT, -1));
    syevjInfo_t params;
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    CHECK_SOLVER(cusolverDnZheevjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER,
                                         n, raw(dA), n, dW, nullptr, 0, info, params, COUNT));
    const std::vector<number> vectors = dA.get();
    const std::vector<double> w = dW.get();
    for (int m = 0; m < COUNT; ++m) {
        check_near(product(&vectors[m * SIZE], n, &w[m * n], &vectors[m * SIZE], n, n),
                   {a.begin() + m * SIZE, a.begin() + (m + 1) * SIZE}, "heevjBatched");
        for (int i = 1; i < n; ++i)
            check_that(w[m * n + i - 1] <= w[m * n + i], "ascending", __FILE__, __LINE__);
    }
    double residual = -1;
    int sweeps = 0;
    CHECK_SOLVER(cusolverDnXsyevjGetResidual(handle, params, &residual));
    CHECK_SOLVER(cusolverDnXsyevjGetSweeps(handle, params, &sweeps));
    check_that(residual >= 0 && residual < 1e-10 && sweeps > 1, "the outcome", __FILE__, __LINE__);
    CHECK_SOLVER(cusolverDnDestroySyevjInfo(params));

    device_array<number> again(a);
    device_array<double> same(n);
    CHECK_SOLVER(cusolverDnXsyevd(handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR,
                                  CUBLAS_FILL_MODE_UPPER, n, CUDA_C_64F, again, n, CUDA_R_64F, same,
                                  CUDA_C_64F, nullptr, 0, nullptr, 0, info));
    const std::vector<double> without_vectors = same.get();
    check_near({without_vectors.begin(), without_vectors.end()}, {w.begin(), w.begin() + n},
               "Xsyevd");
    CHECK_EQUAL(cusolverDnXsyevd(handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR,
                                 CUBLAS_FILL_MODE_UPPER, n, CUDA_C_64F, again, n, CUDA_C_64F, same,
                                 CUDA_C_64F, nullptr, 0, nullptr, 0, info),
                CUSOLVER_STATUS_INVALID_VALUE);
}

static void check_singular_values(int m, int n) {
    const int size = m * n, shorter = m < n ? m : n;
    const std::vector<number> a = many(COUNT * size);
    device_array<number> dA(a), dU(std::vector<number>(COUNT * m * m)),
        dV(std::vector<number>(COUNT * n * n));
    device_array<double> dS(std::vector<double>(COUNT * shorter));
    device_array<int> info(std::vector<int>(COUNT, -1));
    gesvdjInfo_t params;
    CHECK_SOLVER(cusolverDnCreateGesvdjInfo(&params));
    CHECK_SOLVER(cusolverDnZgesvdjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, m, n, raw(dA), m, dS,
                                          raw(dU), m, raw(dV), n, nullptr, 0, info, params, COUNT));
    const std::vector<number> u = dU.get(), v = dV.get();
    const std::vector<double> s = dS.get();
    for (int b = 0; b < COUNT; ++b)
        check_near(product(&u[b * m * m], m, &s[b * shorter], &v[b * n * n], n, shorter),
                   {a.begin() + b * size, a.begin() + (b + 1) * size}, "gesvdjBatched");
    device_array<number> again(a);
    CHECK_SOLVER(cusolverDnZgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, raw(again), m, dS,
                                   raw(dU), m, raw(dV), n, nullptr, 0, info, params));
    double residual = -1;
    CHECK_SOLVER(cusolverDnXgesvdjGetResidual(handle, params, &residual));
    check_that(residual >= 0 && residual < 1e-10, "the residual", __FILE__, __LINE__);
    check_near(product(dU.get().data(), m, dS.get().data(), dV.get().data(), n, shorter),
               {a.begin(), a.begin() + size}, "gesvdj");
    CHECK_SOLVER(cusolverDnDestroyGesvdjInfo(params));
    CHECK_EQUAL(cusolverDnZgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, raw(again), m, dS,
                                  raw(dU), m, raw(dV), n, nullptr, 0, info, nullptr),
                CUSOLVER_STATUS_INVALID_VALUE);
}

// A x = b, by Cholesky in batches, and by LU with pivots of 64 bits.
static void check_solutions() {
    constexpr int n = 4, SIZE = n * n;
    const std::vector<number> a = positive(n), x = many(COUNT * n);
    std::vector<number> b(COUNT * n);
    for (int m = 0; m < COUNT; ++m)
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                b[m * n + i] += a[m * SIZE + i + j * n] * x[m * n + j];
    device_array<number> dA(a), dB(b), again(a), other(b);
    device_array<cuDoubleComplex *> As(std::vector<cuDoubleComplex *>{raw(dA), raw(dA) + SIZE}),
        Bs(std::vector<cuDoubleComplex *>{raw(dB), raw(dB) + n});
    device_array<int> info(std::vector<int>(COUNT, -1));
    const auto uplo = CUBLAS_FILL_MODE_UPPER;
    CHECK_SOLVER(cusolverDnZpotrfBatched(handle, uplo, n, As, n, info, COUNT));
    CHECK_SOLVER(cusolverDnZpotrsBatched(handle, uplo, n, 1, As, n, Bs, n, info, COUNT));
    check_near(dB.get(), x, "potrsBatched");
    device_array<int64_t> pivots(n);
    CHECK_SOLVER(cusolverDnXgetrf(handle, nullptr, n, n, CUDA_C_64F, again, n, pivots, CUDA_C_64F,
                                  nullptr, 0, nullptr, 0, info));
    CHECK_SOLVER(cusolverDnXgetrs(handle, nullptr, CUBLAS_OP_N, n, 1, CUDA_C_64F, again, n, pivots,
                                  CUDA_C_64F, other, n, info));
    std::vector<number> solved = other.get();
    solved.resize(n);
    check_near(solved, {x.begin(), x.begin() + n}, "Xgetrs");
}

int main() {
    check_device();
    CHECK_SOLVER(cusolverDnCreate(&handle));
    check_eigenvalues();
    check_singular_values(5, 3);
    check_singular_values(3, 5);
    check_solutions();
    CHECK_SOLVER(cusolverDnDestroy(handle));
    return check_result();
}
