// The names of a kernel's parameters.
#pragma once

#include "region.h"

#include <string>

namespace cuda_rewriter {

// What stands in front of a kernel's body so that it can be launched by the addresses of its
// arguments. Empty where the parameters between this parenthesis and its closer are not understood
// for certain.
std::string take_parameters(const region &text, int open);

} // namespace cuda_rewriter
