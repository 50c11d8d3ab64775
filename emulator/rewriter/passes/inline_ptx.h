// Inline PTX: instructions of a GPU, which no assembler here knows. Some have a function in CUDA.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

// Puts that function in their place, or a call that compilers refuse by name, where they would make
// code of it.
void rewrite_inline_ptx(const region &text, edit_list &edits);

} // namespace cuda_rewriter
