// call.h: what all calls of cuSOLVER share: the way from a call to work in the handle's stream.
#ifndef CUDA_EMULATOR_CUSOLVER_CALL_H
#define CUDA_EMULATOR_CUSOLVER_CALL_H

#include <cusolverDn.h>

#include "factors.h"

#include "runtime/library_work.h"

#include <functional>
#include <new>
#include <string>

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace cuda_emulator::cusolver {

// Never destroyed: the program's destructors may still call.
inline handles_alive<cusolverDnHandle_t> &alive() {
    static handles_alive<cusolverDnHandle_t> &all = *new handles_alive<cusolverDnHandle_t>;
    return all;
}

// One call: looks at its arguments, gathers the memory that it touches, and does its work.
class call {
public:
    call(const char *name, cusolverDnHandle_t handle) : name_(name), handle_(handle) {
        if (!alive().has(handle))
            refuse("the handle is none of cusolverDnCreate()'s, or was destroyed",
                   CUSOLVER_STATUS_NOT_INITIALIZED);
    }
    call &size(const char *name, int value) {
        if (value < 0)
            refuse(std::string(name) + " is " + std::to_string(value) +
                       ", and must not be negative",
                   CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    call &needs(const char *name, const void *pointer) {
        if (pointer == nullptr)
            refuse(std::string(name) + " is a null pointer", CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    // Of a Hermitian matrix one half is read.
    call &triangle(cusolverEigMode_t mode, cublasFillMode_t uplo, int n) {
        return size("mode", mode)
            .at_most("mode", mode, 1)
            .size("uplo", uplo)
            .at_most("uplo", uplo, 1)
            .size("n", n);
    }
    call &at_least(const char *name, int value, int least) {
        if (value < least)
            refuse(std::string(name) + " is " + std::to_string(value) + ", and must not be below " +
                       std::to_string(least),
                   CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    call &at_most(const char *name, int value, int most) {
        if (value > most)
            refuse(std::string(name) + " is " + std::to_string(value) + ", and must not be above " +
                       std::to_string(most),
                   CUSOLVER_STATUS_INVALID_VALUE);
        return *this;
    }
    // A matrix, and whether the call reads it, writes it, or both.
    template <class T>
    call &matrix(const char *name, const T *a, int rows, int columns, int ld, bool reads,
                 bool writes) {
        if (ld < rows || ld < 1)
            refuse("the leading dimension of " + std::string(name) + " is " + std::to_string(ld) +
                       ", and it has " + std::to_string(rows < 1 ? 1 : rows) + " rows",
                   CUSOLVER_STATUS_INVALID_VALUE);
        if (rows > 0 && columns > 0 && status_ == CUSOLVER_STATUS_SUCCESS)
            for (const bool write : {false, true})
                if (write ? writes : reads)
                    memory_.push_back({name, a, size_t(rows) * sizeof(T), size_t(columns),
                                       size_t(ld) * sizeof(T), write});
        return *this;
    }
    template <class T> call &vector(const char *name, const T *x, int count, bool writes) {
        if (count > 0)
            memory_.push_back(spread(name, x, size_t(count), 1, sizeof(T), writes));
        return *this;
    }
    cusolverStatus_t does(const std::function<void()> &work) {
        if (status_ != CUSOLVER_STATUS_SUCCESS)
            return status_;
        try {
            return do_library_work(name_, "CUSOLVER_STATUS_EXECUTION_FAILED", handle_->stream,
                                   memory_, work) == cudaSuccess
                       ? CUSOLVER_STATUS_SUCCESS
                       : CUSOLVER_STATUS_EXECUTION_FAILED;
        } catch (const std::bad_alloc &) {
            return CUSOLVER_STATUS_ALLOC_FAILED;
        }
    }

private:
    void refuse(const std::string &why, cusolverStatus_t status) {
        if (status_ == CUSOLVER_STATUS_SUCCESS) {
            refuse_library_call(name_, why, cuda_emulator_status_name(status));
            status_ = status;
        }
    }
    const char *name_;
    cusolverDnHandle_t handle_;
    cusolverStatus_t status_ = CUSOLVER_STATUS_SUCCESS;
    std::vector<library_memory> memory_;
};

// No memory to work in is needed.
template <class Size> cusolverStatus_t no_buffer(Size *size) {
    if (size == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *size = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

// The complex types as C++ has them.
template <class T> struct number_of { using type = T; };
template <> struct number_of<cuComplex> { using type = std::complex<float>; };
template <> struct number_of<cuDoubleComplex> { using type = std::complex<double>; };
template <class T> typename number_of<T>::type *in(T *p) {
    return reinterpret_cast<typename number_of<T>::type *>(p);
}
template <class T> typename number_of<T>::type **in(T **p) {
    return reinterpret_cast<typename number_of<T>::type **>(p);
}
template <class T> const typename number_of<T>::type *in(const T *p) {
    return reinterpret_cast<const typename number_of<T>::type *>(p);
}

} // namespace cuda_emulator::cusolver

#endif
