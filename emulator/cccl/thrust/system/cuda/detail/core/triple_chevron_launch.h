// triple_chevron_launch.h: how Thrust and CUB launch their kernels, which are functions here whose
// bodies nobody has rewritten. A kernel around them calls them.
#pragma once

#include <thrust/detail/config.h>

#include <emulator/library_kernel.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {
namespace launcher {

struct triple_chevron {
    dim3 const grid, block;
    std::size_t const shared_bytes;
    cudaStream_t const stream;

    triple_chevron(dim3 in_grid, dim3 in_block, std::size_t in_shared_bytes = 0,
                   cudaStream_t in_stream = nullptr)
        : grid(in_grid), block(in_block), shared_bytes(in_shared_bytes), stream(in_stream) {}

    template <class... Parameters, class... Arguments>
    cudaError_t doit(void (*kernel)(Parameters...), const Arguments &...arguments) const {
        ::cuda_emulator::launch_library_kernel(
            "of Thrust or CUB", grid, block, shared_bytes, stream,
            ::cuda_emulator::bound_kernel<Parameters...>{kernel, {Parameters(arguments)...}});
        return cudaPeekAtLastError();
    }
};

} // namespace launcher
} // namespace cuda_cub

THRUST_NAMESPACE_END
