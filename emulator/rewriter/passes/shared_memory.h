// Dynamic shared memory (extern __shared__), and static __shared__ variables, so that writes beside
// them are seen.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "shared_variables.h"
#include "../syntax/source_file.h"
#include "../sema/specifiers.h"

#include <map>

namespace cuda_rewriter {

// Returns whether the region ends before the declarator of dynamic shared memory, so that a macro
// with this body is one more way to write "extern __shared__". macros: only for the checker, else
// null. late: see step_context.
bool rewrite_shared_memory(const source_file &file, const tree &syntax,
                           const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, const std::map<int, int> &late,
                           edit_list &edits);

} // namespace cuda_rewriter
