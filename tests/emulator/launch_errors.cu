// launch_errors.cu: launches that a device refuses: which error, where it shows, and for how long.
//
// The values are those of an H200 under CUDA 13. Besides every check, PROBE lines say what this
// machine answered.
#include "check.h"

#include <climits>

__global__ void set_to(int *out, int value) {
    extern __shared__ int unused[];
    (void)unused;
    *out = value;
}

__global__ void __launch_bounds__(64) at_most_64(int *out, int value) {
    *out = value;
}

static int *target; // a device int, -1 between the launches
static int target_value() {
    int value = 0;
    CHECK_CUDA(cudaMemcpy(&value, target, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static void probe(const char *name, cudaError_t error) {
    std::printf("PROBE %s = %s\n", name, cudaGetErrorName(error));
}

// CUDA before 13 has an error of its own for configurations.
static cudaError_t configuration_error() {
    int version = 0;
    CHECK_CUDA(cudaRuntimeGetVersion(&version));
    return version >= 13000 ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration;
}

static void check_error(const char *name, cudaError_t got, cudaError_t expected) {
    probe(name, got);
    check_that(got == expected,
               std::string(name) + ": " + cudaGetErrorName(got) + ", expected " +
                   cudaGetErrorName(expected),
               __FILE__, __LINE__);
}

// After a launch that must have failed: what it left behind, and that nothing has run.
static void check_refused(const char *name, cudaError_t expected) {
    const cudaError_t pending = cudaPeekAtLastError();
    check_error(name, pending, expected);
    const std::string prefix = name;
    // Waiting and copying succeed, and leave the pending error alone.
    check_error((prefix + ": synchronize").c_str(), cudaDeviceSynchronize(), cudaSuccess);
    check_that(target_value() == -1, prefix + ": the kernel has run", __FILE__, __LINE__);
    check_that(cudaPeekAtLastError() == pending, prefix + ": the error did not stay", __FILE__,
               __LINE__);
    check_that(cudaGetLastError() == pending, prefix + ": cudaGetLastError differs", __FILE__,
               __LINE__);
    check_that(cudaGetLastError() == cudaSuccess, prefix + ": the error was not cleared", __FILE__,
               __LINE__);
    set_to<<<1, 1>>>(target, 5);
    CHECK_LAUNCH();
    check_that(target_value() == 5, prefix + ": the next launch did not run", __FILE__, __LINE__);
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
}

static void test_configurations() {
    const cudaError_t wrong = configuration_error();
    const struct {
        const char *name;
        dim3 grid, block;
    } refused[] = {
        {"no blocks", 0, 1},
        {"no blocks in y", dim3(1, 0), 1},
        {"no blocks in z", dim3(1, 1, 0), 1},
        {"no threads", 1, 0},
        {"no threads in y", 1, dim3(1, 0)},
        {"no threads in z", 1, dim3(1, 1, 0)},
        {"1025 threads", 1, 1025},
        {"1025 threads in y", 1, dim3(1, 1025)},
        {"32 x 33 threads", 1, dim3(32, 33)},
        {"65 threads in z", 1, dim3(1, 1, 65)},
        {"2^16 x 2^16 threads", 1, dim3(65536, 65536)}, // 0 in 32 bits
        {"65536 blocks in y", dim3(1, 65536), 1},
        {"65536 blocks in z", dim3(1, 1, 65536), 1},
        {"2^31 blocks in x", 2147483648u, 1},
        {"2^32 - 1 blocks in x", UINT_MAX, 1},
    };
    for (const auto &r : refused) {
        set_to<<<r.grid, r.block>>>(target, 1);
        check_refused(r.name, wrong);
    }
}

static void test_shared_memory() {
    int most = 0;
    CHECK_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    set_to<<<1, 1, 48 * 1024>>>(target, 5);
    CHECK_LAUNCH();
    CHECK_EQUAL(target_value(), 5);
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
    set_to<<<1, 1, 48 * 1024 + 1>>>(target, 1);
    check_refused("48 KiB + 1 of shared memory", cudaErrorInvalidValue);
    set_to<<<1, 1, 1024 * 1024>>>(target, 1);
    check_refused("1 MiB of shared memory", cudaErrorInvalidValue);

    // With permission, but more than there is.
    check_error("permission for too much shared memory",
                cudaFuncSetAttribute(set_to, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1),
                cudaErrorInvalidValue);
    check_error("permission for too much shared memory: last error", cudaGetLastError(),
                cudaErrorInvalidValue);
    CHECK_CUDA(cudaFuncSetAttribute(set_to, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
    set_to<<<1, 1, static_cast<size_t>(most)>>>(target, 5);
    CHECK_LAUNCH();
    CHECK_EQUAL(target_value(), 5);
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
    set_to<<<1, 1, static_cast<size_t>(most) + 1>>>(target, 1);
    check_refused("most shared memory + 1", cudaErrorInvalidValue);
    CHECK_CUDA(
        cudaFuncSetAttribute(set_to, cudaFuncAttributeMaxDynamicSharedMemorySize, 50 * 1024));
    set_to<<<1, 1, 50 * 1024 + 1>>>(target, 1);
    check_refused("50 KiB + 1 of shared memory with permission for 50 KiB", cudaErrorInvalidValue);
}

static void test_bounds() {
    at_most_64<<<1, 64>>>(target, 5);
    CHECK_LAUNCH();
    CHECK_EQUAL(target_value(), 5);
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
    at_most_64<<<1, 65>>>(target, 1);
    check_refused("65 threads with __launch_bounds__(64)", cudaErrorInvalidValue);
    at_most_64<<<1, 1025>>>(target, 1);
    check_refused("1025 threads with __launch_bounds__(64)", configuration_error());
}

static void test_launch_function() {
    int value = 1;
    void *arguments[] = {&target, &value};
    check_error("cudaLaunchKernel with no threads",
                cudaLaunchKernel((const void *)set_to, dim3(1), dim3(0), arguments, 0, 0),
                configuration_error());
    check_refused("cudaLaunchKernel with no threads: last error", configuration_error());
    void (*null_kernel)(int *, int) = nullptr;
    check_error("cudaLaunchKernel(nullptr)",
                cudaLaunchKernel((const void *)null_kernel, dim3(1), dim3(1), arguments, 0, 0),
                cudaErrorInvalidDeviceFunction);
    check_refused("cudaLaunchKernel(nullptr): last error", cudaErrorInvalidDeviceFunction);
}

// What an error that nobody has asked for does to later launches.
static void test_pending() {
    const cudaError_t wrong = configuration_error();
    set_to<<<0, 1>>>(target, 1);
    set_to<<<1, 1>>>(target, 6); // runs all the same
    check_error("a pending error, after a good launch", cudaPeekAtLastError(), wrong);
    CHECK_EQUAL(target_value(), 6);
    int value = 7;
    void *arguments[] = {&target, &value};
    check_error("cudaLaunchKernel with an error pending",
                cudaLaunchKernel((const void *)set_to, dim3(1), dim3(1), arguments, 0, 0),
                cudaSuccess);
    CHECK_EQUAL(target_value(), 7);
    check_error(
        "cudaMalloc with an error pending",
        [] {
            void *memory = nullptr;
            const cudaError_t error = cudaMalloc(&memory, 100);
            CHECK_CUDA(cudaFree(memory));
            return error;
        }(),
        cudaSuccess);
    check_error("a pending error, after good calls", cudaPeekAtLastError(), wrong);

    // The latest error is the one that stays.
    check_error("cudaMemcpy with a bad direction",
                cudaMemcpy(&value, target, sizeof value, static_cast<cudaMemcpyKind>(99)),
                cudaErrorInvalidMemcpyDirection);
    check_error("two errors pending", cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
    check_error("two errors pending, asked again", cudaGetLastError(), cudaSuccess);
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
}

int main() {
    check_device();
    CHECK_CUDA(cudaMalloc(&target, sizeof *target));
    CHECK_CUDA(cudaMemset(target, 0xff, sizeof *target));
    test_configurations();
    test_shared_memory();
    test_bounds();
    test_launch_function();
    test_pending();
    CHECK_CUDA(cudaFree(target));
    return check_result();
}
