// Expressions of names, members, calls and elements: a.b(c)[d]->e.
#pragma once

#include "region.h"

namespace cuda_rewriter {

// Where the one begins that ends before a position, or -1 if that is not certain.
int first_of_postfix(const region &text, int end);

} // namespace cuda_rewriter
