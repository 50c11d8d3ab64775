// Inline PTX: instructions of a GPU, which no assembler here knows.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

// Puts C++ that does the same in their place, or a call that compilers refuse by name, where they
// would make code of it. Whether that takes emulator/ptx.h.
bool rewrite_inline_ptx(const region &text, edit_list &edits);

} // namespace cuda_rewriter
