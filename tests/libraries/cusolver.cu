// cusolver.cu: cuSOLVER's factors multiplied again, solutions put in again, eigenvectors and
// singular vectors turned back: in the four types, both triangles, rows that must be exchanged;
// matrices without a factor; what must be refused.
#include "../emulator/check.h"
#include "distance.h"

#include <cusolverDn.h>
#include <algorithm>
#include <cmath>
#include <complex>

#define CHECK_SOLVER(...) CHECK_EQUAL(__VA_ARGS__, CUSOLVER_STATUS_SUCCESS)

static cusolverDnHandle_t handle;

static unsigned seed = 1;
static double next() {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<double>(seed >> 20) / 2048 - 1;
}
template <class T> struct type_of {
    using real = T;
    static T some() { return static_cast<T>(next()); }
};
template <class R> struct type_of<std::complex<R>> {
    using real = R;
    static std::complex<R> some() {
        const R re = static_cast<R>(next());
        return {re, static_cast<R>(next())};
    }
};
template <class T> static T conj_of(T x) {
    if constexpr (std::is_floating_point<T>::value)
        return x;
    else
        return std::conj(x);
}

// A matrix of the host's, column after column.
template <class T> struct matrix {
    int rows, columns;
    std::vector<T> e;
    matrix(int r, int c) : rows(r), columns(c), e(size_t(r) * c) {}
    T &operator()(int i, int j) { return e[i + size_t(j) * rows]; }
    T operator()(int i, int j) const { return e[i + size_t(j) * rows]; }
};
template <class T> static matrix<T> some(int rows, int columns) {
    matrix<T> m(rows, columns);
    for (T &x : m.e)
        x = type_of<T>::some();
    return m;
}
template <class T> static matrix<T> operator*(const matrix<T> &a, const matrix<T> &b) {
    matrix<T> c(a.rows, b.columns);
    for (int j = 0; j < b.columns; ++j)
        for (int l = 0; l < a.columns; ++l)
            for (int i = 0; i < a.rows; ++i)
                c(i, j) += a(i, l) * b(l, j);
    return c;
}
template <class T> static matrix<T> turned(const matrix<T> &a) {
    matrix<T> t(a.columns, a.rows);
    for (int j = 0; j < a.columns; ++j)
        for (int i = 0; i < a.rows; ++i)
            t(j, i) = conj_of(a(i, j));
    return t;
}
template <class T>
static void check_same(const matrix<T> &a, const matrix<T> &b, const char *what) {
    const double worst = largest_difference(a.e, b.e);
    check_that(worst < (sizeof(typename type_of<T>::real) == 4 ? 2e-4 : 1e-10),
               std::string(what) + " is off by " + std::to_string(worst), __FILE__, __LINE__);
}
template <class T> static matrix<T> got(const device_array<T> &a, int rows, int columns) {
    matrix<T> m(rows, columns);
    m.e = a.get();
    return m;
}

// The calls of a type, by one name for all.
#define CALLS(T, C, L, ORMQR, ORGQR, SYEVD)                                                        \
    struct calls_##L {                                                                             \
        using number = T;                                                                          \
        using real = type_of<T>::real;                                                             \
        static constexpr auto potrf_size = cusolverDn##L##potrf_bufferSize;                        \
        static constexpr auto potrf = cusolverDn##L##potrf;                                        \
        static constexpr auto potrs = cusolverDn##L##potrs;                                        \
        static constexpr auto getrf_size = cusolverDn##L##getrf_bufferSize;                        \
        static constexpr auto getrf = cusolverDn##L##getrf;                                        \
        static constexpr auto getrs = cusolverDn##L##getrs;                                        \
        static constexpr auto geqrf_size = cusolverDn##L##geqrf_bufferSize;                        \
        static constexpr auto geqrf = cusolverDn##L##geqrf;                                        \
        static constexpr auto ormqr = cusolverDn##L##ORMQR;                                        \
        static constexpr auto ormqr_size = cusolverDn##L##ORMQR##_bufferSize;                      \
        static constexpr auto orgqr = cusolverDn##L##ORGQR;                                        \
        static constexpr auto orgqr_size = cusolverDn##L##ORGQR##_bufferSize;                      \
        static constexpr auto syevd = cusolverDn##L##SYEVD;                                        \
        static constexpr auto syevd_size = cusolverDn##L##SYEVD##_bufferSize;                      \
        static constexpr auto gesvd = cusolverDn##L##gesvd;                                        \
        static constexpr auto gesvd_size = cusolverDn##L##gesvd_bufferSize;                        \
        static C *c(T *p) { return reinterpret_cast<C *>(p); }                                     \
    };
CALLS(float, float, S, ormqr, orgqr, syevd)
CALLS(double, double, D, ormqr, orgqr, syevd)
CALLS(std::complex<float>, cuComplex, C, unmqr, ungqr, heevd)
CALLS(std::complex<double>, cuDoubleComplex, Z, unmqr, ungqr, heevd)

// Memory to work in, of as many numbers as a call asks for.
template <class T> struct buffer {
    T *memory = nullptr;
    explicit buffer(int count) { CHECK_CUDA(cudaMalloc(&memory, count * sizeof(T))); }
    ~buffer() { CHECK_CUDA(cudaFree(memory)); }
};

template <class X> static void check_type() {
    using T = typename X::number;
    using R = typename X::real;
    const int n = 6, m = 9, columns = 2;
    device_array<int> info(1, 7), pivots(n);
    int size = 0;
    // A positive definite matrix, and one with a zero where the first pivot would be.
    const matrix<T> half = some<T>(n, n), rhs = some<T>(n, columns), tall = some<T>(m, n);
    matrix<T> positive = half * turned(half), square = some<T>(n, n);
    for (int i = 0; i < n; ++i)
        positive(i, i) += T(1);
    square(0, 0) = T(0);

    for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        device_array<T> a(positive.e), b(rhs.e);
        CHECK_SOLVER(X::potrf_size(handle, uplo, n, X::c(a), n, &size));
        buffer<T> work(size);
        CHECK_SOLVER(X::potrf(handle, uplo, n, X::c(a), n, X::c(work.memory), size, info));
        CHECK_EQUAL(info.get()[0], 0);
        matrix<T> l = got(a, n, n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                if (uplo == CUBLAS_FILL_MODE_LOWER ? i < j : i > j)
                    l(i, j) = T(0);
        check_same(uplo == CUBLAS_FILL_MODE_LOWER ? l * turned(l) : turned(l) * l, positive,
                   "Cholesky's factor");
        CHECK_SOLVER(X::potrs(handle, uplo, n, columns, X::c(a), n, X::c(b), n, info));
        check_same(positive * got(b, n, columns), rhs, "Cholesky's solution");
    }
    {
        device_array<T> a(square.e), b(rhs.e), c(rhs.e);
        CHECK_SOLVER(X::getrf_size(handle, n, n, X::c(a), n, &size));
        buffer<T> work(size);
        CHECK_SOLVER(X::getrf(handle, n, n, X::c(a), n, X::c(work.memory), pivots, info));
        CHECK_EQUAL(info.get()[0], 0);
        CHECK_SOLVER(
            X::getrs(handle, CUBLAS_OP_N, n, columns, X::c(a), n, pivots, X::c(b), n, info));
        check_same(square * got(b, n, columns), rhs, "the solution by LU");
        CHECK_SOLVER(
            X::getrs(handle, CUBLAS_OP_C, n, columns, X::c(a), n, pivots, X::c(c), n, info));
        check_same(turned(square) * got(c, n, columns), rhs, "the solution by LU, transposed");
        device_array<T> zeros(n * n);
        CHECK_SOLVER(X::getrf(handle, n, n, X::c(zeros), n, X::c(work.memory), pivots, info));
        CHECK_EQUAL(info.get()[0], 1);
        CHECK_SOLVER(X::potrf_size(handle, CUBLAS_FILL_MODE_LOWER, n, X::c(zeros), n, &size));
        buffer<T> more(size);
        CHECK_SOLVER(X::potrf(handle, CUBLAS_FILL_MODE_LOWER, n, X::c(zeros), n, X::c(more.memory),
                              size, info));
        CHECK_EQUAL(info.get()[0], 1);
    }
    {
        device_array<T> a(tall.e), tau(n);
        CHECK_SOLVER(X::geqrf_size(handle, m, n, X::c(a), m, &size));
        buffer<T> work(size);
        CHECK_SOLVER(X::geqrf(handle, m, n, X::c(a), m, X::c(tau), X::c(work.memory), size, info));
        matrix<T> r(n, n);
        const matrix<T> factors = got(a, m, n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i <= j; ++i)
                r(i, j) = factors(i, j);
        // Q^H of what was there is R.
        device_array<T> c(tall.e);
        CHECK_SOLVER(X::ormqr_size(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_C, m, n, n, X::c(a), m,
                                   X::c(tau), X::c(c), m, &size));
        buffer<T> of_q(size);
        const cublasOperation_t back = std::is_floating_point<T>::value ? CUBLAS_OP_T : CUBLAS_OP_C;
        CHECK_SOLVER(X::ormqr(handle, CUBLAS_SIDE_LEFT, back, m, n, n, X::c(a), m, X::c(tau),
                              X::c(c), m, X::c(of_q.memory), size, info));
        matrix<T> top(n, n);
        const matrix<T> turned_back = got(c, m, n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                top(i, j) = turned_back(i, j);
        check_same(top, r, "R");
        CHECK_SOLVER(X::orgqr_size(handle, m, n, n, X::c(a), m, X::c(tau), &size));
        buffer<T> for_q(size);
        CHECK_SOLVER(
            X::orgqr(handle, m, n, n, X::c(a), m, X::c(tau), X::c(for_q.memory), size, info));
        check_same(got(a, m, n) * r, tall, "Q R");
    }
    for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        device_array<T> a(positive.e);
        device_array<R> w(n);
        CHECK_SOLVER(
            X::syevd_size(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, X::c(a), n, w, &size));
        buffer<T> work(size);
        CHECK_SOLVER(X::syevd(handle, CUSOLVER_EIG_MODE_VECTOR, uplo, n, X::c(a), n, w,
                              X::c(work.memory), size, info));
        CHECK_EQUAL(info.get()[0], 0);
        const matrix<T> v = got(a, n, n);
        const std::vector<R> values = w.get();
        CHECK(std::is_sorted(values.begin(), values.end()));
        matrix<T> scaled = v;
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                scaled(i, j) *= values[j];
        check_same(positive * v, scaled, "the eigenvectors");
        check_same(scaled * turned(v), positive, "the eigenvectors turned back");
    }
    {
        device_array<T> a(tall.e), u(m * m), vt(n * n);
        device_array<R> s(n), rwork(n);
        CHECK_SOLVER(X::gesvd_size(handle, m, n, &size));
        buffer<T> work(size);
        CHECK_SOLVER(X::gesvd(handle, 'A', 'A', m, n, X::c(a), m, s, X::c(u), m, X::c(vt), n,
                              X::c(work.memory), size, rwork, info));
        CHECK_EQUAL(info.get()[0], 0);
        const matrix<T> hu = got(u, m, m), hv = got(vt, n, n);
        const std::vector<R> values = s.get();
        matrix<T> sv(m, n), one(m, m);
        for (int i = 0; i < m; ++i)
            one(i, i) = T(1);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                sv(i, j) = hv(i, j) * values[i];
        CHECK(std::is_sorted(values.rbegin(), values.rend()));
        check_same(hu * sv, tall, "U S V");
        check_same(turned(hu) * hu, one, "U");
    }
}

int main() {
    check_device();
    CHECK_SOLVER(cusolverDnCreate(&handle));
    check_type<calls_S>();
    check_type<calls_D>();
    check_type<calls_C>();
    check_type<calls_Z>();
    int size = 0;
    device_array<double> a(16);
    device_array<int> info(1);
    CHECK_SOLVER(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 4, a, 4, &size));
    CHECK_EQUAL(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 4, a, 3, a, size, info),
                CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cusolverDnDorgqr(handle, 4, 4, 5, a, 4, a, a, size, info),
                CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_EQUAL(cusolverDnDormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 2, 4, 3, a, 4, a, a, 4, a,
                                 size, info),
                CUSOLVER_STATUS_INVALID_VALUE);
#ifdef CUDA_EMULATOR // which looks at pivots and at null pointers; the library does not
    CHECK_EQUAL(cusolverDnCreate(nullptr), CUSOLVER_STATUS_INVALID_VALUE);
    device_array<double> b(std::vector<double>(4, 5));
    device_array<int> pivots(std::vector<int>{1, 2, 99, 4});
    CHECK_EQUAL(cusolverDnDgetrs(handle, CUBLAS_OP_N, 4, 1, a, 4, pivots, b, 4, info),
                CUSOLVER_STATUS_EXECUTION_FAILED);
    CHECK_EQUAL(b.get()[0], 5);
#endif
    CHECK_SOLVER(cusolverDnDestroy(handle));
    return check_result();
}
