// handle.h: what all calls of cuBLAS share: the handle, and the way from a call to work in its
// stream.
#ifndef CUDA_EMULATOR_CUBLAS_HANDLE_H
#define CUDA_EMULATOR_CUBLAS_HANDLE_H

#include <cublas_v2.h>

#include "libraries/elements.h"
#include "runtime/library_work.h"

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace cuda_emulator::cublas {

bool is_there(cublasHandle_t handle);

// Of a size that is no int.
cublasStatus_t refuse_size(const char *name);

// A factor such as alpha: the host's is taken when the call is made, the device's when its work is
// done.
template <class T> struct factor {
    T value;
    const T *on_device; // null: the value is known
    T operator()() const { return on_device == nullptr ? value : *on_device; }
    bool is_known_zero() const { return on_device == nullptr && value == T(0); }
};

// One call: looks at its arguments, gathers the memory that it touches, and does its work.
class call {
public:
    call(const char *name, cublasHandle_t handle);
    // With other settings than the handle's.
    void set(cudaStream_t stream, cublasPointerMode_t pointers) {
        settings_.stream = stream;
        settings_.pointers = pointers;
    }

    // The arguments must be so; says so where they are not. what: "n is -1, and must not be
    // negative".
    call &wants(bool holds, const std::string &what,
                cublasStatus_t otherwise = CUBLAS_STATUS_INVALID_VALUE);
    call &size(const char *name, int value); // which must not be negative
    call &leading(const char *name, long long value, long long rows, const char *of);
    call &stride(const char *name, int value); // which must not be 0
    // Which must be one of those that BLAS has.
    call &operation(const char *name, cublasOperation_t op);
    // What has been looked at is the argument of this number, as LAPACK counts, without the handle:
    // info, of the host, becomes its negative if it is the first that is wrong.
    call &argument(int number, int *info);
    call &side(cublasSideMode_t side);
    call &triangle(cublasFillMode_t uplo);
    call &diagonal(cublasDiagType_t diag);

    bool is_good() const { return status_ == CUBLAS_STATUS_SUCCESS; }
    cublasStatus_t status() const { return status_; }

    // What the call touches. A matrix has its columns one after the other.
    void touch_vector(const char *name, const void *x, long long n, int inc, size_t element,
                      bool writes) {
        if (n > 0)
            memory_.push_back(spread(name, x, size_t(n), inc, element, writes));
    }
    template <class T> void reads(const char *name, const T *x, long long n, int inc) {
        touch_vector(name, x, n, inc, sizeof(T), false);
    }
    template <class T> void writes(const char *name, T *x, long long n, int inc) {
        touch_vector(name, x, n, inc, sizeof(T), true);
    }
    template <class T> void updates(const char *name, T *x, long long n, int inc) {
        reads(name, x, n, inc);
        writes(name, x, n, inc);
    }
    template <class T>
    void reads_matrix(const char *name, const T *a, long long rows, long long columns, int lda) {
        touch(name, a, rows, columns, lda, sizeof(T), false);
    }
    template <class T>
    void writes_matrix(const char *name, T *a, long long rows, long long columns, int lda) {
        touch(name, a, rows, columns, lda, sizeof(T), true);
    }
    void touch(const char *name, const void *a, long long rows, long long columns, long long lda,
               size_t element, bool writes);
    // One triangle of it, column by column: nothing need be in the other.
    template <class T>
    void reads_triangle(const char *name, const T *a, cublasFillMode_t uplo, int n, int lda) {
        for (long long j = 0; j < n; ++j)
            touch(name, uplo == CUBLAS_FILL_MODE_UPPER ? a + j * lda : a + j + j * lda,
                  uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n - j, 1, lda, sizeof(T), false);
    }
    template <class T>
    void writes_triangle(const char *name, T *a, cublasFillMode_t uplo, int n, int lda) {
        for (long long j = 0; j < n; ++j)
            touch(name, uplo == CUBLAS_FILL_MODE_UPPER ? a + j * lda : a + j + j * lda,
                  uplo == CUBLAS_FILL_MODE_UPPER ? j + 1 : n - j, 1, lda, sizeof(T), true);
    }
    template <class T> factor<T> takes(const char *name, const T *value) {
        if (!wants(value != nullptr, std::string(name) + " is a null pointer").is_good())
            return {T(0), nullptr};
        if (!takes_from_device())
            return {*value, nullptr};
        reads(name, value, 1, 1);
        return {T(0), value};
    }
    // Where a result goes, the host's or the device's.
    template <class T> void gives(const char *name, T *result) {
        if (wants(result != nullptr, std::string(name) + " is a null pointer").is_good() &&
            takes_from_device())
            writes(name, result, 1, 1);
    }
    // Lists of pointers, one for each matrix of a batch. False where the device does not have so
    // many: then does() refuses them.
    template <class... T> bool reads_lists(const char *name, int count, const T *...lists) {
        (reads(name, lists, count, 1), ...);
        return (is_memory_of_device(lists, size_t(count) * sizeof(T)) && ...);
    }

    bool takes_from_device() const { return settings_.pointers == CUBLAS_POINTER_MODE_DEVICE; }

    cublasStatus_t does(const std::function<void()> &work);

private:
    const char *name_;
    cublasContext settings_;
    cublasStatus_t status_;
    std::vector<library_memory> memory_;
};

// Where element i of a vector lies. With a negative stride the first is the last in memory.
template <class T> T &at(T *x, int n, int inc, int i) {
    return x[inc < 0 ? static_cast<long long>(n - 1 - i) * -inc : static_cast<long long>(i) * inc];
}

// ---- The types of the interface, and those that are computed in

template <class T> struct number_of { using type = T; };
template <> struct number_of<cuComplex> { using type = std::complex<float>; };
template <> struct number_of<cuDoubleComplex> { using type = std::complex<double>; };
template <class T> using number = typename number_of<T>::type;
template <class T> const number<T> *in(const T *p) {
    return reinterpret_cast<const number<T> *>(p);
}
template <class T> number<T> *in(T *p) {
    return reinterpret_cast<number<T> *>(p);
}
template <class T> const number<T> *const *in(const T *const *p) {
    return reinterpret_cast<const number<T> *const *>(p);
}
template <class T> number<T> *const *in(T *const *p) {
    return reinterpret_cast<number<T> *const *>(p);
}

inline float conjugate(float x) {
    return x;
}
inline double conjugate(double x) {
    return x;
}
template <class T> std::complex<T> conjugate(const std::complex<T> &x) {
    return std::conj(x);
}

// Without the second look that C++ takes at products that are not numbers: loops go four times as
// fast.
inline float times(float a, float b) {
    return a * b;
}
inline double times(double a, double b) {
    return a * b;
}
template <class T> std::complex<T> times(const std::complex<T> &a, const std::complex<T> &b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace cuda_emulator::cublas

#endif
