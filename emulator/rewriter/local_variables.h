// For the checker: local variables of device code that are declared without a value.
#pragma once

#include "edits.h"
#include "region.h"
#include "specifiers.h"

namespace cuda_rewriter {

// functions: where the text says __global__ or __device__, be it through a macro; shared: where it
// says __shared__.
void note_local_variables(const region &text, const specifier_uses &functions,
                          const specifier_uses &shared, edit_list &edits);

} // namespace cuda_rewriter
