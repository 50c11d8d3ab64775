// What nvcc refuses and a C++ compiler does not: calls between host and device that cannot be made,
// kernels of a wrong form, launches of what is no kernel.
#pragma once

#include "../sema/functions.h"
#include "../syntax/region.h"
#include "../syntax/source_file.h"
#include "../syntax/words.h"

#include <string>
#include <vector>

namespace cuda_rewriter {

struct program_file {
    const source_file *source;
    bool is_certain; // whether the compiler reads it for certain
};

// The messages, in the order of the text; none if there is nothing to say against the program.
// What is not certain is never refused: the compiler, or nvcc, will see. relaxed_constexpr: device
// code may call constexpr functions of the host.
std::vector<std::string> verdicts(const std::vector<program_file> &files, const macro_words &macros,
                                  bool relaxed_constexpr);

} // namespace cuda_rewriter
