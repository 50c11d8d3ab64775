// __noinline__ as CUDA has it, a qualifier. It cannot be a macro of the emulator's headers, because
// those of g++ write __attribute__((__noinline__)). And __forceinline__, which g++ takes for an
// order, and nvcc for a wish: a function that calls itself cannot be inlined everywhere.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../syntax/tree.h"

namespace cuda_rewriter {

void rewrite_attributes(const region &text, edit_list &edits);
// Also of functions that call themselves by way of others in the file. It goes by names: to call
// data.get() in a get() counts, which costs no more than a wish.
void relax_recursive_functions(const tree &syntax, edit_list &edits);

} // namespace cuda_rewriter
