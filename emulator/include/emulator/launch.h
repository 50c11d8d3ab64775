// launch.h: what the runtime knows of a kernel, and how a launch comes to it.
//
// It knows no types of kernels: kernel.h and launch_templates.h do, and call what is declared here.
#ifndef CUDA_EMULATOR_LAUNCH_H
#define CUDA_EMULATOR_LAUNCH_H

#include "cuda_runtime_api.h"
#include "emulator/block.h"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda_emulator {

// What the runtime knows of a kernel. One for each kernel function and template instance, of
// constants: a variable that is made when it is first come by takes more code.
struct kernel_info {
    const char *name;
    unsigned launch_bounds; // most threads a block may have, 0 when the source does not say
    void (*run_threads)();  // on a fiber: those of running_body that have not begun
    // Kernels are launched more than once, with the same arguments, by graphs. Null: the body is so
    // many bytes, which are copied.
    void *(*copy_body)(const void *);
    void (*delete_body)(void *);
    std::size_t body_bytes;
    const steps_info *steps = nullptr; // of a kernel that runs in steps (see steps.h)
    const char *file = nullptr;        // where it begins
    int dynamic_shared_limit = 0;      // bytes, by cudaFuncSetAttribute; 0: it was not called
    int line = 0;                      // in the file
    unsigned most_with_neighbours = 0; // threads of blocks that begin side by side (see lanes.h)
    const std::size_t *static_shared = nullptr; // bytes, of a block
};
constexpr std::size_t BODY_ALIGNMENT = 64; // of one that is copied as bytes, or less

// Runs `kernel` under the pending configuration. Errors go the way of CUDA's: a configuration
// that no device accepts is this host thread's last error, a fault in the kernel comes up at the
// next synchronising call.
void launch(kernel_info &kernel, const void *body);

// Makes a configuration pending for the length of the full expression that calls the stub.
class launch_guard {
public:
    // result: where the launch's error goes; without it, to cudaGetLastError only.
    // cluster: in blocks; what the kernel itself says counts for more.
    launch_guard(dim3 grid, dim3 block, std::size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                 cudaError_t *result = nullptr, bool cooperative = false, dim3 cluster = {},
                 const char *file = __builtin_FILE(), int line = __builtin_LINE());
    ~launch_guard(); // ends the program if what was called was no kernel
    launch_guard(const launch_guard &) = delete;
    launch_guard &operator=(const launch_guard &) = delete;
    explicit operator bool() const { return false; }
};

// The form of a launch whose kernel or arguments come out of a macro, where the rewriter cannot
// see them: kernel ->* launch_config(grid, block)(arguments).
template <class... Arguments> struct bound_launch {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
    const char *file;
    int line;
    std::tuple<Arguments...> arguments;
};

struct launch_config {
    dim3 grid, block;
    std::size_t shared_bytes;
    cudaStream_t stream;
    const char *file;
    int line;
    launch_config(dim3 grid_, dim3 block_, std::size_t shared_ = 0, cudaStream_t stream_ = nullptr,
                  const char *file_ = __builtin_FILE(), int line_ = __builtin_LINE())
        : grid(grid_), block(block_), shared_bytes(shared_), stream(stream_), file(file_),
          line(line_) {}
    template <class... Arguments>
    bound_launch<std::decay_t<Arguments>...> operator()(Arguments &&...arguments) const {
        return {grid,
                block,
                shared_bytes,
                stream,
                file,
                line,
                std::tuple<std::decay_t<Arguments>...>(std::forward<Arguments>(arguments)...)};
    }
};

template <class... Parameters, class... Arguments>
void operator->*(void (*kernel)(Parameters...), const bound_launch<Arguments...> &bound) {
    launch_guard guard(bound.grid, bound.block, bound.shared_bytes, bound.stream, nullptr, false,
                       {}, bound.file, bound.line);
    std::apply(kernel, bound.arguments);
}

// Kernels that are given as a void *, and their arguments by address. The stub is called with
// nothing of use, and the first thing that it does is to take its arguments from where they are:
// see CUDA_EMULATOR_PARAMETERS. Null: it was called with its arguments.
void **&arguments_to_take();

// The host gives the kernel a pointer, as the argument of that number, counted from 0, of `names`,
// which commas divide. If it leads into the host's memory, that is told when the program ends.
void pointer_given(const char *kernel, const char *names, int number, const void *pointer);

// The record of the kernel of which this is the stub; null if it is null.
kernel_info *info_of(const void *stub);
cudaError_t launch_by_address(const void *stub, dim3 grid, dim3 block, void **arguments,
                              std::size_t shared_bytes, cudaStream_t stream, bool cooperative,
                              dim3 cluster = {});

// Not null while a stub is called for its record only, which it puts there.
kernel_info *&asked_for_kernel_info();

// The parts of the function API that do not depend on the kernel's type.
cudaError_t get_attributes(cudaFuncAttributes *attributes, kernel_info *kernel);
cudaError_t set_attribute(kernel_info *kernel, cudaFuncAttribute attribute, int value);
cudaError_t max_active_blocks(int *blocks, kernel_info *kernel, int block_size,
                              std::size_t shared_bytes);
cudaError_t max_potential_block_size(int *min_grid_size, int *block_size, kernel_info *kernel,
                                     std::size_t shared_bytes, int limit);
// The error of a cudaLaunchKernel without a kernel or without arguments.
cudaError_t refuse_launch(const void *kernel);
// Ends the call of a launch that has said how it went.
cudaError_t end_launch(cudaError_t error);
// Of a launch with attributes: whether it is cooperative; its clusters; the error of those that are
// wrong.
bool is_cooperative(const cudaLaunchConfig_t &config);
dim3 cluster_of(const cudaLaunchConfig_t &config);
cudaError_t check_attributes(const cudaLaunchConfig_t *config);
// The launch for which a stub was called has clusters of so many blocks.
void cluster_of_launch(dim3 size);
cudaError_t refuse_config(const char *call, cudaError_t error);

} // namespace cuda_emulator

#endif
