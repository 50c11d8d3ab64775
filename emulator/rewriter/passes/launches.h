// kernel<<<configuration>>>(arguments)
#pragma once

#include "../syntax/edits.h"
#include "../syntax/region.h"
#include "../syntax/source_file.h"

namespace cuda_rewriter {

void rewrite_launches(const source_file &file, const region &text, edit_list &edits);

} // namespace cuda_rewriter
