// Signs of print in the place of C++'s, pasted from a page.
#pragma once

#include "../syntax/source_file.h"

#include <string>
#include <utility>
#include <vector>

namespace cuda_rewriter {

// Positions in the file's text, with what to say of them. Comments and strings may hold any sign.
std::vector<std::pair<int, std::string>> pasted_characters(const source_file &file);

} // namespace cuda_rewriter
