// Dynamic shared memory (extern __shared__), and static __shared__ variables.
#pragma once

#include "edits.h"
#include "region.h"
#include "specifiers.h"

#include <map>
#include <string>

namespace cuda_rewriter {

// Macros such as "#define SHARED_FLOAT __shared__ float", by name: what else than __shared__ they
// stand for.
using static_shared_macros = std::map<std::string, std::string>;

// That text, or nothing if the macro is none of these.
std::string specifiers_of_static_shared(const region &macro);

// Returns whether the region ends before the declarator of dynamic shared memory, so that a macro
// with this body is one more way to write "extern __shared__". macros: only for the checker, else
// null.
bool rewrite_shared_memory(const region &text, const specifier_uses &specifiers, bool is_macro_body,
                           const static_shared_macros *macros, edit_list &edits);

} // namespace cuda_rewriter
