// Uses of whole structs, some of which the compilers do not check as they check their members.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. macros: every name that the program has
// given one.
void note_whole_structs(const tree &syntax, const device_functions &functions,
                        const std::set<std::string> &macros, edit_list &edits);

} // namespace cuda_rewriter
