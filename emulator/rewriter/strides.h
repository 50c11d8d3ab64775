// Loops that stride over the grid: see include/emulator/strides.h.
#pragma once

#include "edits.h"
#include "region.h"

namespace cuda_rewriter {

// Puts a call of stride_taken() behind each `i += ...` in which gridDim stands, or a variable of the
// same function that was initialised with it.
void rewrite_strides(const region &text, edit_list &edits);

} // namespace cuda_rewriter
