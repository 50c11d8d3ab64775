// The words of CUDA that programs are written with, and which of them a misspelt one may be.
#pragma once

#include <string_view>

namespace cuda_rewriter {

// The word of CUDA that is nearest to a word that is none, or nothing if all are far away.
std::string_view nearest_name(std::string_view word);

} // namespace cuda_rewriter
