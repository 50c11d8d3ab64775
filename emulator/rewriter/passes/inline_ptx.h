// Inline PTX: instructions of a GPU, which no assembler here knows.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../syntax/source_file.h"

#include <vector>

namespace cuda_rewriter {

// Puts C++ that does the same in their place, or a call that compilers refuse by name, where they
// would make code of it. Whether that takes emulator/ptx.h. The directives are those of the file.
bool rewrite_inline_ptx(const region &text, const std::vector<directive> &directives,
                        edit_list &edits);

} // namespace cuda_rewriter
