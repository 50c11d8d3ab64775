// For the profiler: arrays of vectors whose elements stand in one list.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

void group_vectors(const region &text, edit_list &edits);

} // namespace cuda_rewriter
