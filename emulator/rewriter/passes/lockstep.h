// Volatile variables by which threads of a warp exchange values without a __syncwarp().
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. places_before: how many places there are
// in files with such variables that are translated before, as a header is before those that include
// it: their places come first.
void keep_lockstep(const tree &syntax, const device_functions &functions,
                   const std::set<std::string> &macros, int &places_before, edit_list &edits);

} // namespace cuda_rewriter
