// Loops that stride over the grid: see include/emulator/strides.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"

#include <set>

namespace cuda_rewriter {

// Puts a call of stride_taken() behind each `i += ...` in which gridDim stands, or a variable of
// the same function that was initialised with it. bodies_in_steps: the opening braces of kernels
// that count their strides themselves (see steps.h); bodies_in_lanes: of those whose threads take
// each stride together (see lanes.h).
void rewrite_strides(const tree &syntax, const std::set<int> &bodies_in_steps,
                     const std::set<int> &bodies_in_lanes, edit_list &edits);

} // namespace cuda_rewriter
