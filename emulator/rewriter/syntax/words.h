// Lists of words of C++ and CUDA that more than one file asks about. A list that only one file
// needs for a decision of its own stands there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace cuda_rewriter {

template <std::size_t COUNT>
bool one_of(std::string_view word, const std::array<std::string_view, COUNT> &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// The identifiers in each macro.
using macro_words = std::map<std::string, std::set<std::string>>;

// Whether a word is this one, or a macro that has it in its text, or in that of a macro there.
bool stands_for(std::string_view word, std::string_view what, const macro_words &macros);

// struct, class, union or enum.
bool is_class_key(std::string_view word);

// A keyword of which the names of the arithmetic types consist: int, unsigned.
bool is_arithmetic(std::string_view word);

// A type of one word that holds numbers and has no constructor: size_t, float4. Without a value it
// is all 0 where a static variable is, and it can be copied byte by byte. (dim3 has a constructor.)
bool is_number_type(std::string_view word);

// What tells a thread where it is: threadIdx, blockIdx, blockDim, gridDim.
bool is_builtin_variable(std::string_view word);

// What begins an attribute that may also follow a declarator: __align__(16).
bool is_attribute(std::string_view word);

// What asks for the type of an expression: decltype(x).
bool is_type_query(std::string_view word);

// What has an operand in parentheses that is not evaluated: type queries, and sizeof(x).
bool is_query(std::string_view word);

// What takes arguments in parentheses that are no parameter list, among the specifiers of a
// declaration or behind them: __launch_bounds__(256), noexcept(true), attributes, type queries.
bool takes_arguments(std::string_view word);

} // namespace cuda_rewriter
