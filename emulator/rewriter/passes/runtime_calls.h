// cudaLaunchKernel((void *)kernel, ...): the cast hides the type that the emulator needs.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

void rewrite_runtime_calls(const region &text, edit_list &edits);

} // namespace cuda_rewriter
