// What device code prints: see include/emulator/prints.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/source_file.h"

namespace cuda_rewriter {

// Of each printf in the body of a function, which begins with a '{'.
void place_prints(const source_file &file, int body, edit_list &edits);
// All of a macro has one __LINE__, where it is used.
void place_prints_of_macro(const region &text, edit_list &edits);

} // namespace cuda_rewriter
