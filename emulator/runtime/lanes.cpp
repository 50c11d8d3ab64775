// lanes.cpp: what lanes ask of the runtime (see emulator/lanes.h).
#include "emulator/lanes.h"

#include "scheduler.h"

namespace cuda_emulator {

void lanes_lie_apart() {
    const kernel_info &kernel = *running_kernel.load();
    fail(kernel.file, kernel.line, cudaErrorNotSupported,
         "compares numbers that begin anew at 0 in the middle of a row of threads: declare one of "
         "them volatile, and the threads run one by one");
}

} // namespace cuda_emulator
