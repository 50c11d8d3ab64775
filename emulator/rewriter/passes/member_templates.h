// Calls of member templates whose object depends on a template parameter. The C++ standard wants
// the word template there, and nvcc does without.
#pragma once

#include <set>
#include <string>

#include "../syntax/edits.h"
#include "../syntax/region.h"

namespace cuda_rewriter {

// Adds the function templates that the text declares to `known`, and puts the word in front of
// their names where they are called as members.
void say_template(const region &text, std::set<std::string, std::less<>> &known, edit_list &edits);

} // namespace cuda_rewriter
