// The bodies of functions that run on the device.
#pragma once

#include "../syntax/tree.h"
#include "specifiers.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace cuda_rewriter {

// The '{' of each. Functions that are constexpr are left out: what may be put into a kernel need
// not be allowed there.
std::vector<int> device_bodies(const tree &syntax, const device_functions &functions);

// Whether a position is in the argument of a macro, which may write it down: assert(tile[i] < n).
bool is_argument_of_macro(const tree &syntax, int position, const std::set<std::string> &macros);

// Visits the nodes below a body, those in such arguments left out.
void walk_nodes(const tree &syntax, int body, const std::set<std::string> &macros,
                const std::function<void(const node &)> &visit);

} // namespace cuda_rewriter
