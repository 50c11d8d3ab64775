// launch_templates.h: the launches and queries of the runtime API whose kernel is given by its
// name, and so with its type.
#ifndef CUDA_EMULATOR_LAUNCH_TEMPLATES_H
#define CUDA_EMULATOR_LAUNCH_TEMPLATES_H

#include "emulator/launch.h"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace cuda_emulator {

// Finds the record behind a kernel's stub by calling it while asking for nothing but that record;
// the arguments are zeros that nobody looks at.
template <class Parameter> std::remove_reference_t<Parameter> &zero_argument() {
    using type = std::remove_reference_t<Parameter>;
    alignas(type) static unsigned char zeros[sizeof(type)];
    return *reinterpret_cast<type *>(zeros);
}

template <class... Parameters> kernel_info *info_of(void (*kernel)(Parameters...)) {
    if (kernel == nullptr)
        return nullptr;
    static kernel_info none = {};
    asked_for_kernel_info() = &none;
    kernel(zero_argument<Parameters>()...);
    kernel_info *found = asked_for_kernel_info();
    asked_for_kernel_info() = nullptr;
    return found == &none ? nullptr : found;
}

template <class... Parameters, std::size_t... I>
void call_stub(void (*kernel)(Parameters...), void **arguments, std::index_sequence<I...>) {
    (void)arguments;
    kernel(*static_cast<std::remove_reference_t<Parameters> *>(arguments[I])...);
}

} // namespace cuda_emulator

// Launches a kernel whose arguments are given by address, as the stub of nvcc does.
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void **arguments,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    using namespace cuda_emulator;
    if (kernel == nullptr || (arguments == nullptr && sizeof...(Parameters) != 0))
        return refuse_launch(reinterpret_cast<const void *>(kernel));
    cudaError_t error = cudaSuccess;
    launch_guard guard(grid, block, shared_bytes, stream, &error);
    call_stub(kernel, arguments, std::index_sequence_for<Parameters...>());
    return end_launch(error);
}

// Launches it so that all blocks are resident together.
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void **arguments, std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr) {
    using namespace cuda_emulator;
    if (kernel == nullptr || (arguments == nullptr && sizeof...(Parameters) != 0))
        return refuse_launch(reinterpret_cast<const void *>(kernel));
    cudaError_t error = cudaSuccess;
    launch_guard guard(grid, block, shared_bytes, stream, &error, true);
    call_stub(kernel, arguments, std::index_sequence_for<Parameters...>());
    return end_launch(error);
}

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...),
                               Arguments &&...arguments) {
    using namespace cuda_emulator;
    if (kernel == nullptr)
        return refuse_launch(nullptr);
    cudaError_t error = check_attributes(config);
    if (error != cudaSuccess)
        return refuse_config("cudaLaunchKernelExC", error);
    launch_guard guard(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream,
                       &error, is_cooperative(*config), cluster_of(*config));
    kernel(std::forward<Arguments>(arguments)...);
    return end_launch(error);
}

template <class... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, void (*kernel)(Parameters...)) {
    return cuda_emulator::get_attributes(attributes, cuda_emulator::info_of(kernel));
}

template <class... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                 int value) {
    return cuda_emulator::set_attribute(cuda_emulator::info_of(kernel), attribute, value);
}

template <class... Parameters>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache) {
    return kernel != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}

template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          void (*kernel)(Parameters...),
                                                          int block_size, std::size_t shared) {
    return cuda_emulator::max_active_blocks(blocks, cuda_emulator::info_of(kernel), block_size,
                                            shared);
}

template <class... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                   void (*kernel)(Parameters...),
                                                                   int block_size,
                                                                   std::size_t shared, unsigned) {
    return cuda_emulator::max_active_blocks(blocks, cuda_emulator::info_of(kernel), block_size,
                                            shared);
}

// `kernel` is a kernel or, in these, a pointer to one that has lost its type.
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid_size, int *block_size, Kernel kernel,
                                               std::size_t shared = 0, int limit = 0) {
    return cuda_emulator::max_potential_block_size(min_grid_size, block_size,
                                                   cuda_emulator::info_of(kernel), shared, limit);
}

template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *min_grid_size, int *block_size,
                                                        Kernel kernel, std::size_t shared = 0,
                                                        int limit = 0, unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSize(min_grid_size, block_size, kernel, shared, limit);
}

// `shared` is a function: the bytes of dynamic shared memory of a block of so many threads.
template <class Shared, class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *min_grid_size, int *block_size,
                                                           Kernel kernel, Shared shared,
                                                           int limit = 0) {
    int grid = 0, largest = 0, most_threads = 0;
    cudaError_t error = cudaOccupancyMaxPotentialBlockSize(&grid, &largest, kernel, 0, limit);
    if (error != cudaSuccess || min_grid_size == nullptr || block_size == nullptr)
        return error != cudaSuccess ? error : cudaErrorInvalidValue;
    cuda_emulator::kernel_info *info = cuda_emulator::info_of(kernel);
    int device = 0, multiprocessors = 1;
    error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    for (int size = largest; size > 0 && error == cudaSuccess; size = (size - 1) / 32 * 32) {
        int blocks = 0;
        error = cuda_emulator::max_active_blocks(&blocks, info, size, shared(size));
        if (blocks * size > most_threads) {
            most_threads = blocks * size;
            *block_size = size;
            *min_grid_size = blocks * multiprocessors;
        }
    }
    return error;
}

template <class Shared, class Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *min_grid_size,
                                                                    int *block_size, Kernel kernel,
                                                                    Shared shared, int limit = 0,
                                                                    unsigned = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid_size, block_size, kernel, shared,
                                                          limit);
}

#endif
