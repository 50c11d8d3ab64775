// What a compiler says of a translation, said of the reader's text.
#pragma once

#include "columns.h"

#include <string>

namespace cuda_rewriter {

// messages: of g++ or clang, without carets, columns in bytes. The result has the same errors and
// warnings at the reader's lines and columns, without words that only the translation has.
std::string explain(const std::string &messages, const translated_files &files);

} // namespace cuda_rewriter
