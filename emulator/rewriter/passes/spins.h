// Loops that wait for what another thread will do: see include/emulator/spins.h.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"

#include <set>

namespace cuda_rewriter {

// Puts a call of looked_in_vain() into the condition of each while loop that does nothing else.
// delays: the words "while" of loops that let time pass, which are left alone.
void rewrite_spins(const tree &syntax, const std::set<int> &delays, edit_list &edits);

} // namespace cuda_rewriter
