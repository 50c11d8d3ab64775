// api_check.h: checks for the tests of the runtime API, on the emulator as on a GPU.
//
// A check that fails prints where, what, what came and what should have come, and the test goes
// on. PROBE prints what an implementation may choose.
#ifndef API_CHECK_H
#define API_CHECK_H

#include "value_text.h"

#include <cuda_runtime.h>

#include <cstdio>
#include <string>

static long api_checks = 0;
static long api_failures = 0;

// Not expanded at each of thousands of checks, and what a failure takes apart from them: that is
// compiled sooner.
#define API_FUNCTION __attribute__((noinline, unused)) static

API_FUNCTION void check_that(bool good, const char *file, int line, const char *what,
                             const char *got, const char *expected) {
    ++api_checks;
    if (!good) {
        ++api_failures;
        std::printf("%s:%d: %s: got %s, expected %s\n", file, line, what, got, expected);
        std::fflush(stdout);
    }
}

API_FUNCTION void check_that(bool good, const char *file, int line, const char *what,
                             const std::string &got, const std::string &expected) {
    check_that(good, file, line, what, got.c_str(), expected.c_str());
}

API_FUNCTION void check_error(const char *file, int line, const char *what, cudaError_t got,
                              cudaError_t expected) {
    check_that(got == expected, file, line, what, cudaGetErrorName(got),
               cudaGetErrorName(expected));
    // The next check starts without a last error.
    (void)cudaGetLastError();
}

template <class A, class B>
API_FUNCTION void check_equal(const char *file, int line, const char *what, const A &got,
                              const B &expected) {
    if (got == expected)
        check_that(true, file, line, what, "", "");
    else
        check_that(false, file, line, what, value_text(got), value_text(expected));
}

// The call returns this error.
#define RETURNS(expected, ...) check_error(__FILE__, __LINE__, #__VA_ARGS__, __VA_ARGS__, expected)
#define SUCCEEDS(...) RETURNS(cudaSuccess, __VA_ARGS__)
#define EQUAL(got, expected) check_equal(__FILE__, __LINE__, #got, got, expected)
#define HOLDS(condition) check_that(condition, __FILE__, __LINE__, #condition, "false", "true")

#define PROBE_ERROR(name, ...)                                                                     \
    (std::printf("PROBE %s %s\n", name, cudaGetErrorName(__VA_ARGS__)), std::fflush(stdout),       \
     (void)cudaGetLastError())
#define PROBE_NUMBER(name, number)                                                                 \
    (std::printf("PROBE %s %lld\n", name, (long long)(number)), (void)std::fflush(stdout))

// False, after saying so, if there is no device to test.
static inline bool device_exists() {
    int count = 0;
    if (cudaGetDeviceCount(&count) == cudaSuccess && count > 0) {
        return true;
    }
    std::printf("SKIPPED: there is no device\n");
    return false;
}

// The last line of a test, and its exit status.
static inline int finish() {
    if (api_failures == 0) {
        std::printf("PASSED: %ld checks\n", api_checks);
        return 0;
    }
    std::printf("FAILED: %ld of %ld checks\n", api_failures, api_checks);
    return 1;
}

#endif
