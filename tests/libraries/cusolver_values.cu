// cusolver_values.cu: some eigenvalues of a matrix, and those of two matrices together: each pair
// of value and vector must solve its equation, and a range has what all have there.
#include "../emulator/check.h"
#include "distance.h"

#include <cusolverDn.h>

#include <cmath>
#include <complex>

#define CHECK_SOLVER(...) CHECK_EQUAL(__VA_ARGS__, CUSOLVER_STATUS_SUCCESS)

using number = std::complex<double>;
using matrix = std::vector<number>; // column after column
static cusolverDnHandle_t handle;
constexpr int N = 6;

static cuDoubleComplex *raw(number *p) {
    return reinterpret_cast<cuDoubleComplex *>(p);
}
static matrix some(unsigned seed) {
    matrix a(N * N);
    for (number &x : a) {
        seed = seed * 1664525u + 1013904223u;
        x.real(static_cast<double>(seed >> 12) / (1 << 19) - 1);
        seed = seed * 1664525u + 1013904223u;
        x.imag(static_cast<double>(seed >> 12) / (1 << 19) - 1);
    }
    return a;
}
static matrix product(const matrix &a, const matrix &b, int columns = N) {
    matrix c(N * columns);
    for (int j = 0; j < columns; ++j)
        for (int k = 0; k < N; ++k)
            for (int i = 0; i < N; ++i)
                c[i + j * N] += a[i + k * N] * b[k + j * N];
    return c;
}
static matrix turned(const matrix &a) {
    matrix t(N * N);
    for (int i = 0; i < N * N; ++i)
        t[i / N + i % N * N] = std::conj(a[i]);
    return t;
}
static matrix sum(const matrix &a, const matrix &b) {
    matrix s(a);
    for (int i = 0; i < N * N; ++i)
        s[i] += b[i];
    return s;
}
static void check_near(const matrix &got, const matrix &wanted, const char *what) {
    const double worst = largest_difference(got, wanted);
    check_that(worst < 1e-9, std::string(what) + " is off by " + std::to_string(worst), __FILE__,
               __LINE__);
}

struct found {
    int count;
    matrix vectors, factor;
    std::vector<double> values;
};
static const matrix a = sum(some(1), turned(some(1))), b = product(some(2), turned(some(2)));

static found solve(cusolverEigType_t type, cublasFillMode_t uplo, cusolverEigRange_t range,
                   double low, double high, int first, int last) {
    device_array<number> A(a), B(b);
    device_array<double> W(N);
    device_array<int> info(1, -1);
    int size = 0, count = -1;
    const auto mode = CUSOLVER_EIG_MODE_VECTOR;
    CHECK_SOLVER(cusolverDnZhegvdx_bufferSize(handle, type, mode, range, uplo, N, raw(A), N, raw(B),
                                              N, low, high, first, last, &count, W, &size));
    device_array<number> work(size + 1);
    CHECK_SOLVER(cusolverDnZhegvdx(handle, type, mode, range, uplo, N, raw(A), N, raw(B), N, low,
                                   high, first, last, &count, W, raw(work), size, info));
    CHECK_EQUAL(info.get()[0], 0);
    return {count, A.get(), B.get(), W.get()};
}

static void check_equation(cusolverEigType_t type, const matrix &x,
                           const std::vector<double> &values) {
    matrix scaled = type == CUSOLVER_EIG_TYPE_1 ? product(b, x) : x;
    for (int i = 0; i < N * N; ++i)
        scaled[i] *= values[i / N];
    check_near(type == CUSOLVER_EIG_TYPE_1   ? product(a, x)
               : type == CUSOLVER_EIG_TYPE_2 ? product(a, product(b, x))
                                             : product(b, product(a, x)),
               scaled, "the equation");
}

// By rotations.
static void check_rotations(cusolverEigType_t type, cublasFillMode_t uplo, const found &all) {
    device_array<number> A(a), B(b);
    device_array<double> W(N);
    device_array<int> info(1, -1);
    int size = 0;
    const auto mode = CUSOLVER_EIG_MODE_VECTOR;
    syevjInfo_t params;
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    CHECK_SOLVER(cusolverDnZhegvj_bufferSize(handle, type, mode, uplo, N, raw(A), N, raw(B), N, W,
                                             &size, params));
    device_array<number> work(size + 1);
    CHECK_SOLVER(cusolverDnZhegvj(handle, type, mode, uplo, N, raw(A), N, raw(B), N, W, raw(work),
                                  size, info, params));
    CHECK_EQUAL(info.get()[0], 0);
    for (int k = 0; k < N; ++k)
        CHECK(std::abs(W.get()[k] - all.values[k]) < 1e-9 * std::abs(all.values[N - 1]));
    check_equation(type, A.get(), all.values);
#ifdef CUDA_EMULATOR
    int sweeps = 0;
    CHECK_EQUAL(cusolverDnXsyevjGetSweeps(handle, params, &sweeps), CUSOLVER_STATUS_NOT_SUPPORTED);
#endif
    CHECK_SOLVER(cusolverDnDestroySyevjInfo(params));
}

static void check_two_matrices(cusolverEigType_t type, cublasFillMode_t uplo) {
    const found all = solve(type, uplo, CUSOLVER_EIG_RANGE_ALL, 0, 0, 1, N);
    CHECK_EQUAL(all.count, N);
    check_equation(type, all.vectors, all.values);
    matrix factor(N * N); // of B: one triangle, the other one is as it was
    for (int i = 0; i < N * N; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i % N >= i / N : i % N <= i / N)
            factor[i] = all.factor[i];
    check_near(uplo == CUBLAS_FILL_MODE_LOWER ? product(factor, turned(factor))
                                              : product(turned(factor), factor),
               b, "the factor of B");

    check_rotations(type, uplo, all);

    const found middle = solve(type, uplo, CUSOLVER_EIG_RANGE_I, 0, 0, 2, 4);
    CHECK_EQUAL(middle.count, 3);
    const double low = (all.values[0] + all.values[1]) / 2, high = all.values[2];
    const found between = solve(type, uplo, CUSOLVER_EIG_RANGE_V, low, high + 1e-9, 0, 0);
    CHECK_EQUAL(between.count, 2);
    const auto value = [&](const found &some, int k) { return some.values[k] / all.values[N - 1]; };
    for (int k = 0; k < 3; ++k)
        CHECK(std::abs(value(middle, k) - value(all, k + 1)) < 1e-9);
    for (int k = 0; k < 2; ++k)
        CHECK(std::abs(value(between, k) - value(all, k + 1)) < 1e-9);
#ifdef CUDA_EMULATOR // the others stand behind; cuSOLVER says nothing of them
    const int order[] = {0, 4, 5};
    for (int k = 0; k < 3; ++k)
        CHECK(std::abs(value(middle, k + 3) - value(all, order[k])) < 1e-9);
#endif
}

static void check_one_matrix() {
    std::vector<float> plain(16, 1); // 1 everywhere, and 1 to 4 besides on the diagonal
    for (int i = 0; i < 4; ++i)
        plain[5 * i] = static_cast<float>(i + 2);
    device_array<float> A(plain), W(4), all(4);
    device_array<int> info(1, -1);
    int size = 0, count = -1;
    const auto mode = CUSOLVER_EIG_MODE_VECTOR;
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    CHECK_SOLVER(cusolverDnSsyevd_bufferSize(handle, mode, lower, 4, A, 4, all, &size));
    device_array<float> work(size + 1);
    CHECK_SOLVER(cusolverDnSsyevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, lower, 4, A, 4, all, work,
                                  size, info));
    A.set(plain);
    CHECK_SOLVER(cusolverDnSsyevdx_bufferSize(handle, mode, CUSOLVER_EIG_RANGE_I, lower, 4, A, 4, 0,
                                              0, 3, 4, &count, W, &size));
    device_array<float> more(size + 1);
    CHECK_SOLVER(cusolverDnSsyevdx(handle, mode, CUSOLVER_EIG_RANGE_I, lower, 4, A, 4, 0, 0, 3, 4,
                                   &count, W, more, size, info));
    CHECK_EQUAL(count, 2);
    for (int k = 0; k < 2; ++k) {
        const float value = W.get()[k];
        CHECK(std::abs(value - all.get()[k + 2]) < 1e-4f);
        const std::vector<float> x = A.get();
        for (int i = 0; i < 4; ++i) {
            float product = 0;
            for (int j = 0; j < 4; ++j)
                product += plain[i + 4 * j] * x[4 * k + j];
            CHECK(std::abs(product - value * x[4 * k + i]) < 1e-4f);
        }
    }

    cusolverDnParams_t params;
    CHECK_SOLVER(cusolverDnCreateParams(&params));
    float low = 0, high = 3;
    int64_t many = -1;
    size_t of_device = 0, of_host = 0;
    A.set(plain);
    CHECK_SOLVER(cusolverDnXsyevdx_bufferSize(
        handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V, lower, 4, CUDA_R_32F, A,
        4, &low, &high, 0, 0, &many, CUDA_R_32F, W, CUDA_R_32F, &of_device, &of_host));
    device_array<char> on_device(of_device + 1);
    std::vector<char> on_host(of_host + 1);
    CHECK_SOLVER(cusolverDnXsyevdx(handle, params, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V,
                                   lower, 4, CUDA_R_32F, A, 4, &low, &high, 0, 0, &many, CUDA_R_32F,
                                   W, CUDA_R_32F, on_device, of_device, on_host.data(), of_host,
                                   info));
    int64_t expected = 0;
    for (const float value : all.get())
        expected += value <= 3;
    CHECK_EQUAL(many, expected);
    CHECK_SOLVER(cusolverDnDestroyParams(params));

    CHECK_EQUAL(cusolverDnSsyevdx(handle, mode, CUSOLVER_EIG_RANGE_I, lower, 4, A, 4, 0, 0, 3, 5,
                                  &count, W, more, size, info),
                CUSOLVER_STATUS_INVALID_VALUE);
}

// A second matrix that is not positive: info is n and the number of its minor.
static void check_not_positive() {
    matrix negative = b;
    negative[1 + N] = -1;
    device_array<number> A(a), B(negative);
    device_array<double> W(N);
    device_array<int> info(1, -1);
    int size = 0;
    const auto mode = CUSOLVER_EIG_MODE_VECTOR;
    const auto upper = CUBLAS_FILL_MODE_UPPER;
    CHECK_SOLVER(cusolverDnZhegvd_bufferSize(handle, CUSOLVER_EIG_TYPE_1, mode, upper, N, raw(A), N,
                                             raw(B), N, W, &size));
    device_array<number> work(size + 1);
    CHECK_SOLVER(cusolverDnZhegvd(handle, CUSOLVER_EIG_TYPE_1, mode, upper, N, raw(A), N, raw(B), N,
                                  W, raw(work), size, info));
    CHECK_EQUAL(info.get()[0], N + 2);
}

#ifdef CUDA_EMULATOR
// What a GPU says of these is not known.
static void check_bad_arguments() {
    device_array<number> A(a), B(b);
    device_array<double> W(N);
    device_array<int> info(1, -1);
    const auto status = [&](int type, int mode, int uplo) {
        return cusolverDnZhegvd(
            handle, static_cast<cusolverEigType_t>(type), static_cast<cusolverEigMode_t>(mode),
            static_cast<cublasFillMode_t>(uplo), N, raw(A), N, raw(B), N, W, nullptr, 0, info);
    };
    for (const int type : {0, 4})
        CHECK_EQUAL(status(type, 1, 1), CUSOLVER_STATUS_INVALID_VALUE);
    for (const int wrong : {-1, 2}) {
        CHECK_EQUAL(status(1, wrong, 1), CUSOLVER_STATUS_INVALID_VALUE);
        CHECK_EQUAL(status(1, 1, wrong), CUSOLVER_STATUS_INVALID_VALUE);
    }
    CHECK_EQUAL(info.get()[0], -1);
    CHECK_SOLVER(status(1, 1, 1));
}
#endif

int main() {
    check_device();
    CHECK_SOLVER(cusolverDnCreate(&handle));
    for (const auto type : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3})
        for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
            check_two_matrices(type, uplo);
    check_one_matrix();
    check_not_positive();
#ifdef CUDA_EMULATOR
    check_bad_arguments();
#endif
    CHECK_SOLVER(cusolverDnDestroy(handle));
    return check_result();
}
