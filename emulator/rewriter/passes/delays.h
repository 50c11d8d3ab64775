// Loops that let time pass: see include/emulator/spins.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../sema/specifiers.h"
#include "../syntax/words.h"

#include <set>

namespace cuda_rewriter {

// In the bodies of functions that run on the device. Returns the words "while" of the loops that it
// has found.
std::set<int> rewrite_delays(const region &text, const specifier_uses &functions,
                             const macro_words &macros, edit_list &edits);

} // namespace cuda_rewriter
