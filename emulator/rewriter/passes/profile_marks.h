// Loops and branches of the device, marked for the profiler.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../syntax/source_file.h"
#include "../sema/specifiers.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. To be called before the passes that
// change the conditions of loops: what it puts there comes first. What cannot be marked stays as it
// is.
void mark_for_profiler(const source_file &file, const tree &syntax,
                       const device_functions &functions, const std::set<std::string> &macros,
                       edit_list &edits);

} // namespace cuda_rewriter
