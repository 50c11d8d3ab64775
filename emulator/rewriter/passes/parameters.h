// The names of a kernel's parameters.
#pragma once

#include "../syntax/region.h"

#include <string>
#include <vector>

namespace cuda_rewriter {

// Their names, between this parenthesis and its closer. False where they are not understood for
// certain.
bool read_parameters(const region &text, int open, std::vector<std::string> &names);

// What stands in front of a kernel's body so that it can be launched by the addresses of its
// arguments. Empty where the parameters are not understood for certain.
std::string take_parameters(const region &text, int open);

} // namespace cuda_rewriter
