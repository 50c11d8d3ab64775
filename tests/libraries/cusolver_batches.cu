// cusolver_batches.cu: Jacobi's rotations and Cholesky's factors of many matrices, and the
// interface with sizes of 64 bits: what comes out must make the matrices again.
#include "../emulator/check.h"
#include "distance.h"

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
    const double worst = largest_difference(got, wanted);
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

// Memory to work in, of as many numbers as a call asks for, or bytes.
struct workspace {
    cuDoubleComplex *memory = nullptr;
    explicit workspace(size_t count) {
        CHECK_CUDA(cudaMalloc(&memory, (count + 1) * sizeof *memory));
    }
    ~workspace() { CHECK_CUDA(cudaFree(memory)); }
    operator cuDoubleComplex *() const { return memory; }
};

// These are two types, of which programs have overloads.
static void destroy(syevjInfo_t params) {
    CHECK_SOLVER(cusolverDnDestroySyevjInfo(params));
}
static void destroy(gesvdjInfo_t params) {
    CHECK_SOLVER(cusolverDnDestroyGesvdjInfo(params));
}

static void check_one_eigenproblem(int n, number *A, double *w, syevjInfo_t params,
                                   int wanted_info = 0) {
    device_array<int> info(1, -1);
    int size = 0;
    const auto mode = CUSOLVER_EIG_MODE_NOVECTOR;
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    CHECK_SOLVER(cusolverDnZheevj_bufferSize(handle, mode, lower, n, raw(A), n, w, &size, params));
    const workspace work(size);
    CHECK_SOLVER(cusolverDnZheevj(handle, mode, lower, n, raw(A), n, w, work, size, info, params));
    CHECK_EQUAL(info.get()[0], wanted_info);
}

static void check_eigenvalues() {
    constexpr int n = 5, SIZE = n * n;
    const std::vector<number> a = positive(n);
    device_array<number> dA(a);
    device_array<double> dW(std::vector<double>(COUNT * n));
    device_array<int> info(std::vector<int>(COUNT, -1));
    syevjInfo_t params;
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    int size = 0;
    CHECK_SOLVER(cusolverDnZheevjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR,
                                                    CUBLAS_FILL_MODE_LOWER, n, raw(dA), n, dW,
                                                    &size, params, COUNT));
    const workspace work(size);
    CHECK_SOLVER(cusolverDnZheevjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER,
                                         n, raw(dA), n, dW, work, size, info, params, COUNT));
    const std::vector<number> vectors = dA.get();
    const std::vector<double> w = dW.get();
    for (int m = 0; m < COUNT; ++m) {
        check_near(product(&vectors[m * SIZE], n, &w[m * n], &vectors[m * SIZE], n, n),
                   {a.begin() + m * SIZE, a.begin() + (m + 1) * SIZE}, "heevjBatched");
        for (int i = 1; i < n; ++i)
            check_that(w[m * n + i - 1] <= w[m * n + i], "ascending", __FILE__, __LINE__);
    }
    // Of a batch nothing is told, and of one matrix alone all.
    double residual = -1;
    int sweeps = 0;
    CHECK_EQUAL(cusolverDnXsyevjGetResidual(handle, params, &residual),
                CUSOLVER_STATUS_NOT_SUPPORTED);
    CHECK_EQUAL(cusolverDnXsyevjGetSweeps(handle, params, &sweeps), CUSOLVER_STATUS_NOT_SUPPORTED);
    device_array<number> again(a);
    device_array<double> same(n);
    check_one_eigenproblem(n, again, same, params);
    CHECK_SOLVER(cusolverDnXsyevjGetResidual(handle, params, &residual));
    CHECK_SOLVER(cusolverDnXsyevjGetSweeps(handle, params, &sweeps));
    check_that(residual >= 0 && residual < 1e-10 && sweeps > 1, "the outcome", __FILE__, __LINE__);
    const std::vector<double> of_one = same.get();
    check_near({of_one.begin(), of_one.end()}, {w.begin(), w.begin() + n}, "heevj");
    destroy(params);

    again.set(a);
    cusolverDnParams_t of_any;
    CHECK_SOLVER(cusolverDnCreateParams(&of_any));
    const auto novector = CUSOLVER_EIG_MODE_NOVECTOR;
    const auto upper = CUBLAS_FILL_MODE_UPPER;
    size_t of_device = 0, of_host = 0;
    CHECK_SOLVER(cusolverDnXsyevd_bufferSize(handle, of_any, novector, upper, n, CUDA_C_64F, again,
                                             n, CUDA_R_64F, same, CUDA_C_64F, &of_device,
                                             &of_host));
    const workspace there(of_device);
    std::vector<char> here(of_host);
    CHECK_SOLVER(cusolverDnXsyevd(handle, of_any, novector, upper, n, CUDA_C_64F, again, n,
                                  CUDA_R_64F, same, CUDA_C_64F, there, of_device, here.data(),
                                  of_host, info));
    const std::vector<double> without_vectors = same.get();
    check_near({without_vectors.begin(), without_vectors.end()}, {w.begin(), w.begin() + n},
               "Xsyevd");
    CHECK_EQUAL(cusolverDnXsyevd(handle, of_any, novector, upper, n, CUDA_C_64F, again, n,
                                 CUDA_C_64F, same, CUDA_C_64F, there, of_device, here.data(),
                                 of_host, info),
                CUSOLVER_STATUS_INVALID_VALUE);
    CHECK_SOLVER(cusolverDnDestroyParams(of_any));
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
    const auto mode = CUSOLVER_EIG_MODE_VECTOR;
    int work_size = 0;
    CHECK_SOLVER(cusolverDnZgesvdjBatched_bufferSize(handle, mode, m, n, raw(dA), m, dS, raw(dU), m,
                                                     raw(dV), n, &work_size, params, COUNT));
    const workspace work(work_size);
    CHECK_SOLVER(cusolverDnZgesvdjBatched(handle, mode, m, n, raw(dA), m, dS, raw(dU), m, raw(dV),
                                          n, work, work_size, info, params, COUNT));
    double residual = -1;
    CHECK_EQUAL(cusolverDnXgesvdjGetResidual(handle, params, &residual),
                CUSOLVER_STATUS_NOT_SUPPORTED);
    CHECK_EQUAL(cusolverDnZgesvdjBatched(handle, mode, 33, n, raw(dA), 33, dS, raw(dU), 33, raw(dV),
                                         n, work, work_size, info, params, COUNT),
                CUSOLVER_STATUS_INVALID_VALUE);
    const std::vector<number> u = dU.get(), v = dV.get();
    const std::vector<double> s = dS.get();
    for (int b = 0; b < COUNT; ++b)
        check_near(product(&u[b * m * m], m, &s[b * shorter], &v[b * n * n], n, shorter),
                   {a.begin() + b * size, a.begin() + (b + 1) * size}, "gesvdjBatched");
    device_array<number> again(a);
    CHECK_SOLVER(cusolverDnZgesvdj_bufferSize(handle, mode, 1, m, n, raw(again), m, dS, raw(dU), m,
                                              raw(dV), n, &work_size, params));
    const workspace of_one(work_size);
    CHECK_SOLVER(cusolverDnZgesvdj(handle, mode, 1, m, n, raw(again), m, dS, raw(dU), m, raw(dV), n,
                                   of_one, work_size, info, params));
    CHECK_SOLVER(cusolverDnXgesvdjGetResidual(handle, params, &residual));
    check_that(residual >= 0 && residual < 1e-10, "the residual", __FILE__, __LINE__);
    check_near(product(dU.get().data(), m, dS.get().data(), dV.get().data(), n, shorter),
               {a.begin(), a.begin() + size}, "gesvdj");
#ifdef CUDA_EMULATOR // cuSOLVER reads what is there
    CHECK_EQUAL(cusolverDnZgesvdj(handle, mode, 1, m, n, raw(again), m, dS, raw(dU), m, raw(dV), n,
                                  of_one, work_size, info, nullptr),
                CUSOLVER_STATUS_INVALID_VALUE);
#endif

    // Values without vectors: there is an outcome all the same.
    gesvdjInfo_t fresh;
    CHECK_SOLVER(cusolverDnCreateGesvdjInfo(&fresh));
    int sweeps = 0;
    again.set(a);
    const auto novector = CUSOLVER_EIG_MODE_NOVECTOR;
    CHECK_SOLVER(cusolverDnZgesvdj_bufferSize(handle, novector, 1, m, n, raw(again), m, dS, raw(dU),
                                              m, raw(dV), n, &work_size, fresh));
    const workspace of_values(work_size);
    CHECK_SOLVER(cusolverDnZgesvdj(handle, novector, 1, m, n, raw(again), m, dS, raw(dU), m,
                                   raw(dV), n, of_values, work_size, info, fresh));
    CHECK_SOLVER(cusolverDnXgesvdjGetSweeps(handle, fresh, &sweeps));
    CHECK(sweeps > 1);
    destroy(fresh);
    destroy(params);
}

#ifdef CUDA_EMULATOR
// What a GPU's rotations make of these is not known.
static void check_no_outcome() {
    constexpr int n = 3;
    std::vector<number> a = positive(n);
    a[1] = a[n] = number(NAN, 0);
    device_array<number> dA(a);
    device_array<double> w(n);
    syevjInfo_t params;
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    check_one_eigenproblem(n, dA, w, params, n + 1);
    destroy(params);
    CHECK_EQUAL(cusolverDnXsyevjSetTolerance(nullptr, 1e-7), CUSOLVER_STATUS_INVALID_VALUE);

    const int64_t large = int64_t(1) << 32;
    CHECK_EQUAL(cusolverDnXpotrf(handle, nullptr, CUBLAS_FILL_MODE_LOWER, large, CUDA_C_64F, dA,
                                 large, CUDA_C_64F, nullptr, 0, nullptr, 0, nullptr),
                CUSOLVER_STATUS_NOT_SUPPORTED);

    // Settings that are gone when the work is done that was captured: it writes into no others.
    dA.set(positive(n));
    device_array<int> info(1, -1);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t work;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_SOLVER(cusolverDnSetStream(handle, stream));
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_SOLVER(cusolverDnZheevj(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n,
                                  raw(dA), n, w, nullptr, 0, info, params));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    destroy(params);
    CHECK_SOLVER(cusolverDnCreateSyevjInfo(&params));
    CHECK_CUDA(cudaGraphInstantiate(&work, graph, 0));
    CHECK_CUDA(cudaGraphLaunch(work, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(info.get()[0], 0);
    int sweeps = -1;
    CHECK_SOLVER(cusolverDnXsyevjGetSweeps(handle, params, &sweeps));
    CHECK_EQUAL(sweeps, 0);
    destroy(params);
    CHECK_CUDA(cudaGraphExecDestroy(work));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_SOLVER(cusolverDnSetStream(handle, nullptr));
    CHECK_CUDA(cudaStreamDestroy(stream));
}
#endif

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
    CHECK_EQUAL(cusolverDnZpotrsBatched(handle, uplo, n, 2, As, n, Bs, n, info, COUNT),
                CUSOLVER_STATUS_INVALID_VALUE);
    std::vector<number> second_is_bad = a;
    second_is_bad[SIZE] = -1;
    device_array<number> bad(second_is_bad);
    device_array<cuDoubleComplex *> with_bad(
        std::vector<cuDoubleComplex *>{raw(bad), raw(bad) + SIZE});
    CHECK_SOLVER(cusolverDnZpotrfBatched(handle, uplo, n, with_bad, n, info, COUNT));
    CHECK_EQUAL(info.get()[0], 0);
    CHECK_EQUAL(info.get()[1], 1);
    device_array<int64_t> pivots(n);
    cusolverDnParams_t params;
    CHECK_SOLVER(cusolverDnCreateParams(&params));
    size_t of_device = 0, of_host = 0;
    CHECK_SOLVER(cusolverDnXgetrf_bufferSize(handle, params, n, n, CUDA_C_64F, again, n, CUDA_C_64F,
                                             &of_device, &of_host));
    const workspace there(of_device);
    std::vector<char> here(of_host);
    CHECK_SOLVER(cusolverDnXgetrf(handle, params, n, n, CUDA_C_64F, again, n, pivots, CUDA_C_64F,
                                  there, of_device, here.data(), of_host, info));
    CHECK_SOLVER(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 1, CUDA_C_64F, again, n, pivots,
                                  CUDA_C_64F, other, n, info));
    std::vector<number> solved = other.get();
    solved.resize(n);
    check_near(solved, {x.begin(), x.begin() + n}, "Xgetrs");
    CHECK_SOLVER(cusolverDnDestroyParams(params));
}

int main() {
    check_device();
    CHECK_SOLVER(cusolverDnCreate(&handle));
    check_eigenvalues();
    check_singular_values(5, 3);
    check_singular_values(3, 5);
    check_solutions();
#ifdef CUDA_EMULATOR
    check_no_outcome();
#endif
    CHECK_SOLVER(cusolverDnDestroy(handle));
    return check_result();
}
