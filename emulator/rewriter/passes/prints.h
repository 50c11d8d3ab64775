// What device code prints: see include/emulator/prints.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/source_file.h"

namespace cuda_rewriter {

// Of each printf between two positions of a text.
void place_prints(const source_file &file, const region &text, int first, int last, bool of_macro,
                  edit_list &edits);

} // namespace cuda_rewriter
