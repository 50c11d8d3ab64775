// From tokens to a tree.
#pragma once

#include <vector>

#include "tree.h"

namespace cuda_rewriter {

std::vector<node> parse(const region &text);

} // namespace cuda_rewriter
