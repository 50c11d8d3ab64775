// What programs forget.
#pragma once

#include <string>
#include <string_view>

namespace cuda_rewriter {

// What is said of a name of std whose header is missing, or nothing.
std::string forgotten_header(std::string_view message, std::string_view word);
// Of "cudaMalloc(d_out, ...)": nothing where the argument is more than a name.
std::string takes_an_address(const std::string &function, std::string_view line);

} // namespace cuda_rewriter
