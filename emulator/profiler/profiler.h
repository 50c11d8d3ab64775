// profiler.h: the observer, and what it has counted by the end.
#ifndef CUDA_EMULATOR_PROFILER_PROFILER_H
#define CUDA_EMULATOR_PROFILER_PROFILER_H

#include "recorder.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace profiler {

// All launches of a kernel with the same configuration.
struct launches {
    const kernel_info *kernel;
    dim3 grid, block;
    std::size_t shared_bytes;
    std::uint64_t count; // launches
    counted_launch counted;

    std::uint64_t blocks() const { // of all launches, whether recorded or not
        return count * grid.x * grid.y * grid.z;
    }
};

struct device_figures;

// What the user asks for, by the environment.
struct settings {
    std::uint64_t blocks = 0; // of each launch to record, evenly chosen; 0: all
    std::string json, csv;    // the files to write; empty: none
    bool draws = false;       // a request of this line, or of the worst one if it is empty
    std::string line;
    const device_figures *device = nullptr; // whose roofline is asked for
    double operations = 0;                  // floating-point ones of a thread; 0: unknown
    bool is_double = false;
    std::string resources; // a file: what nvcc says that kernels need
};

// Puts the profiler on the list of observers.
void begin();

// Writes what was counted: as a table on stderr, or into the files.
void report(const std::vector<launches> &all, const settings &wanted, bool after_fault);

} // namespace profiler
} // namespace cuda_emulator

#endif
