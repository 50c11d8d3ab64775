// Whether compilers may be told that lanes do not depend on each other.
#pragma once

#include "lane_values.h"

namespace cuda_rewriter {

// Whether lanes may run these statements side by side, and not one after the other: compilers then
// take it that no address of one lane is that of another, and may put reads in front of writes. So
// none of them may read or write what it may have written by another name.
bool run_together(const tree &syntax, const lane_values &values, int first, int last);

} // namespace cuda_rewriter
