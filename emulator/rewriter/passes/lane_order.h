// Whether threads that become lanes meet in memory between two barriers.
#pragma once

#include "lane_plan.h"

namespace cuda_rewriter {

// Whether two pieces of a plan, with no barrier between them, touch the same variable or array, and
// not certainly each thread its own element. Without lanes a thread does both before the next one
// does the first: a barrier that is missing there must not be made up for.
bool meet_in_memory(const region &text, const lane_values &values,
                    const std::vector<piece> &pieces);

} // namespace cuda_rewriter
