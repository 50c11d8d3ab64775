// kernel<<<configuration>>>(arguments)
#pragma once

#include "edits.h"
#include "region.h"
#include "source_file.h"

namespace cuda_rewriter {

void rewrite_launches(const source_file &file, const region &text, edit_list &edits);

} // namespace cuda_rewriter
