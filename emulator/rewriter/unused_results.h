// For the checker: calls of the API as statements, whose result nobody looks at.
#pragma once

#include "edits.h"
#include "region.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// macros: every name that the program has given one.
void note_unused_results(const region &text, const std::set<std::string> &macros, edit_list &edits);

} // namespace cuda_rewriter
