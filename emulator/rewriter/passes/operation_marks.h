// Floating-point operations of the device, told to the profiler where they are done.
#pragma once

#include "../sema/specifiers.h"
#include "../syntax/edits.h"
#include "../syntax/source_file.h"
#include "../syntax/tree.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. To be called behind all other passes:
// an operation is repeated as they have written it.
void mark_operations(const source_file &file, const tree &syntax, const device_functions &functions,
                     const std::set<std::string> &macros, edit_list &edits);

} // namespace cuda_rewriter
