// machine.h: what the machine and the process's cgroups leave to the process.
#ifndef CUDA_EMULATOR_MACHINE_H
#define CUDA_EMULATOR_MACHINE_H

#include <stddef.h>

namespace cuda_emulator {

// The cores the process may use: those of its affinity mask, or fewer if a cgroup's quota of CPU
// time is worth less, rounded up. At least 1.
int usable_cores();

// The memory in bytes that the process may still use: the least of the machine's available memory
// and, for each cgroup above the process that has a limit, the limit less the usage. Cached files
// that the kernel would drop first do not count as used.
size_t usable_memory();

} // namespace cuda_emulator

#endif
