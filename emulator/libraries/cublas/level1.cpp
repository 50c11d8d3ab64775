// level1.cpp: vectors.
#include "handle.h"

#include <cmath>
#include <limits>

namespace cuda_emulator::cublas {

namespace {

template <class T>
cublasStatus_t axpy(const char *name, cublasHandle_t handle, int n, const T *alpha, const T *x,
                    int incx, T *y, int incy) {
    call c(name, handle);
    if (!c.is_good() || n <= 0)
        return c.status();
    const factor<T> a = c.takes("alpha", alpha);
    c.reads("x", x, n, incx);
    c.updates("y", y, n, incy);
    return c.does([=] {
        const T by = a();
        for (int i = 0; i < n; ++i)
            at(y, n, incy, i) += times(by, at(x, n, incx, i));
    });
}

// Factor: T, or its real type.
template <class T, class Factor>
cublasStatus_t scal(const char *name, cublasHandle_t handle, int n, const Factor *alpha, T *x,
                    int incx) {
    call c(name, handle);
    if (!c.is_good() || n <= 0 || incx <= 0)
        return c.status();
    const factor<Factor> a = c.takes("alpha", alpha);
    c.updates("x", x, n, incx);
    return c.does([=] {
        const T by = T(a());
        for (int i = 0; i < n; ++i)
            at(x, n, incx, i) = times(by, at(x, n, incx, i));
    });
}

template <class T>
cublasStatus_t copy(const char *name, cublasHandle_t handle, int n, const T *x, int incx, T *y,
                    int incy) {
    call c(name, handle);
    if (!c.is_good() || n <= 0)
        return c.status();
    c.reads("x", x, n, incx);
    c.writes("y", y, n, incy);
    return c.does([=] {
        for (int i = 0; i < n; ++i)
            at(y, n, incy, i) = at(x, n, incx, i);
    });
}

template <class T>
cublasStatus_t swap(const char *name, cublasHandle_t handle, int n, T *x, int incx, T *y,
                    int incy) {
    call c(name, handle);
    if (!c.is_good() || n <= 0)
        return c.status();
    c.updates("x", x, n, incx);
    c.updates("y", y, n, incy);
    return c.does([=] {
        for (int i = 0; i < n; ++i)
            std::swap(at(x, n, incx, i), at(y, n, incy, i));
    });
}

// A result of one vector, or of two where y is not null: work_out() is called when it is due.
template <class T, class Result, class WorkOut>
cublasStatus_t reduce(const char *name, cublasHandle_t handle, int n, const T *x, int incx,
                      const T *y, int incy, Result *result, WorkOut work_out) {
    call c(name, handle);
    if (!c.is_good())
        return c.status();
    c.gives("the result", result);
    c.reads("x", x, n, incx);
    if (y != nullptr)
        c.reads("y", y, n, incy);
    return c.does([=] { *result = work_out(); });
}

template <class T>
cublasStatus_t dot(const char *name, cublasHandle_t handle, int n, const T *x, int incx, const T *y,
                   int incy, T *result, bool conjugated) {
    return reduce(name, handle, n, x, incx, y, incy, result, [=] {
        T sum(0);
        for (int i = 0; i < n; ++i) {
            const T a = at(x, n, incx, i);
            sum += times(conjugated ? conjugate(a) : a, at(y, n, incy, i));
        }
        return sum;
    });
}

// Scaled by the largest, so that no square overflows. What is not a number makes all none.
template <class T>
cublasStatus_t nrm2(const char *name, cublasHandle_t handle, int n, const T *x, int incx,
                    real<T> *result) {
    return reduce(name, handle, incx > 0 ? n : 0, x, incx, static_cast<const T *>(nullptr), 1,
                  result, [=] {
                      double scale = 0, sum = 0;
                      for (int i = 0; i < n && incx > 0; ++i) {
                          const T e = at(x, n, incx, i);
                          if (std::isnan(std::real(e)) || std::isnan(std::imag(e)))
                              return std::numeric_limits<real<T>>::quiet_NaN();
                          scale = std::fmax(scale, double(std::abs(e)));
                      }
                      if (scale == 0 || std::isinf(scale))
                          return real<T>(scale);
                      for (int i = 0; i < n; ++i) {
                          const double part = double(std::abs(at(x, n, incx, i))) / scale;
                          sum += part * part;
                      }
                      return real<T>(scale * std::sqrt(sum));
                  });
}

template <class T> real<T> size_of(const T &x) {
    return std::abs(std::real(x)) + std::abs(std::imag(x));
}

template <class T>
cublasStatus_t asum(const char *name, cublasHandle_t handle, int n, const T *x, int incx,
                    real<T> *result) {
    return reduce(name, handle, incx > 0 ? n : 0, x, incx, static_cast<const T *>(nullptr), 1,
                  result, [=] {
                      real<T> sum = 0;
                      for (int i = 0; i < n && incx > 0; ++i)
                          sum += size_of(at(x, n, incx, i));
                      return sum;
                  });
}

// The first, counted from 1, that is the largest or the smallest; 0 if there is none.
template <class T, class Index>
cublasStatus_t extreme(const char *name, cublasHandle_t handle, int n, const T *x, int incx,
                       Index *result, bool largest) {
    return reduce(
        name, handle, incx > 0 ? n : 0, x, incx, static_cast<const T *>(nullptr), 1, result, [=] {
            int found = n > 0 && incx > 0 ? 0 : -1;
            for (int i = 1; i < n && incx > 0; ++i) {
                const real<T> a = size_of(at(x, n, incx, i)), b = size_of(at(x, n, incx, found));
                if (largest ? a > b : a < b)
                    found = i;
            }
            return Index(found + 1);
        });
}

bool fit(int64_t n, int64_t inc) {
    return n == int(n) && inc == int(inc);
}

template <class T, class Sine>
cublasStatus_t rot(const char *name, cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,
                   const real<T> *cosine, const Sine *sine) {
    call c(name, handle);
    if (!c.is_good() || n <= 0)
        return c.status();
    const factor<real<T>> cos = c.takes("c", cosine);
    const factor<Sine> sin = c.takes("s", sine);
    c.updates("x", x, n, incx);
    c.updates("y", y, n, incy);
    return c.does([=] {
        const T a = T(cos()), s = T(sin());
        for (int i = 0; i < n; ++i) {
            T &p = at(x, n, incx, i), &q = at(y, n, incy, i);
            const T before = p;
            p = times(a, before) + times(s, q);
            q = times(a, q) - times(conjugate(s), before);
        }
    });
}

// The rotation that makes b zero. Of real numbers b becomes z, by which c and s can be found again.
template <class T>
cublasStatus_t rotg(const char *name, cublasHandle_t handle, T *a, T *b, real<T> *cosine, T *sine) {
    call c(name, handle);
    if (!c.is_good())
        return c.status();
    for (T *p : {a, b}) {
        c.gives("a or b", p);
        if (c.is_good() && handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
            c.reads("a or b", p, 1, 1);
    }
    c.gives("c", cosine);
    c.gives("s", sine);
    return c.does([=] {
        using R = real<T>;
        const R size_a = std::abs(*a), size_b = std::abs(*b), r = std::hypot(size_a, size_b);
        if constexpr (std::is_same<T, R>::value) {
            const bool of_a = size_a > size_b;
            const R signed_r = std::copysign(r, of_a ? *a : *b);
            *cosine = r == 0 ? R(1) : *a / signed_r;
            *sine = r == 0 ? R(0) : *b / signed_r;
            *b = r == 0 ? R(0) : of_a ? *sine : *cosine != 0 ? 1 / *cosine : R(1);
            *a = signed_r;
        } else if (size_a == 0) {
            *cosine = 0;
            *sine = 1;
            *a = *b;
        } else {
            const T direction = *a / size_a;
            *cosine = size_a / r;
            *sine = times(direction, conjugate(*b)) / r;
            *a = direction * r;
        }
    });
}

template <class T>
cublasStatus_t rotm(const char *name, cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,
                    const T *param) {
    call c(name, handle);
    if (!c.is_good() || n <= 0)
        return c.status();
    if (!c.wants(param != nullptr, "param is a null pointer").is_good())
        return c.status();
    const bool of_device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    const std::vector<T> known = of_device ? std::vector<T>() : std::vector<T>(param, param + 5);
    if (of_device)
        c.reads("param", param, 5, 1);
    c.updates("x", x, n, incx);
    c.updates("y", y, n, incy);
    return c.does([=] {
        const T *const p = of_device ? param : known.data();
        if (p[0] == -2) // as it is
            return;
        const T h11 = p[0] == 0 ? 1 : p[1], h22 = p[0] == 0 ? 1 : p[4];
        const T h21 = p[0] == 1 ? -1 : p[2], h12 = p[0] == 1 ? 1 : p[3];
        for (int i = 0; i < n; ++i) {
            T &a = at(x, n, incx, i), &b = at(y, n, incy, i);
            const T before = a;
            a = h11 * before + h12 * b;
            b = h21 * before + h22 * b;
        }
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;

extern "C" {

#define FOR_TYPE(T, R, L, l, N)                                                                    \
    cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x,       \
                                   int incx, T *y, int incy) {                                     \
        return axpy("cublas" #L "axpy", handle, n, in(alpha), in(x), incx, in(y), incy);           \
    }                                                                                              \
    cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx) { \
        return scal("cublas" #L "scal", handle, n, in(alpha), in(x), incx);                        \
    }                                                                                              \
    cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T *x, int incx, T *y,       \
                                   int incy) {                                                     \
        return copy("cublas" #L "copy", handle, n, in(x), incx, in(y), incy);                      \
    }                                                                                              \
    cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy) { \
        return swap("cublas" #L "swap", handle, n, in(x), incx, in(y), incy);                      \
    }                                                                                              \
    cublasStatus_t cublasI##l##amax(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result) {                                                 \
        return extreme("cublasI" #l "amax", handle, n, in(x), incx, result, true);                 \
    }                                                                                              \
    cublasStatus_t cublasI##l##amin(cublasHandle_t handle, int n, const T *x, int incx,            \
                                    int *result) {                                                 \
        return extreme("cublasI" #l "amin", handle, n, in(x), incx, result, false);                \
    }                                                                                              \
    cublasStatus_t cublasI##l##amax_64(cublasHandle_t handle, int64_t n, const T *x, int64_t incx, \
                                       int64_t *result) {                                          \
        return fit(n, incx) ? extreme("cublasI" #l "amax_64", handle, int(n), in(x), int(incx),    \
                                      result, true)                                                \
                            : refuse_size("cublasI" #l "amax_64");                                 \
    }                                                                                              \
    cublasStatus_t cublasI##l##amin_64(cublasHandle_t handle, int64_t n, const T *x, int64_t incx, \
                                       int64_t *result) {                                          \
        return fit(n, incx) ? extreme("cublasI" #l "amin_64", handle, int(n), in(x), int(incx),    \
                                      result, false)                                               \
                            : refuse_size("cublasI" #l "amin_64");                                 \
    }                                                                                              \
    cublasStatus_t cublas##N##nrm2(cublasHandle_t handle, int n, const T *x, int incx,             \
                                   R *result) {                                                    \
        return nrm2("cublas" #N "nrm2", handle, n, in(x), incx, result);                           \
    }                                                                                              \
    cublasStatus_t cublas##N##asum(cublasHandle_t handle, int n, const T *x, int incx,             \
                                   R *result) {                                                    \
        return asum("cublas" #N "asum", handle, n, in(x), incx, result);                           \
    }                                                                                              \
    cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,    \
                                  const R *c, const T *s) {                                        \
        return rot("cublas" #L "rot", handle, n, in(x), incx, in(y), incy, c, in(s));              \
    }                                                                                              \
    cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T *a, T *b, R *c, T *s) {                \
        return rotg("cublas" #L "rotg", handle, in(a), in(b), c, in(s));                           \
    }
FOR_TYPE(float, float, S, s, S)
FOR_TYPE(double, double, D, d, D)
FOR_TYPE(cuComplex, float, C, c, Sc)
FOR_TYPE(cuDoubleComplex, double, Z, z, Dz)

#define FOR_REAL(T, L)                                                                             \
    cublasStatus_t cublas##L##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y,  \
                                  int incy, T *result) {                                           \
        return dot("cublas" #L "dot", handle, n, x, incx, y, incy, result, false);                 \
    }                                                                                              \
    cublasStatus_t cublas##L##rotm(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,   \
                                   const T *param) {                                               \
        return rotm("cublas" #L "rotm", handle, n, x, incx, y, incy, param);                       \
    }
FOR_REAL(float, S)
FOR_REAL(double, D)

#define FOR_COMPLEX(T, R, L, M)                                                                    \
    cublasStatus_t cublas##L##dotu(cublasHandle_t handle, int n, const T *x, int incx, const T *y, \
                                   int incy, T *result) {                                          \
        return dot("cublas" #L "dotu", handle, n, in(x), incx, in(y), incy, in(result), false);    \
    }                                                                                              \
    cublasStatus_t cublas##L##dotc(cublasHandle_t handle, int n, const T *x, int incx, const T *y, \
                                   int incy, T *result) {                                          \
        return dot("cublas" #L "dotc", handle, n, in(x), incx, in(y), incy, in(result), true);     \
    }                                                                                              \
    cublasStatus_t cublas##M##scal(cublasHandle_t handle, int n, const R *alpha, T *x, int incx) { \
        return scal("cublas" #M "scal", handle, n, alpha, in(x), incx);                            \
    }                                                                                              \
    cublasStatus_t cublas##M##rot(cublasHandle_t handle, int n, T *x, int incx, T *y, int incy,    \
                                  const R *c, const R *s) {                                        \
        return rot("cublas" #M "rot", handle, n, in(x), incx, in(y), incy, c, s);                  \
    }
FOR_COMPLEX(cuComplex, float, C, Cs)
FOR_COMPLEX(cuDoubleComplex, double, Z, Zd)

} // extern "C"
