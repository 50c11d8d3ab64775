// Inline PTX: instructions of a GPU, which no assembler here knows.
#pragma once

#include "edits.h"
#include "region.h"

namespace cuda_rewriter {

// Puts a call in their place that compilers refuse by name, where they would make code of it.
void rewrite_inline_ptx(const region &text, edit_list &edits);

} // namespace cuda_rewriter
