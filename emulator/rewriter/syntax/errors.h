// The end of a translation that cannot go on.
#pragma once

#include <string>

namespace cuda_rewriter {

// Prints the message, which begins with "file:line: error: " or "file: error: ", and exits with
// status 1. It stands in for exceptions, which some compilers for WebAssembly do not have.
[[noreturn]] void fatal_error(const std::string &message);

} // namespace cuda_rewriter
