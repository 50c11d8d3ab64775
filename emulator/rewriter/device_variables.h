// Tells the checker of __device__, __constant__ and __managed__ variables.
#pragma once

#include "edits.h"
#include "region.h"

namespace cuda_rewriter {

// Adds a note behind each such declaration in a namespace that is not a template.
void note_device_variables(const region &text, edit_list &edits);

} // namespace cuda_rewriter
