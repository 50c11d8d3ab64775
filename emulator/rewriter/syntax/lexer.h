// Splits CUDA C++ text into tokens without changing or losing a single byte of it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

enum class token_kind : std::uint8_t {
    blank,      // spaces, tabs and spliced line ends (backslash newline)
    newline,    // the end of a line that is not spliced
    comment,    // either kind, without the newline that ends a line comment
    identifier, // keywords included
    number,     // a preprocessing number: 1'000, 0x1p-3, 128u
    literal,    // string, raw string, character literal or header name
    punctuator, // '<' and '>' always stand alone; see tokenize()
    other,      // any byte that begins nothing else
};

struct token {
    token_kind kind;
    std::uint32_t begin;
    std::uint32_t length;
};

inline bool is_trivia(token_kind kind) {
    return kind == token_kind::blank || kind == token_kind::newline || kind == token_kind::comment;
}

// The tokens cover `text` from its first to its last byte. "<<", ">>" and "<<<" come out as single
// characters, because a launch may be written with blanks between them and a template argument
// list may end in two or more of them. Never fails: what is not terminated ends with its line, or
// with the text where it may span lines.
std::vector<token> tokenize(std::string_view text);

} // namespace cuda_rewriter
