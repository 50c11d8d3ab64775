// Loops that let time pass: see include/emulator/spins.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"
#include "../syntax/words.h"

#include <set>

namespace cuda_rewriter {

// In the bodies of functions that run on the device. Returns the words "while" of the loops that it
// has found.
std::set<int> rewrite_delays(const tree &syntax, const device_functions &functions,
                             const macro_words &macros, edit_list &edits);

} // namespace cuda_rewriter
