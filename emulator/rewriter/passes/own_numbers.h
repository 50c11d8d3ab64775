// For the checker: functions read threadIdx and its like as it need not know.
#pragma once

#include "../sema/specifiers.h"
#include "../syntax/edits.h"
#include "../syntax/tree.h"

#include <set>
#include <string>

namespace cuda_rewriter {

void read_own_numbers(const tree &syntax, const device_functions &functions,
                      const specifier_uses &kernels, const std::set<std::string> &macros,
                      edit_list &edits);

} // namespace cuda_rewriter
