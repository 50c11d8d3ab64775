// cublas_batches.cu: many small problems at a time against loops: matrices times vectors, least
// squares; sizes of 64 bits; and products of what lies in the host's memory.
#include "../emulator/check.h"
#include "distance.h"

#include <cublasXt.h>
#include <cublas_v2.h>

#include <cmath>
#include <complex>
#include <limits>

#define CHECK_BLAS(...) CHECK_EQUAL(__VA_ARGS__, CUBLAS_STATUS_SUCCESS)

static cublasHandle_t handle;
constexpr int COUNT = 3;

static std::vector<double> many(size_t count) {
    static unsigned seed = 1;
    std::vector<double> v(count);
    for (double &x : v) {
        seed = seed * 1664525u + 1013904223u;
        x = static_cast<double>(seed >> 12) / (1 << 19) - 1;
    }
    return v;
}
static void check_near(const std::vector<double> &got, const std::vector<double> &wanted,
                       const char *what) {
    const double worst = largest_difference(got, wanted);
    check_that(worst < 1e-10, std::string(what) + " is off by " + std::to_string(worst), __FILE__,
               __LINE__);
}
// Where each part of an array begins.
static std::vector<double *> parts(double *all, size_t stride) {
    std::vector<double *> p;
    for (int i = 0; i < COUNT; ++i)
        p.push_back(all + i * stride);
    return p;
}

static void check_gemv(cublasOperation_t op, int incx) {
    constexpr int m = 5, n = 3, lda = 6, A_SIZE = lda * n, X_SIZE = 2 * m;
    const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
    const std::vector<double> A = many(COUNT * A_SIZE), x = many(COUNT * X_SIZE);
    std::vector<double> y = many(COUNT * m), wanted = y;
    const double alpha = 2, beta = -1;
    for (int b = 0; b < COUNT; ++b)
        for (int i = 0; i < rows; ++i) {
            double sum = 0;
            for (int j = 0; j < columns; ++j) {
                const int place = incx > 0 ? j * incx : (columns - 1 - j) * -incx;
                const int at = op == CUBLAS_OP_N ? i + j * lda : j + i * lda;
                sum += A[b * A_SIZE + at] * x[b * X_SIZE + place];
            }
            wanted[b * m + i] = alpha * sum + beta * y[b * m + i];
        }
    device_array<double> dA(A), dx(x), dy(y);
    CHECK_BLAS(cublasDgemvStridedBatched(handle, op, m, n, &alpha, dA, lda, A_SIZE, dx, incx,
                                         X_SIZE, &beta, dy, 1, m, COUNT));
    check_near(dy.get(), wanted, "gemvStridedBatched");
    device_array<double> again(y);
    device_array<double *> As(parts(dA, A_SIZE)), xs(parts(dx, X_SIZE)), ys(parts(again, m));
    CHECK_BLAS(
        cublasDgemvBatched(handle, op, m, n, &alpha, As, lda, xs, incx, &beta, ys, 1, COUNT));
    check_near(again.get(), wanted, "gemvBatched");
}

// The solution makes A^T (A x - b) zero. Q R is looked at by R^T R, which is A^T A.
static void check_least_squares() {
    constexpr int m = 6, n = 4, columns = 2, lda = 7, ldc = 6, A_SIZE = lda * n,
                  C_SIZE = ldc * columns;
    const std::vector<double> A = many(COUNT * A_SIZE), C = many(COUNT * C_SIZE);
    device_array<double> dA(A), dC(C), dQ(A), dtau(std::vector<double>(COUNT * n));
    device_array<double *> As(parts(dA, A_SIZE)), Cs(parts(dC, C_SIZE)), Qs(parts(dQ, A_SIZE)),
        taus(parts(dtau, n));
    device_array<int> dinfo(std::vector<int>(COUNT, 9));
    int info = -1;
    CHECK_BLAS(cublasDgelsBatched(handle, CUBLAS_OP_N, m, n, columns, As, lda, Cs, ldc, &info,
                                  dinfo, COUNT));
    CHECK_EQUAL(info, 0);
    CHECK_ARRAY(
        dinfo.get(), [](size_t) { return 0; }, "no pivot is zero");
    CHECK_BLAS(cublasDgeqrfBatched(handle, m, n, Qs, lda, taus, &info, COUNT));
    const std::vector<double> x = dC.get(), qr = dQ.get();
    std::vector<double> rest, squares, of_r;
    for (int b = 0; b < COUNT; ++b)
        for (int k = 0; k < n; ++k) {
            const double *const a = &A[b * A_SIZE], *const r = &qr[b * A_SIZE];
            for (int c = 0; c < columns; ++c) {
                double sum = 0;
                for (int i = 0; i < m; ++i) {
                    double missing = -C[b * C_SIZE + i + c * ldc];
                    for (int j = 0; j < n; ++j)
                        missing += a[i + j * lda] * x[b * C_SIZE + j + c * ldc];
                    sum += a[i + k * lda] * missing;
                }
                rest.push_back(sum);
            }
            for (int j = 0; j < n; ++j) {
                double of_a = 0, of_factor = 0;
                for (int i = 0; i < m; ++i)
                    of_a += a[i + k * lda] * a[i + j * lda];
                for (int i = 0; i <= std::min(k, j); ++i)
                    of_factor += r[i + k * lda] * r[i + j * lda];
                squares.push_back(of_a);
                of_r.push_back(of_factor);
            }
        }
    check_near(rest, std::vector<double>(rest.size()), "gelsBatched");
    check_near(of_r, squares, "geqrfBatched");
    CHECK_EQUAL(cublasDgelsBatched(handle, CUBLAS_OP_N, n, m, columns, As, lda, Cs, ldc, &info,
                                   dinfo, COUNT),
                CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK_EQUAL(cublasDgelsBatched(handle, CUBLAS_OP_T, m, n, columns, As, lda, Cs, ldc, &info,
                                   dinfo, COUNT),
                CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK_EQUAL(cublasDgeqrfBatched(handle, m, n, Qs, m - 1, taus, &info, COUNT),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(info, -4);
    CHECK_EQUAL(cublasDgetrsBatched(handle, CUBLAS_OP_N, n, columns, As, n - 1, nullptr, Cs, ldc,
                                    &info, COUNT),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(info, -5);
    device_array<double> zeros(std::vector<double>(COUNT * A_SIZE));
    device_array<double *> of_zeros(parts(zeros, A_SIZE));
    CHECK_BLAS(cublasDgelsBatched(handle, CUBLAS_OP_N, m, n, columns, of_zeros, lda, Cs, ldc, &info,
                                  dinfo, COUNT));
    CHECK_ARRAY(
        dinfo.get(), [](size_t) { return 1; }, "the first zero pivot");
}

// Each operation by both sizes, with complex numbers: beta is 0, and what is in C no number.
static void check_products_of_64_bits() {
    constexpr int n = 4;
    constexpr int64_t wide = n;
    using number = std::complex<double>;
    std::vector<number> a, b;
    for (int i = 0; i < n * n; ++i) {
        a.emplace_back(many(1)[0], i);
        b.emplace_back(i, many(1)[0]);
    }
    const auto raw = [](number *p) { return reinterpret_cast<cuDoubleComplex *>(p); };
    device_array<number> dA(a), dB(b);
    const cuDoubleComplex one = {1, 0}, zero = {0, 0};
    const auto none = std::numeric_limits<double>::quiet_NaN();
    const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    for (const auto left : operations)
        for (const auto right : operations) {
            device_array<number> dC(n * n, number(none, none));
            CHECK_BLAS(cublasZgemm_64(handle, left, right, wide, wide, wide, &one, raw(dA), wide,
                                      raw(dB), wide, &zero, raw(dC), wide));
            std::vector<number> wanted(n * n);
            const auto element = [](const std::vector<number> &m, cublasOperation_t op, int i,
                                    int j) {
                const number x = op == CUBLAS_OP_N ? m[i + j * n] : m[j + i * n];
                return op == CUBLAS_OP_C ? std::conj(x) : x;
            };
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                    for (int k = 0; k < n; ++k)
                        wanted[i + j * n] += element(a, left, i, k) * element(b, right, k, j);
            check_that(largest_difference(dC.get(), wanted) < 1e-10, "Zgemm_64", __FILE__,
                       __LINE__);
        }
}

static void check_sizes_of_64_bits() {
    check_products_of_64_bits();
    const int64_t n = 4;
    const std::vector<double> A = many(n * n), x = many(2 * n);
    std::vector<double> y = many(2 * n), wanted = y;
    for (int i = 0; i < n; ++i) {
        wanted[2 * i] = 0;
        for (int j = 0; j < n; ++j)
            wanted[2 * i] += 2 * A[i + j * n] * x[n - 1 - j];
    }
    device_array<double> dA(A), dx(x), dy(y), factors(std::vector<double>{2, 0});
    int largest = 0;
    int64_t wide = -1;
    CHECK_BLAS(cublasIdamax(handle, 16, dA, 1, &largest));
    CHECK_BLAS(cublasIdamax_64(handle, 16, dA, 1, &wide));
    CHECK_EQUAL(wide, largest);
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    device_array<int64_t> on_device(std::vector<int64_t>(1, -1));
    CHECK_BLAS(cublasIdamin_64(handle, 16, dA, 1, on_device));
    CHECK_BLAS(cublasDgemv_64(handle, CUBLAS_OP_N, n, n, factors, dA, n, dx, int64_t(-1),
                              factors + 1, dy, int64_t(2)));
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    check_near(dy.get(), wanted, "Dgemv_64");
    CHECK_BLAS(cublasIdamin(handle, 16, dA, 1, &largest));
    CHECK_EQUAL(on_device.get()[0], largest);
#ifdef CUDA_EMULATOR // a GPU may have so much memory
    const double one = 1;
    const int64_t large = int64_t(1) << 32;
    CHECK_EQUAL(cublasDscal_64(handle, large, &one, dA, int64_t(1)), CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK_EQUAL(cublasIdamax_64(handle, large, dA, 1, &wide), CUBLAS_STATUS_NOT_SUPPORTED);
#endif
}

static void check_host_memory() {
    constexpr int m = 3, n = 4, k = 5, lda = 6, ldb = 5, ldc = 4;
    const std::vector<double> A = many(lda * m), B = many(ldb * n);
    std::vector<double> C = many(ldc * n), wanted = C;
    const std::vector<double> before = C;
    const double alpha = 2, beta = -1;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            double sum = 0;
            for (int l = 0; l < k; ++l)
                sum += A[l + i * lda] * B[l + j * ldb];
            wanted[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
        }
    cublasXtHandle_t xt;
    int devices[] = {0};
    CHECK_BLAS(cublasXtCreate(&xt));
    CHECK_BLAS(cublasXtDeviceSelect(xt, 1, devices));
    device_array<double> dB(B);
    CHECK_BLAS(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, A.data(), lda, dB, ldb,
                             &beta, C.data(), ldc));
    check_near(C, wanted, "XtDgemm");
    device_array<double> dC(before);
    CHECK_BLAS(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, A.data(), lda, dB, ldb,
                             &beta, dC, ldc));
    check_near(dC.get(), wanted, "XtDgemm to the device");
    CHECK_EQUAL(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, A.data(), k - 1, dB,
                              ldb, &beta, C.data(), ldc),
                CUBLAS_STATUS_INVALID_VALUE);
    const double *const none = nullptr;
    CHECK_BLAS(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, 0, k, &alpha, none, lda, none, ldb,
                             &beta, nullptr, ldc));
#ifdef CUDA_EMULATOR // cuBLAS notices when it copies: CUBLAS_STATUS_MAPPING_ERROR
    CHECK_EQUAL(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, none, lda, dB, ldb,
                              &beta, C.data(), ldc),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasXtDgemm(xt, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, A.data(), lda, none,
                              ldb, &beta, C.data(), ldc),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasXtDgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, size_t(1) << 32, n, k, &alpha, A.data(),
                              size_t(1) << 32, dB, ldb, &beta, C.data(), size_t(1) << 32),
                CUBLAS_STATUS_NOT_SUPPORTED);
#endif
    CHECK_BLAS(cublasXtDestroy(xt));
#ifdef CUDA_EMULATOR // cuBLAS frees it twice
    CHECK_EQUAL(cublasXtDestroy(xt), CUBLAS_STATUS_NOT_INITIALIZED);
#endif
}

int main() {
    check_device();
    CHECK_BLAS(cublasCreate(&handle));
    for (const cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T})
        for (const int incx : {1, -2})
            check_gemv(op, incx);
    check_least_squares();
    check_sizes_of_64_bits();
    check_host_memory();
    CHECK_BLAS(cublasDestroy(handle));
    return check_result();
}
