// factors.h: the factors of one matrix, of T, column after column: what LAPACK has, with its
// conventions.
#ifndef CUDA_EMULATOR_CUSOLVER_FACTORS_H
#define CUDA_EMULATOR_CUSOLVER_FACTORS_H

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace cuda_emulator::cusolver {

using length = long long;

inline float conjugate(float x) {
    return x;
}
inline double conjugate(double x) {
    return x;
}
template <class T> std::complex<T> conjugate(const std::complex<T> &x) {
    return std::conj(x);
}
template <class T> struct real_of { using type = T; };
template <class T> struct real_of<std::complex<T>> { using type = T; };
template <class T> using real = typename real_of<T>::type;

// The matrix as it is, or its conjugate transpose: then what is done to one triangle is done to the
// other.
template <class T> struct view {
    T *a;
    length ld;
    bool transposed;
    T get(length i, length j) const {
        return transposed ? conjugate(a[j + i * ld]) : a[i + j * ld];
    }
    void set(length i, length j, const T &x) const {
        (transposed ? a[j + i * ld] : a[i + j * ld]) = transposed ? conjugate(x) : x;
    }
};

// a = L L^H, in the lower triangle of the view. Returns 0, or the number of the first minor that is
// not positive.
template <class T> int cholesky(const view<T> &a, length n) {
    for (length j = 0; j < n; ++j) {
        real<T> d = std::real(a.get(j, j));
        for (length k = 0; k < j; ++k)
            d -= std::norm(a.get(j, k));
        if (!(d > 0))
            return static_cast<int>(j + 1);
        d = std::sqrt(d);
        a.set(j, j, T(d));
        for (length i = j + 1; i < n; ++i) {
            T s = a.get(i, j);
            for (length k = 0; k < j; ++k)
                s -= a.get(i, k) * conjugate(a.get(j, k));
            a.set(i, j, s / d);
        }
    }
    return 0;
}

// P a = L U, rows exchanged as pivots says (from 1; null: none are). Returns 0, or the first pivot
// that is zero.
template <class T, class Pivot> int lu(T *a, length m, length n, length ld, Pivot *pivots) {
    int zero = 0;
    for (length k = 0; k < std::min(m, n); ++k) {
        length best = k;
        for (length i = k + 1; i < m && pivots != nullptr; ++i)
            if (std::abs(a[i + k * ld]) > std::abs(a[best + k * ld]))
                best = i;
        if (pivots != nullptr)
            pivots[k] = static_cast<Pivot>(best + 1);
        for (length j = 0; j < n && best != k; ++j)
            std::swap(a[k + j * ld], a[best + j * ld]);
        if (a[k + k * ld] == T(0)) {
            zero = zero != 0 ? zero : static_cast<int>(k + 1);
            continue;
        }
        for (length i = k + 1; i < m; ++i)
            a[i + k * ld] /= a[k + k * ld];
        for (length j = k + 1; j < n; ++j)
            for (length i = k + 1; i < m; ++i)
                a[i + j * ld] -= a[i + k * ld] * a[k + j * ld];
    }
    return zero;
}

// b becomes x of t x = b, where t(i, j) is a triangle.
template <class T, class Triangle>
void substitute(Triangle t, length n, bool lower, bool unit, T *b, length columns, length ldb) {
    for (length c = 0; c < columns; ++c)
        for (length step = 0; step < n; ++step) {
            const length k = lower ? step : n - 1 - step;
            T &x = b[k + c * ldb];
            if (!unit)
                x /= t(k, k);
            for (length i = lower ? k + 1 : 0; i < (lower ? n : k); ++i)
                b[i + c * ldb] -= t(i, k) * x;
        }
}

// b becomes x of a x = b, where a has been factorised by cholesky().
template <class T>
void solve_by_cholesky(const T *a, length n, length lda, bool upper, T *b, length columns,
                       length ldb) {
    const view<T> l{const_cast<T *>(a), lda, upper};
    substitute([&](length i, length j) { return l.get(i, j); }, n, true, false, b, columns, ldb);
    substitute([&](length i, length j) { return conjugate(l.get(j, i)); }, n, false, false, b,
               columns, ldb);
}

// a = Q R: R above, the reflections I - tau v v^H below, with v(k) = 1.
template <class T> void qr(T *a, length m, length n, length ld, T *tau) {
    for (length k = 0; k < std::min(m, n); ++k) {
        real<T> rest = 0;
        for (length i = k + 1; i < m; ++i)
            rest += std::norm(a[i + k * ld]);
        const T alpha = a[k + k * ld];
        if (rest == 0 && std::imag(alpha) == 0) {
            tau[k] = T(0);
            continue;
        }
        const real<T> beta = -std::copysign(std::sqrt(std::norm(alpha) + rest), std::real(alpha));
        tau[k] = (T(beta) - alpha) / beta;
        for (length i = k + 1; i < m; ++i)
            a[i + k * ld] /= alpha - T(beta);
        a[k + k * ld] = T(beta);
        for (length j = k + 1; j < n; ++j) {
            T s = a[k + j * ld];
            for (length i = k + 1; i < m; ++i)
                s += conjugate(a[i + k * ld]) * a[i + j * ld];
            s *= conjugate(tau[k]);
            a[k + j * ld] -= s;
            for (length i = k + 1; i < m; ++i)
                a[i + j * ld] -= a[i + k * ld] * s;
        }
    }
}

// c becomes Q c, or Q^H c, where Q is of k reflections of length m.
template <class T>
void apply_q(const T *a, length k, length lda, const T *tau, bool transposed, T *c, length m,
             length n, length ldc) {
    for (length step = 0; step < k; ++step) {
        const length r = transposed ? step : k - 1 - step;
        for (length j = 0; j < n; ++j) {
            T s = c[r + j * ldc];
            for (length i = r + 1; i < m; ++i)
                s += conjugate(a[i + r * lda]) * c[i + j * ldc];
            s *= transposed ? conjugate(tau[r]) : tau[r];
            c[r + j * ldc] -= s;
            for (length i = r + 1; i < m; ++i)
                c[i + j * ldc] -= a[i + r * lda] * s;
        }
    }
}

// Rotations that are still needed after so many sweeps, of a NaN for one, are given up.
constexpr int MOST_SWEEPS = 60;

// The singular values of the columns of a, by turning pairs of them until all are orthogonal
// (Jacobi, Hestenes). a becomes U times the values, v the turns. Returns how often it has looked at
// all pairs.
template <class T> int turn_columns(std::vector<T> &a, length m, length n, std::vector<T> &v) {
    v.assign(static_cast<size_t>(n * n), T(0));
    for (length i = 0; i < n; ++i)
        v[static_cast<size_t>(i + i * n)] = T(1);
    const real<T> small = 8 * std::numeric_limits<real<T>>::epsilon();
    bool turned = true;
    int sweep = 0;
    for (; sweep < MOST_SWEEPS && turned; ++sweep) {
        turned = false;
        for (length p = 0; p < n; ++p)
            for (length q = p + 1; q < n; ++q) {
                T *const x = &a[static_cast<size_t>(p * m)], *const y =
                                                                 &a[static_cast<size_t>(q * m)];
                real<T> xx = 0, yy = 0;
                T xy(0);
                for (length i = 0; i < m; ++i) {
                    xx += std::norm(x[i]);
                    yy += std::norm(y[i]);
                    xy += conjugate(x[i]) * y[i];
                }
                const real<T> size = std::abs(xy);
                if (size == 0 || size <= small * std::sqrt(xx * yy))
                    continue;
                turned = true;
                const real<T> zeta = (yy - xx) / (2 * size);
                const real<T> t =
                    std::copysign(real<T>(1), zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
                const real<T> c = 1 / std::sqrt(1 + t * t), s = c * t;
                const T phase = xy / size;
                const auto turn = [&](T *left, T *right, length count) {
                    for (length i = 0; i < count; ++i) {
                        const T l = left[i], r = conjugate(phase) * right[i];
                        left[i] = c * l - s * r;
                        right[i] = s * l + c * r;
                    }
                };
                turn(x, y, m);
                turn(&v[static_cast<size_t>(p * n)], &v[static_cast<size_t>(q * n)], n);
            }
    }
    return sweep;
}

// The order of numbers by their size.
template <class R> std::vector<length> sorted(const std::vector<R> &w, bool ascending) {
    std::vector<length> order(w.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](length a, length b) {
        return ascending ? w[static_cast<size_t>(a)] < w[static_cast<size_t>(b)]
                         : w[static_cast<size_t>(a)] > w[static_cast<size_t>(b)];
    });
    return order;
}

// Columns that make u a basis of m dimensions: of the unit vectors, what is left when the others
// are taken away.
template <class T> void complete(std::vector<std::vector<T>> &u, length m, size_t wanted) {
    for (length axis = 0; axis < m && u.size() < wanted; ++axis) {
        std::vector<T> x(static_cast<size_t>(m), T(0));
        x[static_cast<size_t>(axis)] = T(1);
        for (int twice = 0; twice < 2; ++twice)
            for (const std::vector<T> &column : u) {
                T s(0);
                for (size_t i = 0; i < x.size(); ++i)
                    s += conjugate(column[i]) * x[i];
                for (size_t i = 0; i < x.size(); ++i)
                    x[i] -= s * column[i];
            }
        real<T> size = 0;
        for (const T &e : x)
            size += std::norm(e);
        if (size < real<T>(0.5) / static_cast<real<T>>(m))
            continue;
        for (T &e : x)
            e /= std::sqrt(size);
        u.push_back(x);
    }
    // Where the others are no basis, because they have a NaN or are infinite.
    u.resize(std::max(u.size(), wanted), std::vector<T>(static_cast<size_t>(m), T(0)));
}

// Descending, with a vector for each: those of u are more where wanted is.
template <class T> struct singular {
    std::vector<real<T>> sizes;
    std::vector<std::vector<T>> u, v;
    int sweeps; // of Jacobi's rotations
};
// Of a matrix with no fewer rows than columns.
template <class T>
singular<T> singular_values(const T *A, length m, length n, length lda, length wanted) {
    std::vector<T> a, v;
    for (length j = 0; j < n; ++j)
        a.insert(a.end(), A + j * lda, A + j * lda + m);
    singular<T> found;
    found.sweeps = turn_columns(a, m, n, v);
    std::vector<real<T>> sizes;
    for (length j = 0; j < n; ++j) {
        real<T> sum = 0;
        for (length i = 0; i < m; ++i)
            sum += std::norm(a[static_cast<size_t>(i + j * m)]);
        sizes.push_back(std::sqrt(sum));
    }
    for (const length k : sorted(sizes, false)) {
        const real<T> size = sizes[static_cast<size_t>(k)];
        found.sizes.push_back(size);
        found.v.emplace_back(v.begin() + k * n, v.begin() + (k + 1) * n);
        if (size > 0) {
            found.u.emplace_back(a.begin() + k * m, a.begin() + (k + 1) * m);
            for (T &e : found.u.back())
                e /= size;
        }
    }
    complete(found.u, m, static_cast<size_t>(wanted));
    return found;
}

// The whole of a Hermitian matrix of which one triangle is stored.
template <class T> std::vector<T> whole_of(const T *A, length n, length lda, bool upper) {
    const view<T> lower{const_cast<T *>(A), lda, upper};
    std::vector<T> whole;
    for (length j = 0; j < n; ++j)
        for (length i = 0; i < n; ++i)
            whole.push_back(i == j  ? T(std::real(lower.get(i, i)))
                            : i > j ? lower.get(i, j)
                                    : conjugate(lower.get(j, i)));
    return whole;
}

// Eigenvalues, ascending, and vectors of a Hermitian matrix, which becomes diagonal by turns of
// rows and columns (Jacobi). Returns how often it has looked at all of them.
template <class T>
int eigen(std::vector<T> &a, length n, std::vector<real<T>> &w, std::vector<T> &vectors) {
    std::vector<T> v(static_cast<size_t>(n * n), T(0));
    const auto at = [&](length i, length j) -> T & { return a[static_cast<size_t>(i + j * n)]; };
    real<T> all = 0;
    for (length i = 0; i < n; ++i)
        v[static_cast<size_t>(i + i * n)] = T(1);
    for (const T &x : a)
        all += std::norm(x);
    const real<T> small = std::numeric_limits<real<T>>::epsilon() * std::sqrt(all) /
                          static_cast<real<T>>(std::max<length>(n, 1));
    bool turned = true;
    int sweep = 0;
    for (; sweep < MOST_SWEEPS && turned; ++sweep) {
        turned = false;
        for (length p = 0; p < n; ++p)
            for (length q = p + 1; q < n; ++q) {
                const real<T> size = std::abs(at(p, q));
                if (size <= small)
                    continue;
                turned = true;
                const real<T> zeta = (std::real(at(q, q)) - std::real(at(p, p))) / (2 * size);
                const real<T> t =
                    std::copysign(real<T>(1), zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
                const real<T> c = 1 / std::sqrt(1 + t * t), s = c * t;
                const T phase = at(p, q) / size;
                for (length i = 0; i < n; ++i) { // columns
                    const T l = at(i, p), r = conjugate(phase) * at(i, q);
                    at(i, p) = c * l - s * r;
                    at(i, q) = s * l + c * r;
                    T &x = v[static_cast<size_t>(i + p * n)],
                      &y = v[static_cast<size_t>(i + q * n)];
                    const T left = x, right = conjugate(phase) * y;
                    x = c * left - s * right;
                    y = s * left + c * right;
                }
                for (length i = 0; i < n; ++i) { // rows
                    const T l = at(p, i), r = phase * at(q, i);
                    at(p, i) = c * l - s * r;
                    at(q, i) = s * l + c * r;
                }
            }
    }
    std::vector<real<T>> values;
    for (length i = 0; i < n; ++i)
        values.push_back(std::real(at(i, i)));
    w.clear();
    vectors.clear();
    for (const length k : sorted(values, true)) {
        w.push_back(values[static_cast<size_t>(k)]);
        vectors.insert(vectors.end(), v.begin() + k * n, v.begin() + (k + 1) * n);
    }
    return sweep;
}

} // namespace cuda_emulator::cusolver

#endif
