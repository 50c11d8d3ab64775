// Lists of words of the language.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cuda_rewriter {

template <std::size_t COUNT>
bool one_of(std::string_view word, const std::array<std::string_view, COUNT> &words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// Of which the names of arithmetic types consist.
inline bool is_arithmetic(std::string_view word) {
    static constexpr std::array<std::string_view, 9> words = {
        "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned"};
    return one_of(word, words);
}

} // namespace cuda_rewriter
