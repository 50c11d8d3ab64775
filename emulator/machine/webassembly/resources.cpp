// resources.cpp: see resources.h.
#include "machine/resources.h"
#include "machine/webassembly/host.h"

#include <time.h>

namespace cuda_emulator {

int usable_cores() {
    return 1;
}

size_t usable_memory() {
    return host_memory_left();
}

long largest_cache() {
    return 0;
}

int64_t nanoseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

double processor_seconds() {
    return static_cast<double>(nanoseconds()) * 1e-9;
}

} // namespace cuda_emulator
