// library_kernel.h: kernels of libraries whose headers nobody rewrites, Thrust and CUB: a call of a
// function, or of an object, by each thread.
#ifndef CUDA_EMULATOR_LIBRARY_KERNEL_H
#define CUDA_EMULATOR_LIBRARY_KERNEL_H

#include "emulator/kernel.h"

#include <cstdio>
#include <tuple>

namespace cuda_emulator {

// The kernel: `name` is what reports call it, one for each type of function.
template <class Function> void library_kernel(const char *name, const Function &function) {
    auto body = [function = Function(function)](const uint3, const uint3, const dim3, const dim3)
                    CUDA_EMULATOR_MUTABLE_INLINE { function(); };
    static kernel_info info =
        info_of_kernel<decltype(body)>(name, nullptr, 0, 0, nullptr, &run_threads<decltype(body)>);
    launch(info, &body);
}

template <class Function>
void launch_library_kernel(const char *name, dim3 grid, dim3 threads, std::size_t shared_bytes,
                           cudaStream_t stream, const Function &function) {
    if (block.current != nullptr) {
        // The caller may use the result at once, and a kernel waits for none that it launches.
        std::fputs(
            "CUDA emulator: error: a kernel calls an algorithm of Thrust or CUB that launches "
            "kernels: with thrust::seq each thread does it by itself\n",
            stderr);
        __trap();
    }
    launch_guard guard(grid, threads, shared_bytes, stream);
    library_kernel(name, function);
}

// A kernel and its arguments, of which each thread has copies.
template <class... Parameters> struct bound_kernel {
    void (*kernel)(Parameters...);
    std::tuple<Parameters...> arguments;
    void operator()() { std::apply(kernel, arguments); }
};

// What CUB asks of one of them: the version of the code that it was compiled for, and how many
// blocks of it there may be at a time.
template <class Kernel>
cudaError_t attributes_of_library_kernel(cudaFuncAttributes *attributes, Kernel) {
    *attributes = {};
    attributes->ptxVersion = attributes->binaryVersion = CUDA_EMULATOR_ARCH / 10;
    return cudaSuccess;
}
template <class Kernel>
cudaError_t blocks_of_library_kernel(int *blocks, Kernel, int threads,
                                     std::size_t shared_bytes = 0) {
    static kernel_info unknown = {};
    return max_active_blocks(blocks, &unknown, threads, shared_bytes);
}

} // namespace cuda_emulator

#endif
