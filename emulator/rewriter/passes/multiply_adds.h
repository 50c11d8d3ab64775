// The multiply-adds of device code, which nvcc rounds once.
#pragma once

#include "../sema/changed_arguments.h"
#include "../sema/out_of_reach.h"
#include "../sema/specifiers.h"
#include "../syntax/edits.h"
#include "../syntax/source_file.h"
#include "../syntax/tree.h"
#include "bit_fields.h"
#include "views.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __device__ or __global__. macros: every name that the program has
// given one. To be called before other passes: what these move or repeat is to be the same.
void mark_multiply_adds(source_file &file, const device_functions &functions, const views &view,
                        const bit_fields &fields, const out_of_reach &members,
                        const changed_arguments &calls, const std::set<std::string> &macros,
                        edit_list &edits);

} // namespace cuda_rewriter
