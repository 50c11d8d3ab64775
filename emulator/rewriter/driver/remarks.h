// What compilers say, line by line.
#pragma once

#include <cstdint>
#include <string>

namespace cuda_rewriter {

struct place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0; // 0: none was given
};

struct remark {
    place at;
    std::string kind; // error, warning, note; or "from" for where a template is used
    std::string text;
};

// Whether a line is one, and which.
bool read_remark(const std::string &line, remark &result);
// Whether it is what leads up to a message, or ends them all, and says nothing that the message
// does not.
bool is_frame(const std::string &line);
// The word between the first pair of quotation marks.
std::string quoted_word(const std::string &text);
// The types of operands that are marked for multiply-adds (see multiply_add.h) are those of the
// text: 'cuda_emulator::multiply_adds::operand<float3&, false>' is 'float3'.
std::string with_types_of_text(std::string text);
// g++'s curved quotation marks made straight, as clang++'s are: not every terminal shows those.
std::string with_straight_quotes(std::string text);

} // namespace cuda_rewriter
