// tools.h: the reports for tools. What they call things is what NVIDIA's profiler calls them on the
// page "source".
#ifndef CUDA_EMULATOR_PROFILER_TOOLS_H
#define CUDA_EMULATOR_PROFILER_TOOLS_H

#include "profiler.h"

#include <string>
#include <vector>

namespace cuda_emulator {
namespace profiler {

// A list of launches, each with its lines.
void write_json(const std::vector<launches> &all, const settings &wanted);
// A row for each launch, line, memory and kind of access, and for each branch and loop.
void write_csv(const std::vector<launches> &all, const std::string &path);

} // namespace profiler
} // namespace cuda_emulator

#endif
