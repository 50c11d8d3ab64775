// cublas.cu: cuBLAS against loops that say what each routine is, over operations, triangles,
// strides and leading dimensions; scalars of the host and of the device; batches; what must be
// refused.
#include "../emulator/check.h"
#include "distance.h"

#include <cublas_v2.h>
#include <complex>
#include <cmath>

#define CHECK_BLAS(...) CHECK_EQUAL(__VA_ARGS__, CUBLAS_STATUS_SUCCESS)

static cublasHandle_t handle;

// Numbers that differ, small enough that nothing is rounded much.
static unsigned seed = 1;
static double next() {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<double>(seed >> 20) / 2048 - 1;
}
template <class T> static T some() {
    return static_cast<T>(next());
}
template <> std::complex<float> some<std::complex<float>>() {
    const float re = static_cast<float>(next());
    return {re, static_cast<float>(next())};
}
template <> std::complex<double> some<std::complex<double>>() {
    const double re = next();
    return {re, next()};
}
template <class T> static std::vector<T> many(size_t count) {
    std::vector<T> v(count);
    for (T &x : v)
        x = some<T>();
    return v;
}
static float conj_of(float x) {
    return x;
}
static double conj_of(double x) {
    return x;
}
template <class T> static std::complex<T> conj_of(std::complex<T> x) {
    return std::conj(x);
}

template <class T>
static T element(const std::vector<T> &a, int lda, cublasOperation_t op, int i, int j) {
    const T x = op == CUBLAS_OP_N ? a[i + j * lda] : a[j + i * lda];
    return op == CUBLAS_OP_C ? conj_of(x) : x;
}
template <class T>
static void check_near(const std::vector<T> &got, const std::vector<T> &wanted, const char *what) {
    const double worst = largest_difference(got, wanted);
    check_that(worst < (sizeof(T) == sizeof(double) && !std::is_same<T, double>::value ? 1e-4
                        : std::is_same<T, float>::value                                ? 1e-4
                                                                                       : 1e-11),
               std::string(what) + " is off by " + std::to_string(worst), __FILE__, __LINE__);
}

// The routines by their types, so that tests are templates.
#define NAMES(T, C, L)                                                                             \
    static cublasStatus_t gemm(cublasOperation_t a, cublasOperation_t b, int m, int n, int k,      \
                               const T *alpha, const T *A, int lda, const T *B, int ldb,           \
                               const T *beta, T *D, int ldc) {                                     \
        return cublas##L##gemm(handle, a, b, m, n, k, (const C *)alpha, (const C *)A, lda,         \
                               (const C *)B, ldb, (const C *)beta, (C *)D, ldc);                   \
    }                                                                                              \
    static cublasStatus_t gemv(cublasOperation_t a, int m, int n, const T *alpha, const T *A,      \
                               int lda, const T *x, int incx, const T *beta, T *y, int incy) {     \
        return cublas##L##gemv(handle, a, m, n, (const C *)alpha, (const C *)A, lda, (const C *)x, \
                               incx, (const C *)beta, (C *)y, incy);                               \
    }                                                                                              \
    static cublasStatus_t trmm(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
                               cublasDiagType_t diag, int m, int n, const T *alpha, const T *A,    \
                               int lda, const T *B, int ldb, T *D, int ldc) {                      \
        return cublas##L##trmm(handle, side, uplo, op, diag, m, n, (const C *)alpha, (const C *)A, \
                               lda, (const C *)B, ldb, (C *)D, ldc);                               \
    }                                                                                              \
    static cublasStatus_t trsm(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
                               cublasDiagType_t diag, int m, int n, const T *alpha, const T *A,    \
                               int lda, T *B, int ldb) {                                           \
        return cublas##L##trsm(handle, side, uplo, op, diag, m, n, (const C *)alpha, (const C *)A, \
                               lda, (C *)B, ldb);                                                  \
    }                                                                                              \
    static cublasStatus_t axpy(int n, const T *alpha, const T *x, int incx, T *y, int incy) {      \
        return cublas##L##axpy(handle, n, (const C *)alpha, (const C *)x, incx, (C *)y, incy);     \
    }                                                                                              \
    static cublasStatus_t syrk(cublasFillMode_t uplo, cublasOperation_t op, int n, int k,          \
                               const T *alpha, const T *A, int lda, const T *beta, T *D,           \
                               int ldc) {                                                          \
        return cublas##L##syrk(handle, uplo, op, n, k, (const C *)alpha, (const C *)A, lda,        \
                               (const C *)beta, (C *)D, ldc);                                      \
    }                                                                                              \
    static cublasStatus_t getrf(int n, T *const A[], int lda, int *pivots, int *info, int count) { \
        return cublas##L##getrfBatched(handle, n, (C *const *)A, lda, pivots, info, count);        \
    }                                                                                              \
    static cublasStatus_t getri(int n, const T *const A[], int lda, const int *pivots,             \
                                T *const D[], int ldc, int *info, int count) {                     \
        return cublas##L##getriBatched(handle, n, (const C *const *)A, lda, pivots, (C *const *)D, \
                                       ldc, info, count);                                          \
    }
NAMES(float, float, S)
NAMES(double, double, D)
NAMES(std::complex<float>, cuComplex, C)
NAMES(std::complex<double>, cuDoubleComplex, Z)

template <class T>
static void check_gemm(int m, int n, int k, cublasOperation_t a, cublasOperation_t b, T beta) {
    const int lda = (a == CUBLAS_OP_N ? m : k) + 3, ldb = (b == CUBLAS_OP_N ? k : n) + 1,
              ldc = m + 2;
    const std::vector<T> A = many<T>(lda * (a == CUBLAS_OP_N ? k : m)),
                         B = many<T>(ldb * (b == CUBLAS_OP_N ? n : k));
    std::vector<T> C = many<T>(ldc * n);
    device_array<T> dA(A), dB(B), dC(C);
    const T alpha = some<T>();
    CHECK_BLAS(gemm(a, b, m, n, k, &alpha, dA, lda, dB, ldb, &beta, dC, ldc));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            T sum(0);
            for (int l = 0; l < k; ++l)
                sum += element(A, lda, a, i, l) * element(B, ldb, b, l, j);
            C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
        }
    check_near(dC.get(), C, "gemm");
}

template <class T> static void check_gemv(cublasOperation_t op, int incx, int incy) {
    const int m = 7, n = 5, lda = 9, rows = op == CUBLAS_OP_N ? m : n,
              columns = op == CUBLAS_OP_N ? n : m;
    const std::vector<T> A = many<T>(lda * n), x = many<T>(columns * std::abs(incx));
    std::vector<T> y = many<T>(rows * std::abs(incy));
    device_array<T> dA(A), dx(x), dy(y);
    const T alpha = some<T>(), beta = some<T>();
    CHECK_BLAS(gemv(op, m, n, &alpha, dA, lda, dx, incx, &beta, dy, incy));
    const auto place = [](int i, int count, int inc) {
        return inc > 0 ? i * inc : (count - 1 - i) * -inc;
    };
    for (int i = 0; i < rows; ++i) {
        T sum(0);
        for (int j = 0; j < columns; ++j)
            sum += element(A, lda, op, i, j) * x[place(j, columns, incx)];
        T &to = y[place(i, rows, incy)];
        to = alpha * sum + beta * to;
    }
    check_near(dy.get(), y, "gemv");
}

// What trmm multiplies with, trsm divides by.
template <class T>
static void check_triangles(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op,
                            cublasDiagType_t diag) {
    const int m = 6, n = 4, order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + 1, ldb = m + 2;
    std::vector<T> A = many<T>(lda * order);
    for (int i = 0; i < order; ++i)
        A[i + i * lda] += T(3);
    const std::vector<T> B = many<T>(ldb * n);
    device_array<T> dA(A), dB(B), product(B), back(B);
    const T two(2), half(0.5f);
    CHECK_BLAS(trmm(side, uplo, op, diag, m, n, &two, dA, lda, dB, ldb, product, ldb));
    std::vector<T> t(order * order, T(0)), wanted = B;
    for (int j = 0; j < order; ++j)
        for (int i = 0; i < order; ++i)
            if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j)
                t[i + j * order] = i == j && diag == CUBLAS_DIAG_UNIT ? T(1) : A[i + j * lda];
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
            T sum(0);
            for (int l = 0; l < order; ++l)
                sum += side == CUBLAS_SIDE_LEFT ? element(t, order, op, i, l) * B[l + j * ldb]
                                                : B[i + l * ldb] * element(t, order, op, l, j);
            wanted[i + j * ldb] = T(2) * sum;
        }
    check_near(product.get(), wanted, "trmm");
    CHECK_BLAS(trsm(side, uplo, op, diag, m, n, &half, dA, lda, product, ldb));
    check_near(product.get(), B, "trsm");
}

template <class T> static void check_syrk(cublasFillMode_t uplo, cublasOperation_t op) {
    const int n = 5, k = 3, lda = 6, ldc = 5;
    const std::vector<T> A = many<T>(lda * 5);
    std::vector<T> C = many<T>(ldc * n);
    device_array<T> dA(A), dC(C);
    const T alpha = some<T>(), beta = some<T>();
    CHECK_BLAS(syrk(uplo, op, n, k, &alpha, dA, lda, &beta, dC, ldc));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j) {
                T sum(0);
                for (int l = 0; l < k; ++l)
                    sum += element(A, lda, op, i, l) * element(A, lda, op, j, l);
                C[i + j * ldc] = alpha * sum + beta * C[i + j * ldc];
            }
    check_near(dC.get(), C, "syrk");
}

template <class T> static void check_axpy_and_pointers() {
    const std::vector<T> x = many<T>(20);
    std::vector<T> y = many<T>(30);
    device_array<T> dx(x), dy(y);
    device_array<T> alpha(std::vector<T>{T(3)});
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK_BLAS(axpy(10, alpha, dx, 2, dy, -3));
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    for (int i = 0; i < 10; ++i)
        y[(9 - i) * 3] += T(3) * x[2 * i];
    check_near(dy.get(), y, "axpy");
}

template <class T> static void check_inverse() {
    const int n = 4, count = 3;
    std::vector<T> A = many<T>(n * n * count);
    A[0] = T(0); // rows have to be exchanged
    device_array<T> dA(A), inverse(A.size());
    std::vector<T *> a, b;
    for (int i = 0; i < count; ++i) {
        a.push_back(dA + i * n * n);
        b.push_back(inverse + i * n * n);
    }
    device_array<T *> da(a), db(b);
    device_array<int> pivots(n * count), info(count);
    CHECK_BLAS(getrf(n, da, n, pivots, info, count));
    CHECK_ARRAY(
        info.get(), [](size_t) { return 0; }, "info of getrf");
    CHECK_BLAS(getri(n, (const T *const *)(T **)da, n, pivots, db, n, info, count));
    const std::vector<T> inv = inverse.get();
    std::vector<T> products(A.size()), ones(A.size());
    for (int m = 0; m < count; ++m)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                ones[m * n * n + i + j * n] = T(i == j);
                for (int l = 0; l < n; ++l)
                    products[m * n * n + i + j * n] +=
                        A[m * n * n + i + l * n] * inv[m * n * n + l + j * n];
            }
    check_near(products, ones, "the inverse");
}

template <class T> static void check_type() {
    for (const cublasOperation_t a : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
        for (const cublasOperation_t b : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
            check_gemm<T>(5, 4, 6, a, b, b == CUBLAS_OP_N ? T(0) : some<T>());
        check_gemv<T>(a, 1, 1);
        check_gemv<T>(a, 2, -3);
        for (const auto side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT})
            for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
                check_triangles<T>(side, uplo, a,
                                   uplo == CUBLAS_FILL_MODE_LOWER ? CUBLAS_DIAG_UNIT
                                                                  : CUBLAS_DIAG_NON_UNIT);
    }
    check_gemm<T>(97, 80, 70, CUBLAS_OP_T, CUBLAS_OP_N, T(0)); // large enough for OpenBLAS
    for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
        for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T})
            check_syrk<T>(uplo, op);
    check_axpy_and_pointers<T>();
    check_inverse<T>();
}

// One of each kind that is stored in its own way: packed, of bands, Hermitian; against the whole
// matrix.
static void check_storage() {
    const int n = 6;
    const auto uplo = CUBLAS_FILL_MODE_LOWER;
    std::vector<double> full(n * n), packed, band(3 * n);
    for (int j = 0; j < n; ++j)
        for (int i = j; i < n; ++i) {
            const double x = i - j > 2 ? 0 : next() + (i == j ? 3 : 0);
            full[i + j * n] = full[j + i * n] = x;
            packed.push_back(x);
            if (i - j <= 2)
                band[i - j + j * 3] = x;
        }
    const std::vector<double> x = many<double>(n);
    device_array<double> dfull(full), dpacked(packed), dband(band), dx(x), wanted(n), got(n);
    const double one = 1, zero = 0;
    CHECK_BLAS(cublasDgemv(handle, CUBLAS_OP_N, n, n, &one, dfull, n, dx, 1, &zero, wanted, 1));
    CHECK_BLAS(cublasDsymv(handle, uplo, n, &one, dfull, n, dx, 1, &zero, got, 1));
    check_near(got.get(), wanted.get(), "symv");
    CHECK_BLAS(cublasDspmv(handle, uplo, n, &one, dpacked, dx, 1, &zero, got, 1));
    check_near(got.get(), wanted.get(), "spmv");
    CHECK_BLAS(cublasDsbmv(handle, uplo, n, 2, &one, dband, 3, dx, 1, &zero, got, 1));
    check_near(got.get(), wanted.get(), "sbmv");
    CHECK_BLAS(cublasDgbmv(handle, CUBLAS_OP_T, n, n, 2, 0, &one, dband, 3, dx, 1, &zero, got, 1));
    CHECK_BLAS(cublasDcopy(handle, n, dx, 1, wanted, 1));
    CHECK_BLAS(
        cublasDtrmv(handle, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, n, dfull, n, wanted, 1));
    check_near(got.get(), wanted.get(), "gbmv and trmv");
    CHECK_BLAS(cublasDtpsv(handle, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, n, dpacked, got, 1));
    check_near(got.get(), x, "tpsv");
    CHECK_BLAS(
        cublasDtbsv(handle, uplo, CUBLAS_OP_T, CUBLAS_DIAG_NON_UNIT, n, 2, dband, 3, wanted, 1));
    check_near(wanted.get(), x, "tbsv");
    // x x^T three ways
    device_array<double> a(n * n), b(n * n), p(packed.size());
    CHECK_BLAS(cublasDger(handle, n, n, &one, dx, 1, dx, 1, a, n));
    CHECK_BLAS(cublasDsyr(handle, uplo, n, &one, dx, 1, b, n));
    CHECK_BLAS(cublasDspr(handle, uplo, n, &one, dx, 1, p));
    const std::vector<double> va = a.get(), vb = b.get(), vp = p.get();
    for (int j = 0, k = 0; j < n; ++j)
        for (int i = j; i < n; ++i, ++k)
            CHECK(std::fabs(va[i + j * n] - vb[i + j * n]) < 1e-12 &&
                  std::fabs(va[i + j * n] - vp[k]) < 1e-12);
    // A Hermitian product has a real diagonal, and herk is gemm with the conjugate.
    device_array<std::complex<double>> z(many<std::complex<double>>(n * n)), h(n * n), g(n * n);
    const cuDoubleComplex cone = {1, 0}, czero = {0, 0};
    CHECK_BLAS(cublasZherk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_C, n, n, &one,
                           (cuDoubleComplex *)(std::complex<double> *)z, n, &zero,
                           (cuDoubleComplex *)(std::complex<double> *)h, n));
    CHECK_BLAS(cublasZgemm(handle, CUBLAS_OP_C, CUBLAS_OP_N, n, n, n, &cone,
                           (cuDoubleComplex *)(std::complex<double> *)z, n,
                           (cuDoubleComplex *)(std::complex<double> *)z, n, &czero,
                           (cuDoubleComplex *)(std::complex<double> *)g, n));
    const auto vh = h.get(), vg = g.get();
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            CHECK(i > j ? vh[i + j * n] == 0.0 : std::abs(vh[i + j * n] - vg[i + j * n]) < 1e-12);
}

static void check_reductions() {
    const std::vector<float> x = {3, -4, 0, 12, -1, 2}, y = {1, 2, 3, 4, 5, 6};
    device_array<float> dx(x), dy(y), result(1);
    float f = 0;
    int i = 0;
    CHECK_BLAS(cublasSdot(handle, 6, dx, 1, dy, 1, &f));
    CHECK_EQUAL(f, 3 - 8 + 0 + 48 - 5 + 12);
    CHECK_BLAS(cublasSnrm2(handle, 4, dx, 1, &f));
    CHECK_EQUAL(f, 13);
    CHECK_BLAS(cublasSasum(handle, 3, dx, 2, &f));
    CHECK_EQUAL(f, 4);
    CHECK_BLAS(cublasIsamax(handle, 6, dx, 1, &i));
    CHECK_EQUAL(i, 4);
    CHECK_BLAS(cublasIsamin(handle, 6, dx, 1, &i));
    CHECK_EQUAL(i, 3);
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    CHECK_BLAS(cublasSdot(handle, 6, dx, 1, dy, 1, result));
    CHECK_BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    CHECK_EQUAL(result.get()[0], 50);
    device_array<float> gap(std::vector<float>{1, NAN, 2});
    CHECK_BLAS(cublasSnrm2(handle, 3, gap, 1, &f));
    CHECK(std::isnan(f));
    float a = 3, b = 4, c = 0, s = 0;
    CHECK_BLAS(cublasSrotg(handle, &a, &b, &c, &s));
    CHECK(std::fabs(a - 5) < 1e-6 && std::fabs(c - 0.6f) < 1e-6 && std::fabs(s - 0.8f) < 1e-6);
    device_array<std::complex<float>> z(std::vector<std::complex<float>>{{1, 2}, {3, -4}});
    cuComplex u;
    CHECK_BLAS(cublasCdotc(handle, 2, (cuComplex *)(std::complex<float> *)z, 1,
                           (cuComplex *)(std::complex<float> *)z, 1, &u));
    CHECK(u.x == 30 && u.y == 0);
}

static void check_batches_and_streams() {
    const int n = 3, count = 4;
    std::vector<double> a = many<double>(n * n * count), b = many<double>(n * n * count);
    device_array<double> da(a), db(b), strided(n * n * count), listed(n * n * count);
    const double one = 1, zero = 0;
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_BLAS(cublasSetStream(handle, stream));
    CHECK_BLAS(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n,
                                         n * n, db, n, n * n, &zero, strided, n, n * n, count));
    std::vector<const double *> pa, pb;
    std::vector<double *> pc;
    for (int i = 0; i < count; ++i) {
        pa.push_back(da + i * n * n);
        pb.push_back(db + i * n * n);
        pc.push_back(listed + i * n * n);
    }
    device_array<const double *> dpa(pa), dpb(pb);
    device_array<double *> dpc(pc);
    CHECK_BLAS(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, dpa, n, dpb, n,
                                  &zero, dpc, n, count));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    const std::vector<double> s = strided.get();
    check_near(listed.get(), s, "a batch");
    for (int e = 0; e < n * n * count; ++e) {
        double sum = 0;
        const int m = e / (n * n) * n * n, i = e % n, j = e / n % n;
        for (int l = 0; l < n; ++l)
            sum += a[m + i + l * n] * b[m + l + j * n];
        CHECK(std::fabs(sum - s[e]) < 1e-12);
    }
    // Captured, it is done when the graph is launched.
    CHECK_CUDA(cudaMemset(strided, 0, n * n * count * sizeof(double)));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_BLAS(
        cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, da, n, &zero, da, n, strided, n));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_EQUAL(strided.get()[1], 0);
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(strided.get()[1], a[n]);
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_BLAS(cublasSetStream(handle, nullptr));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

static void check_copies_and_mistakes() {
    const std::vector<float> a = {1, 2, 3, 4, 5, 6};
    float back[6] = {};
    device_array<float> d(12);
    CHECK_BLAS(cublasSetMatrix(2, 3, sizeof(float), a.data(), 2, d, 4));
    CHECK_EQUAL(d.get()[5], 4);
    CHECK_BLAS(cublasGetMatrix(2, 3, sizeof(float), d, 4, back, 2));
    CHECK(std::memcmp(back, a.data(), sizeof back) == 0);
    CHECK_BLAS(cublasSetVector(3, sizeof(float), a.data(), 2, d, 1));
    CHECK_EQUAL(d.get()[1], 3);
    const float one = 1, zero = 0;
    CHECK_EQUAL(
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 2, 2, &one, d, 2, d, 2, &zero, d, 3),
        CUBLAS_STATUS_INVALID_VALUE);
#ifdef CUDA_EMULATOR // as documented; the library of CUDA 13.0 says nothing
    CHECK_EQUAL(cublasSgemv(handle, CUBLAS_OP_N, -1, 2, &one, d, 2, d, 1, &zero, d, 1),
                CUBLAS_STATUS_INVALID_VALUE);
#endif
    CHECK_EQUAL(cublasSgemm(handle, static_cast<cublasOperation_t>(7), CUBLAS_OP_N, 2, 2, 2, &one,
                            d, 2, d, 2, &zero, d, 2),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasSsymm(handle, static_cast<cublasSideMode_t>(7), CUBLAS_FILL_MODE_LOWER, 2, 2,
                            &one, d, 2, d, 2, &zero, d, 2),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasStrsv(handle, static_cast<cublasFillMode_t>(7), CUBLAS_OP_N, CUBLAS_DIAG_UNIT,
                            2, d, 2, d, 1),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasStrsv(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                            static_cast<cublasDiagType_t>(7), 2, d, 2, d, 1),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasSetPointerMode(handle, static_cast<cublasPointerMode_t>(7)),
                CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cublasCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
    CHECK_EQUAL(std::string(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE)),
                std::string("CUBLAS_STATUS_INVALID_VALUE"));
}

// A GPU does not look at them.
#ifdef CUDA_EMULATOR
static void check_pivots() {
    const int n = 2;
    device_array<float> a(std::vector<float>(n * n, 1)), c(std::vector<float>(n * n, 5));
    device_array<float *> list(std::vector<float *>{a});
    device_array<float *> to(std::vector<float *>{c});
    device_array<int> pivots(std::vector<int>{1, 99}), info(1, 7);
    CHECK_EQUAL(cublasSgetriBatched(handle, n, (const float *const *)(float **)list, n, pivots, to,
                                    n, info, 1),
                CUBLAS_STATUS_EXECUTION_FAILED);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorIllegalAddress);
    CHECK_EQUAL(c.get()[0], 5);
}
#endif

int main() {
    check_device();
    CHECK_BLAS(cublasCreate(&handle));
    check_type<float>();
    check_type<double>();
    check_type<std::complex<float>>();
    check_type<std::complex<double>>();
    check_storage();
    check_reductions();
    check_batches_and_streams();
    check_copies_and_mistakes();
#ifdef CUDA_EMULATOR
    check_pivots();
#endif
    CHECK_BLAS(cublasDestroy(handle));
    return check_result();
}
