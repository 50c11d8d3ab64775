// Inline PTX: instructions of a GPU, which no assembler here knows.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../syntax/source_file.h"
#include "../syntax/tree.h"
#include "../syntax/words.h"

#include <vector>

namespace cuda_rewriter {

// Puts C++ that does the same in their place, or a call that compilers refuse by name, where they
// would make code of it. Whether that takes emulator/ptx.h. The directives are those of the file.
// whole: what the file consists of, if nothing else is translated that may call its functions.
bool rewrite_inline_ptx(const region &text, const std::vector<directive> &directives,
                        const tree *whole, const macro_words &words, edit_list &edits);

} // namespace cuda_rewriter
