// The bodies of __global__ functions.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../syntax/source_file.h"
#include "../sema/specifiers.h"
#include "steps.h"

namespace cuda_rewriter {

// steps: for kernels that may run from barrier to barrier, or null.
// Returns whether the region ends in the middle of a kernel's declaration, so that a macro with
// this body is one more way to write __global__.
bool rewrite_kernels(const source_file &file, const tree &syntax, const specifier_uses &specifiers,
                     step_context *steps, edit_list &edits);

} // namespace cuda_rewriter
