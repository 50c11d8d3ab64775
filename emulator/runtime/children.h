// children.h: kernels launched by kernels, and what else a kernel issues.
//
// A GPU may begin such work at once, and the kernel counts as finished when all of it has. Here it
// begins when the kernel has ended, one piece after another, in the order in which it was issued:
// each with all that it issues itself, and last what was issued to cudaStreamTailLaunch.
#ifndef CUDA_EMULATOR_CHILDREN_H
#define CUDA_EMULATOR_CHILDREN_H

#include "cuda_runtime_api.h"

#include <functional>
#include <string>
#include <vector>

namespace cuda_emulator {

struct family;

// Does it in the stream of the first of the kernels. What it issues itself goes into the family.
using child_work = std::function<cudaError_t(cudaStream_t, family &)>;

// An error of a thread that runs in a kernel, which only that thread can ask for.
struct error_of_thread {
    uint3 block, thread;
    cudaError_t error;
    std::string why; // of a launch
};

// What the threads of a kernel leave behind.
struct family {
    std::vector<child_work> children, at_the_end;
    std::vector<error_of_thread> errors;
};

// Of the thread that runs, in a kernel.
void issue_child(child_work work, cudaStream_t stream);
void note_error_of_thread(cudaError_t error, const std::string &why);
cudaError_t error_of_this_thread(bool forget);

// The kernel has ended. Does what it has left behind, and tells of errors that nobody asked for.
void run_family(family &first, cudaStream_t stream);

} // namespace cuda_emulator

#endif
