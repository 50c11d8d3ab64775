// resources.h: what the machine and the process's cgroups leave to the process, and its clocks.
#ifndef CUDA_EMULATOR_MACHINE_RESOURCES_H
#define CUDA_EMULATOR_MACHINE_RESOURCES_H

#include <stddef.h>
#include <stdint.h>

namespace cuda_emulator {

// The cores the process may use: those of its affinity mask, or fewer if a cgroup's quota of CPU
// time is worth less, rounded up. At least 1, and 1 where
// there are no OS threads.
int usable_cores();

// The memory in bytes that the process may still use: the least of the machine's available memory
// and, for each cgroup above the process that has a limit, the limit less the usage. Cached files
// that the kernel would drop first do not count as used.
size_t usable_memory();

// The largest cache in bytes; 0 if that is not known.
long largest_cache();

// Time that passes, since some fixed moment.
int64_t nanoseconds();

// Processor time of the calling OS thread in seconds; all time that passes, where there is no clock
// for it.
double processor_seconds();

} // namespace cuda_emulator

#endif
