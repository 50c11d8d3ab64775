// A kernel has at most 48 KiB of static shared memory: nvcc's ptxas refuses more.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/tree.h"
#include "../sema/specifiers.h"

namespace cuda_rewriter {

// Lets the compiler add up the sizes of static __shared__ variables, which only it knows.
void limit_shared_memory(const tree &syntax, const specifier_uses &specifiers, edit_list &edits);

} // namespace cuda_rewriter
