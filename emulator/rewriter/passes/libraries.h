// The libraries of NVIDIA's toolkit that the emulator has not.
#pragma once

#include <string>
#include <string_view>

namespace cuda_rewriter {

// What to say where a program includes the header of such a library, or nothing for other headers.
std::string missing_library(std::string_view header);

// What to say of a header of Thrust or CUB where the rest of them is there, or nothing for others.
std::string missing_part(std::string_view header);

} // namespace cuda_rewriter
