// by_address.cpp: kernels that are given as a void *.
//
// Such a pointer is that of the kernel's stub, a function of parameters that nobody here knows. It
// is called with some memory of zeros in the place of each argument, and takes its real ones, if it
// needs them, by itself: see CUDA_EMULATOR_PARAMETERS in emulator/kernel.h.
#include "api_state.h"
#include "graph.h"
#include "machine/program.h"
#include "scheduler.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuda_emulator {

void **&arguments_to_take() {
    static thread_local void **arguments = nullptr;
    return arguments;
}

#ifdef __wasm__

static void call_stub_at(const void *stub) {
    call_with_zeros(stub);
}

#else

// More than the parameters of a kernel may have on the stack.
struct stack_of_zeros {
    unsigned char bytes[33 * 1024];
};

static void call_stub_at(const void *stub) {
    // Those that a processor passes in registers, if they are addresses of copies.
    alignas(64) static thread_local unsigned char zeros[8][4096];
    std::memset(zeros, 0, sizeof zeros);
    static const stack_of_zeros room = {};
    using function =
        void (*)(void *, void *, void *, void *, void *, void *, void *, void *, stack_of_zeros);
    reinterpret_cast<function>(const_cast<void *>(stub))(
        zeros[0], zeros[1], zeros[2], zeros[3], zeros[4], zeros[5], zeros[6], zeros[7], room);
}

#endif

kernel_info *info_of(const void *stub) {
    if (stub == nullptr || !is_code_of_program(stub))
        return nullptr;
    static kernel_info none = {};
    asked_for_kernel_info() = &none;
    call_stub_at(stub);
    kernel_info *found = asked_for_kernel_info();
    asked_for_kernel_info() = nullptr;
    return found == &none ? nullptr : found;
}

cudaError_t launch_by_address(const void *stub, dim3 grid, dim3 block, void **arguments,
                              std::size_t shared_bytes, cudaStream_t stream, bool cooperative,
                              dim3 cluster) {
    if (stub == nullptr || !is_code_of_program(stub))
        return refuse_launch(nullptr);
    static void *none[1] = {};
    cudaError_t error = cudaSuccess;
    launch_guard guard(grid, block, shared_bytes, stream, &error, cooperative, cluster);
    arguments_to_take() = arguments != nullptr ? arguments : none;
    call_stub_at(stub);
    return end_launch(error);
}

cudaError_t keep_by_address(const cudaKernelNodeParams &params, kept_launch &kept) {
    if (params.func == nullptr || !is_code_of_program(params.func))
        return cudaErrorInvalidDeviceFunction;
    if (params.extra != nullptr)
        return cudaErrorNotSupported;
    static void *none[1] = {};
    cudaError_t error = cudaSuccess;
    launch_guard guard(params.gridDim, params.blockDim, params.sharedMemBytes, nullptr, &error,
                       false);
    arguments_to_take() = params.kernelParams != nullptr ? params.kernelParams : none;
    keep_launch_in = &kept;
    call_stub_at(params.func);
    keep_launch_in = nullptr;
    return error;
}

bool is_cooperative(const cudaLaunchConfig_t &config) {
    bool cooperative = false;
    for (unsigned i = 0; i < config.numAttrs; ++i)
        if (config.attrs[i].id == cudaLaunchAttributeCooperative)
            cooperative = config.attrs[i].val.cooperative != 0;
    return cooperative;
}

cudaError_t check_attributes(const cudaLaunchConfig_t *config) {
    if (config == nullptr || (config->attrs == nullptr && config->numAttrs != 0))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

dim3 cluster_of(const cudaLaunchConfig_t &config) {
    dim3 cluster;
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const auto &size = config.attrs[i].val.clusterDim;
        if (config.attrs[i].id == cudaLaunchAttributeClusterDimension)
            cluster = dim3(size.x, size.y, size.z);
    }
    return cluster;
}

cudaError_t refuse_config(const char *call, cudaError_t error) {
    return api_call(call, cudaErrorLaunchOutOfResources, call_kind::goes_on,
                    [error] { return error; });
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                             size_t shared_bytes, cudaStream_t stream) {
    return launch_by_address(kernel, grid, block, arguments, shared_bytes, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
    return launch_by_address(kernel, grid, block, arguments, shared_bytes, stream, true);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                void **arguments) {
    const cudaError_t error = check_attributes(config);
    if (error != cudaSuccess)
        return refuse_config("cudaLaunchKernelExC", error);
    return launch_by_address(kernel, config->gridDim, config->blockDim, arguments,
                             config->dynamicSmemBytes, config->stream, is_cooperative(*config),
                             cluster_of(*config));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel) {
    return get_attributes(attributes, info_of(kernel));
}

cudaError_t cudaFuncSetAttribute(const void *kernel, cudaFuncAttribute attribute, int value) {
    return set_attribute(info_of(kernel), attribute, value);
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache) {
    return api_call("cudaFuncSetCacheConfig", cudaErrorInvalidDeviceFunction, call_kind::asks, [=] {
        return info_of(kernel) != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                          int block_size, size_t shared_bytes) {
    return max_active_blocks(blocks, info_of(kernel), block_size, shared_bytes);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned int) {
    return max_active_blocks(blocks, info_of(kernel), block_size, shared_bytes);
}

} // extern "C"
