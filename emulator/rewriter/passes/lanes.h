// Kernels whose threads become lanes of loops: see include/emulator/lanes.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "steps.h"

#include <string>

namespace cuda_rewriter {

// Rewrites the inside of a kernel's body, as rewrite_steps() does, or leaves it alone: then both
// ends are empty.
step_ends rewrite_lanes(const tree &syntax, const node &kernel, int body, const std::string &bounds,
                        const step_context &context, edit_list &edits);

} // namespace cuda_rewriter
