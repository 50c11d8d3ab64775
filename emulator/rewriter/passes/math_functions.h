// What the functions of CUDA's math library count as, by their names.
#pragma once

#include <string_view>

namespace cuda_rewriter {

struct math_function {
    const char *first = nullptr, *second = nullptr; // "multiply", "add"; null: nothing
    bool is_told_by_argument = false;               // of which type it is: it returns nothing
};
// Those that only compare, round, convert or change a sign count as nothing.
math_function find_math_function(std::string_view name);

} // namespace cuda_rewriter
