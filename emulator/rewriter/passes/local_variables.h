// For the checker: local variables of device code that are declared without a value.
#pragma once

#include "../syntax/edits.h"
#include "../syntax/source_file.h"
#include "../syntax/words.h"
#include "../sema/specifiers.h"

#include <set>
#include <string>

namespace cuda_rewriter {

// functions: where the text says __global__ or __device__, be it through a macro; shared: where it
// says __shared__; macros: those that may stand for more than a type.
void note_local_variables(const source_file &source, const device_functions &functions,
                          const specifier_uses &shared, const std::set<std::string> &macros,
                          const macro_words &words_in_macros, edit_list &edits);

// Whether a macro with this body does not.
bool stands_for_a_type(const region &macro);

} // namespace cuda_rewriter
