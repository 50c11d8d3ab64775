// What CUDA 12 and 13 have no more, and old books use.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/source_file.h"

namespace cuda_rewriter {

// Warns of each such name once a file, with what to write today, and names what stands for texture
// and surface references.
void replace_removed(const source_file &file, edit_list &edits);

} // namespace cuda_rewriter
