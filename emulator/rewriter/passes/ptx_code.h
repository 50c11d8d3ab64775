// PTX as it stands in an asm(): instructions, the registers and labels between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {

// As it is written: %0, p, 16, {%0, %1}, [%0 + 16], [%1, {%2, %3}], p|q.
struct ptx_operand {
    enum class form { plain, vector, address, pair } what = form::plain;
    std::string text;               // of a plain one, and of an address what is added up
    std::vector<std::string> parts; // of a vector or a pair; of an address its coordinates
};

struct ptx_statement {
    enum class form { instruction, label, registers, opens, closes } what = form::instruction;
    std::string guard; // the register of @p, or nothing
    bool guard_is_negated = false;
    std::string name; // of the instruction or the label; of registers their type
    std::vector<ptx_operand> operands;
};

// False if it has a form that is not understood.
bool read_ptx(std::string_view code, std::vector<ptx_statement> &statements);

} // namespace cuda_rewriter
