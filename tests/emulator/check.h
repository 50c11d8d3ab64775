// check.h: for the programs that test the emulator and are checked on a GPU too: counts checks,
// prints those that fail, goes on, and ends with one line and an exit code.
#ifndef CHECK_H
#define CHECK_H

#include "value_text.h"

#include <cuda_runtime.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

static long check_count, check_failures;

// Not expanded at each of thousands of checks: that took most of the time to compile these
// programs. For the same reason what a failure takes is apart, and none of it in a template that
// need not be.
#define CHECK_FUNCTION __attribute__((noinline, unused)) static
#define CHECK_FAILURE __attribute__((noinline, cold, unused)) static

CHECK_FUNCTION bool check_that(bool holds, const char *what, const char *file, int line) {
    ++check_count;
    if (!holds) {
        ++check_failures;
        std::printf("%s:%d: %s\n", file, line, what);
        std::fflush(stdout);
    }
    return holds;
}

CHECK_FUNCTION bool check_that(bool holds, const std::string &what, const char *file, int line) {
    return check_that(holds, what.c_str(), file, line);
}

CHECK_FUNCTION bool check_cuda(cudaError_t error, const char *what, const char *file, int line) {
    if (error == cudaSuccess)
        return check_that(true, what, file, line);
    return check_that(false, std::string(what) + ": " + cudaGetErrorName(error), file, line);
}

CHECK_FAILURE bool check_differs(const std::string &got, const std::string &expected,
                                 const char *what, const char *file, int line) {
    return check_that(false, what + (" is " + got) + ", expected " + expected, file, line);
}

CHECK_FUNCTION bool check_shown(bool holds, const std::string &got, const std::string &expected,
                                const char *what, const char *file, int line) {
    return holds ? check_that(true, what, file, line)
                 : check_differs(got, expected, what, file, line);
}

// The next check begins without a last error.
CHECK_FUNCTION void check_returns(cudaError_t error, cudaError_t expected, const char *what,
                                  const char *file, int line) {
    check_shown(error == expected, cudaGetErrorName(error), cudaGetErrorName(expected), what, file,
                line);
    (void)cudaGetLastError();
}

// Whole numbers as they are; all else in the type of what came.
template <class A, class B> static bool is_equal(const A &got, const B &expected) {
    if constexpr (std::is_integral<A>::value && std::is_integral<B>::value) {
        using both = typename std::common_type<A, B>::type;
        return static_cast<both>(got) == static_cast<both>(expected);
    } else {
        return got == static_cast<A>(expected);
    }
}

template <class A, class B>
CHECK_FUNCTION bool check_equal(const A &got, const B &expected, const char *what, const char *file,
                                int line) {
    if (is_equal(got, expected))
        return check_that(true, what, file, line);
    return check_differs(value_text(got), value_text(expected), what, file, line);
}

template <class A, class B>
static bool check_equal(const A &got, const B &expected, const std::string &what, const char *file,
                        int line) {
    return check_equal(got, expected, what.c_str(), file, line);
}

// Compares every element with expected(index). The first few that differ are printed; all of them
// make one check, so that a long array does not drown the rest.
struct check_differences {
    std::size_t wrong = 0;
    std::string text;
};

template <class T>
CHECK_FAILURE void check_element(check_differences &found, std::size_t i, T got, T wanted) {
    if (++found.wrong <= 5)
        found.text += "\n    [" + std::to_string(i) + "] is " + value_text(got) + ", expected " +
                      value_text(wanted);
}

CHECK_FUNCTION bool check_elements(const char *file, int line, const check_differences &found,
                                   std::size_t count, const char *what) {
    if (found.wrong == 0)
        return check_that(true, what, file, line);
    return check_that(false,
                      what + (": " + std::to_string(found.wrong)) + " of " + std::to_string(count) +
                          " elements are wrong" + found.text,
                      file, line);
}

static inline const char *check_characters(const char *text) {
    return text;
}
static inline const char *check_characters(const std::string &text) {
    return text.c_str();
}

template <class T, class Expected, class What>
CHECK_FUNCTION bool check_array(const char *file, int line, const std::vector<T> &got,
                                Expected expected, const What &what) {
    check_differences found;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const T wanted = static_cast<T>(expected(i));
        if (!(got[i] == wanted))
            check_element(found, i, T(got[i]), wanted);
    }
    return check_elements(file, line, found, got.size(), check_characters(what));
}

#define CHECK(...) check_that((__VA_ARGS__), #__VA_ARGS__ " does not hold", __FILE__, __LINE__)
#define CHECK_CUDA(...) check_cuda((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
// The call returns this error.
#define CHECK_RETURNS(EXPECTED, ...)                                                               \
    check_returns((__VA_ARGS__), EXPECTED, #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK_EQUAL(GOT, EXPECTED) check_equal((GOT), (EXPECTED), #GOT, __FILE__, __LINE__)
#define CHECK_ARRAY(...) check_array(__FILE__, __LINE__, __VA_ARGS__) // got, expected, what
// The launch just before: its configuration and its run.
#define CHECK_LAUNCH() (CHECK_CUDA(cudaGetLastError()), CHECK_CUDA(cudaDeviceSynchronize()))

// What an implementation may choose: printed, and not judged.
#define PROBE_ERROR(name, ...)                                                                     \
    (std::printf("PROBE %s %s\n", name, cudaGetErrorName(__VA_ARGS__)), std::fflush(stdout),       \
     (void)cudaGetLastError())
#define PROBE_NUMBER(name, number)                                                                 \
    (std::printf("PROBE %s %lld\n", name, (long long)(number)), (void)std::fflush(stdout))

// An array on the device, with the same number of elements all its life.
template <class T> class device_array {
public:
    __attribute__((noinline)) explicit device_array(std::size_t count) : count_(count) {
        CHECK_CUDA(cudaMalloc(&data_, count * sizeof(T)));
        CHECK_CUDA(cudaMemset(data_, 0, count * sizeof(T)));
    }
    device_array(std::size_t count, T value) : device_array(count) {
        set(std::vector<T>(count, value));
    }
    explicit device_array(const std::vector<T> &values) : device_array(values.size()) {
        set(values);
    }
    __attribute__((noinline)) ~device_array() { CHECK_CUDA(cudaFree(data_)); }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;

    operator T *() const { return data_; }
    std::size_t size() const { return count_; }

    __attribute__((noinline)) void set(const std::vector<T> &values) {
        CHECK_CUDA(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    __attribute__((noinline)) std::vector<T> get() const {
        std::vector<T> values(count_);
        CHECK_CUDA(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    T *data_ = nullptr;
    std::size_t count_;
};

// Ends the program with 77 where there is no device to test on.
static inline void check_device() {
    int devices = 0;
    const cudaError_t error = cudaGetDeviceCount(&devices);
    if (error == cudaSuccess && devices > 0)
        return;
    std::printf("no CUDA device here: %s\n", cudaGetErrorName(error));
    std::exit(77);
}

static inline int check_result() {
    if (check_failures == 0)
        std::printf("PASSED: %ld checks\n", check_count);
    else
        std::printf("FAILED: %ld of %ld checks\n", check_failures, check_count);
    return check_failures == 0 ? 0 : 1;
}

// The bits of a number, and the number of bits.
static inline unsigned bits_of(float x) {
    unsigned bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline float float_of(unsigned bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
