// A message about a place in the reader's text, with the line that it is about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cuda_rewriter {

// The column of a byte of a line, counted in characters from 1.
std::size_t column_of(std::string_view line, std::size_t byte);

// "name:number:column: kind: message", the line, and below it a mark under `length` bytes from
// `byte` on. Ends without a newline.
std::string marked_message(const std::string &name, unsigned number, std::string_view line,
                           std::size_t byte, std::size_t length, const std::string &kind,
                           const std::string &message);

} // namespace cuda_rewriter
