// Dynamic shared memory (extern __shared__), and for the checker static __shared__ variables.
#pragma once

#include "edits.h"
#include "region.h"
#include "shared_variables.h"
#include "specifiers.h"

namespace cuda_rewriter {

// Returns whether the region ends before the declarator of dynamic shared memory, so that a macro
// with this body is one more way to write "extern __shared__". macros: only for the checker, else
// null.
bool rewrite_shared_memory(const region &text, const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, edit_list &edits);

} // namespace cuda_rewriter
