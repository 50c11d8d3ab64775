// Statements of the device, marked for the recorder.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. To be called after all other passes:
// what it puts somewhere comes before what they have put there.
void mark_statements(const tree &syntax, const device_functions &functions,
                     const std::set<std::string> &macros, edit_list &edits);

} // namespace cuda_rewriter
