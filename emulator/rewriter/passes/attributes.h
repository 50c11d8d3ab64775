// __noinline__ as CUDA has it, a qualifier. It cannot be a macro of the emulator's headers, because
// those of g++ write __attribute__((__noinline__)).
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

void rewrite_attributes(const region &text, edit_list &edits);

} // namespace cuda_rewriter
