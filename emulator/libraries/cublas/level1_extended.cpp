// level1_extended.cpp: level 1 for vectors whose elements have a type that is known when the call
// is made. All is worked out in double and rounded once.
#include "handle.h"

namespace cuda_emulator::cublas {

namespace {

using value = std::complex<double>;

struct vector {
    void *first;
    cudaDataType type;
    int n, inc;

    long long place(int i) const {
        return inc < 0 ? static_cast<long long>(n - 1 - i) * -inc : static_cast<long long>(i) * inc;
    }
    value operator()(int i) const { return load<value>(first, type, place(i)); }
    void set(int i, const value &x) const { store(first, type, place(i), x); }
};
vector of(const void *x, cudaDataType type, int n, int inc) {
    return {const_cast<void *>(x), type, n, inc};
}

class typed_call : public call {
public:
    typed_call(const char *name, cublasHandle_t handle, cudaDataType execution)
        : call(name, handle), name_(name) {
        knows(execution);
    }
    void knows(cudaDataType type) {
        if (is_good() && unknown_.empty() && size_of(type) == 0)
            unknown_ = std::to_string(type);
    }
    void touches(const char *name, const vector &x, bool writes) {
        knows(x.type);
        touch_vector(name, x.first, x.n, x.inc, size_of(x.type), writes);
    }
    std::function<value()> takes(const char *name, const void *p, cudaDataType type) {
        knows(type);
        if (!wants(p != nullptr, std::string(name) + " is a null pointer").is_good() ||
            !unknown_.empty())
            return [] { return value(0); };
        if (!takes_from_device()) {
            const value known = load<value>(p, type, 0);
            return [=] { return known; };
        }
        touch_vector(name, p, 1, 1, size_of(type), false);
        return [=] { return load<value>(p, type, 0); };
    }
    void gives(const char *name, void *result, cudaDataType type) {
        knows(type);
        if (wants(result != nullptr, std::string(name) + " is a null pointer").is_good() &&
            takes_from_device())
            touch_vector(name, result, 1, 1, size_of(type), true);
    }
    cublasStatus_t does(const std::function<void()> &work) {
        if (is_good() && !unknown_.empty()) {
            say_of_library(name_, ("the emulator has no vectors of type " + unknown_).c_str());
            return CUBLAS_STATUS_NOT_SUPPORTED;
        }
        return call::does(work);
    }

private:
    const char *name_;
    std::string unknown_;
};

cublasStatus_t dot(const char *name, cublasHandle_t handle, bool conjugated, const vector &x,
                   const vector &y, void *result, cudaDataType type, cudaDataType execution) {
    typed_call c(name, handle, execution);
    c.touches("x", x, false);
    c.touches("y", y, false);
    c.gives("the result", result, type);
    return c.does([=] {
        value sum = 0;
        for (int i = 0; i < x.n; ++i)
            sum += times(conjugated ? std::conj(x(i)) : x(i), y(i));
        store(result, type, 0, sum);
    });
}

} // namespace

} // namespace cuda_emulator::cublas

using namespace cuda_emulator::cublas;
using cuda_emulator::store;

extern "C" {

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                           int incx, const void *y, cudaDataType typeY, int incy, void *result,
                           cudaDataType type, cudaDataType execution) {
    return dot("cublasDotEx", handle, false, of(x, typeX, n, incx), of(y, typeY, n, incy), result,
               type, execution);
}
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType typeX,
                            int incx, const void *y, cudaDataType typeY, int incy, void *result,
                            cudaDataType type, cudaDataType execution) {
    return dot("cublasDotcEx", handle, true, of(x, typeX, n, incx), of(y, typeY, n, incy), result,
               type, execution);
}
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *p, cudaDataType typeX,
                            int incx, void *result, cudaDataType type, cudaDataType execution) {
    typed_call c("cublasNrm2Ex", handle, execution);
    const vector x = of(p, typeX, n, incx);
    c.touches("x", x, false);
    c.gives("the result", result, type);
    return c.does([=] {
        double sum = 0;
        for (int i = 0; i < n; ++i)
            sum += std::norm(x(i));
        store(result, type, 0, value(std::sqrt(sum)));
    });
}
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            const void *from, cudaDataType typeX, int incx, void *to,
                            cudaDataType typeY, int incy, cudaDataType execution) {
    typed_call c("cublasAxpyEx", handle, execution);
    const vector x = of(from, typeX, n, incx), y = of(to, typeY, n, incy);
    const std::function<value()> a = c.takes("alpha", alpha, typeAlpha);
    c.touches("x", x, false);
    c.touches("y", y, false);
    c.touches("y", y, true);
    return c.does([=] {
        for (int i = 0; i < n; ++i)
            y.set(i, times(a(), x(i)) + y(i));
    });
}
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType typeAlpha,
                            void *p, cudaDataType typeX, int incx, cudaDataType execution) {
    typed_call c("cublasScalEx", handle, execution);
    const vector x = of(p, typeX, n, incx);
    const std::function<value()> a = c.takes("alpha", alpha, typeAlpha);
    c.touches("x", x, false);
    c.touches("x", x, true);
    return c.does([=] {
        for (int i = 0; i < n; ++i)
            x.set(i, times(a(), x(i)));
    });
}

} // extern "C"
