// Loops that wait for what another thread will do: see include/emulator/spins.h.
#pragma once

#include "edits.h"
#include "region.h"

namespace cuda_rewriter {

// Puts a call of looked_in_vain() into the condition of each while loop that does nothing else.
void rewrite_spins(const region &text, edit_list &edits);

} // namespace cuda_rewriter
