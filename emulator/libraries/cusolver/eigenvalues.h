// eigenvalues.h: some of the eigenvalues of a Hermitian matrix, also of two of them together.
#ifndef CUDA_EMULATOR_CUSOLVER_EIGENVALUES_H
#define CUDA_EMULATOR_CUSOLVER_EIGENVALUES_H

#include "call.h"

#include <optional>

namespace cuda_emulator::cusolver {

// Which ones: all, those in (low, high], or from number `first` to number `last`, counted from 1.
template <class R> struct range_of_values {
    cusolverEigRange_t kind = CUSOLVER_EIG_RANGE_ALL;
    R low = 0, high = 0;
    length first = 1, last = 0;

    bool has(length number, R value) const {
        return kind == CUSOLVER_EIG_RANGE_V   ? value > low && value <= high
               : kind == CUSOLVER_EIG_RANGE_I ? number >= first && number <= last
                                              : true;
    }
};

// A vector of the transformed matrix is turned back by `turn_back`. Returns how many there are.
template <class T, class TurnBack>
int take_eigen(std::vector<T> whole, length n, const range_of_values<real<T>> &range,
               bool with_vectors, T *A, length lda, real<T> *W, int *info, TurnBack turn_back) {
    std::vector<T> vectors;
    std::vector<real<T>> w;
    const int sweeps = eigen(whole, n, w, vectors);
    length taken = 0;
    std::vector<real<T>> others; // W has them, too, behind those of the range
    for (length k = 0; k < n; ++k) {
        if (!range.has(k + 1, w[static_cast<size_t>(k)])) {
            others.push_back(w[static_cast<size_t>(k)]);
            continue;
        }
        W[taken] = w[static_cast<size_t>(k)];
        if (with_vectors) {
            T *const vector = &vectors[static_cast<size_t>(k * n)];
            turn_back(vector);
            std::copy_n(vector, n, A + taken * lda);
        }
        ++taken;
    }
    std::copy(others.begin(), others.end(), W + taken);
    *info = sweeps == MOST_SWEEPS ? static_cast<int>(n) - 1 : 0;
    return static_cast<int>(taken);
}

// The values of A x = w B x (type 1), A B x = w x (2) or B A x = w x (3), by B = L L^H, which B
// becomes: those of L^-1 A L^-H, or of L^H A L.
template <class T>
int take_generalized(cusolverEigType_t type, length n, const range_of_values<real<T>> &range,
                     bool with_vectors, bool upper, T *A, length lda, T *B, length ldb, real<T> *W,
                     int *info) {
    const view<T> l{B, ldb, upper};
    const int minor = cholesky(l, n);
    if (minor != 0) {
        *info = static_cast<int>(n) + minor;
        return 0;
    }
    const auto lower = [=](length i, length j) { return l.get(i, j); };
    const auto adjoint = [=](length i, length j) { return conjugate(l.get(j, i)); };
    const auto times = [=](auto triangle, bool is_lower, const T *x, T *y) {
        for (length i = 0; i < n; ++i) {
            y[i] = T(0);
            for (length k = is_lower ? 0 : i; k < (is_lower ? i + 1 : n); ++k)
                y[i] += triangle(i, k) * x[k];
        }
    };
    std::vector<T> m = whole_of(A, n, lda, upper), other(m.size());
    const auto column = [n](std::vector<T> &of, length j) {
        return &of[static_cast<size_t>(j * n)];
    };
    for (int side = 0; side < 2; ++side) { // M becomes (S M)^H, where S is L^-1 or L^H
        if (type == CUSOLVER_EIG_TYPE_1)
            substitute(lower, n, true, false, m.data(), static_cast<int>(n), n);
        else
            for (length j = 0; j < n; ++j) {
                times(adjoint, false, column(m, j), column(other, j));
                std::copy_n(column(other, j), n, column(m, j));
            }
        for (length j = 0; j < n; ++j)
            for (length i = 0; i < n; ++i)
                column(other, i)[j] = conjugate(column(m, j)[i]);
        std::swap(m, other);
    }
    return take_eigen(m, n, range, with_vectors, A, lda, W, info, [&](T *vector) {
        if (type == CUSOLVER_EIG_TYPE_3) {
            times(lower, true, vector, other.data());
            std::copy_n(other.begin(), n, vector);
        } else {
            substitute(adjoint, n, false, false, vector, 1, n);
        }
    });
}

constexpr std::optional<cusolverEigType_t> ONE_MATRIX; // and no B

// How many values there are is told to the host, so such a call waits for its work where the range
// does not say it.
template <class T, class Count>
cusolverStatus_t eigenvalues(const char *name, cusolverDnHandle_t handle,
                             std::optional<cusolverEigType_t> type, cusolverEigMode_t mode,
                             const range_of_values<real<T>> &range, cublasFillMode_t uplo, int n,
                             T *A, int lda, T *B, int ldb, real<T> *W, Count *found,
                             bool tells_count, int *info) {
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER,
               with_vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    call c(name, handle);
    c.triangle(mode, uplo, n).matrix("A", A, n, n, lda, true, true);
    if (range.kind == CUSOLVER_EIG_RANGE_I)
        c.at_least("il", static_cast<int>(range.first), 1)
            .at_most("il", static_cast<int>(range.first), static_cast<int>(range.last))
            .at_most("iu", static_cast<int>(range.last), n);
    if (type)
        c.at_least("type", *type, 1)
            .at_most("type", *type, 3)
            .matrix("B", B, n, n, ldb, true, true);
    if (tells_count)
        c.needs("meig", found);
    const cusolverStatus_t status =
        c.vector("W", W, n, true).vector("info", info, 1, true).does([=] {
            const int count = type ? take_generalized(*type, n, range, with_vectors, upper, A, lda,
                                                      B, ldb, W, info)
                                   : take_eigen(whole_of(A, n, lda, upper), n, range, with_vectors,
                                                A, lda, W, info, [](T *) {});
            if (tells_count)
                *found = count;
        });
    if (status == CUSOLVER_STATUS_SUCCESS && tells_count &&
        cudaStreamSynchronize(handle->stream) != cudaSuccess)
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    return status;
}

} // namespace cuda_emulator::cusolver

#endif
