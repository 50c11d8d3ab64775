// Calls of the API as statements, whose result nobody looks at.
#pragma once

#include "edits.h"
#include "region.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// macros: every name that the program has given one. check: for the checker, atomic exchanges too.
void note_unused_results(const region &text, const std::set<std::string> &macros, bool check,
                         edit_list &edits);

} // namespace cuda_rewriter
