// Calls of the API and atomic operations as statements, whose result nobody looks at.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"

#include <set>
#include <string>
#include <string_view>

namespace cuda_rewriter {

// macros: every name that the program has given one. check: for the checker, of atomic operations
// exchanges; else additions, unless own_additions: the program has such functions of its own.
void note_unused_results(const tree &syntax, const std::set<std::string> &macros, bool check,
                         bool own_additions, edit_list &edits);

// Whether the text declares a function of this name.
bool declares_function(const tree &syntax, std::string_view name);

} // namespace cuda_rewriter
