// Tells the runtime, or the checker, of __device__, __constant__ and __managed__ variables.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"
#include "../syntax/words.h"

namespace cuda_rewriter {

// Adds a note behind each such declaration in a namespace that is not a template, and gaps on both
// sides of most variables, so that an access beside one is seen. specifiers: where the text says
// __device__ and the like, be it through a macro; constants: where it says __constant__; macros:
// every macro so far.
void note_device_variables(const tree &syntax, const specifier_uses &specifiers,
                           const specifier_uses &constants, const macro_words &macros,
                           edit_list &edits);

} // namespace cuda_rewriter
