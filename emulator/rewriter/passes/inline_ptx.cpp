//     asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
// becomes
//     (lane) = (::cuda_emulator::lane_index());
// and other single instructions likewise that CUDA has a function for. The rest becomes
//     ::cuda_emulator::inline_ptx();
// Instructions of PTX have their types in their names, or are a few that have none. Other assembly,
// such as an empty one that keeps a compiler from moving code, stays.
#include "inline_ptx.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

struct ptx_word {
    std::string_view name, meaning; // $1, $2, $3: the operands that it reads
};

constexpr std::array<ptx_word, 8> special_registers = {{
    {"laneid", "::cuda_emulator::lane_index()"},
    {"warpid", "::cuda_emulator::thread_in_block() / 32"},
    {"globaltimer", "clock64()"},
    {"clock64", "clock64()"},
    {"clock", "clock64()"},
    {"lanemask_eq", "1u << ::cuda_emulator::lane_index()"},
    {"lanemask_lt", "(1u << ::cuda_emulator::lane_index()) - 1u"},
    {"lanemask_le", "(2u << ::cuda_emulator::lane_index()) - 1u"},
}};

constexpr std::array<ptx_word, 30> instructions = {{
    {"mov.u32", "$1"},
    {"mov.u64", "$1"},
    {"mov.b32", "$1"},
    {"activemask.b32", "__activemask()"},
    {"popc.b32", "__popc($1)"},
    {"clz.b32", "__clz($1)"},
    {"brev.b32", "__brev($1)"},
    {"bfind.u32", "31 - __clz($1)"},
    {"prmt.b32", "__byte_perm($1, $2, $3)"},
    {"mul.hi.u32", "__umulhi($1, $2)"},
    {"mul.hi.s32", "__mulhi($1, $2)"},
    {"mad.lo.u32", "$1 * $2 + $3"},
    {"add.u32", "$1 + $2"},
    {"vabsdiff4.u32.u32.u32.add", "__vsadu4($1, $2) + $3"},
    {"fma.rn.f32", "fmaf($1, $2, $3)"},
    {"fma.rn.f64", "fma($1, $2, $3)"},
    {"ex2.approx.f32", "exp2f($1)"},
    {"ex2.approx.ftz.f32", "exp2f($1)"},
    {"lg2.approx.f32", "log2f($1)"},
    {"lg2.approx.ftz.f32", "log2f($1)"},
    {"rcp.approx.f32", "1.0f / $1"},
    {"rcp.approx.ftz.f32", "1.0f / $1"},
    {"sqrt.approx.f32", "sqrtf($1)"},
    {"sqrt.approx.ftz.f32", "sqrtf($1)"},
    {"rsqrt.approx.f32", "rsqrtf($1)"},
    {"rsqrt.approx.ftz.f32", "rsqrtf($1)"},
    {"tanh.approx.f32", "tanhf($1)"},
    {"sin.approx.f32", "sinf($1)"},
    {"cos.approx.f32", "cosf($1)"},
    {"mul.lo.u32", "$1 * $2"},
}};

// Those that give nothing.
constexpr std::array<ptx_word, 6> statements = {{
    {"trap", "__trap()"},
    {"membar.cta", "__threadfence_block()"},
    {"membar.gl", "__threadfence()"},
    {"membar.sys", "__threadfence_system()"},
    {"fence.acq_rel.gpu", "__threadfence()"},
    {"fence.acq_rel.sys", "__threadfence_system()"},
}};

template <std::size_t COUNT>
std::string_view meaning_of(std::string_view name, const std::array<ptx_word, COUNT> &words) {
    for (const ptx_word &word : words)
        if (word.name == name)
            return word.meaning;
    return {};
}

bool is_ptx(std::string_view literal) {
    static constexpr std::array<std::string_view, 25> parts = {
        ".u8",    ".u16",     ".u32",    ".u64",        ".s8",      ".s16",  ".s32",
        ".s64",   ".b8",      ".b16",    ".b32",        ".b64",     ".f16",  ".f32",
        ".f64",   ".pred",    "trap;",   "brkpt;",      "bar.sync", "exit;", "membar.",
        "fence.", "%%laneid", "%%clock", "%globaltimer"};
    for (const std::string_view part : parts)
        if (contains(literal, part))
            return true;
    return false;
}

bool is_between_words(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == ';';
}

std::string trimmed(std::string text) {
    while (!text.empty() && is_between_words(text.back()))
        text.pop_back();
    std::size_t first = 0;
    while (first < text.size() && is_between_words(text[first]))
        ++first;
    return text.substr(first);
}

// The contents of a literal of no prefix, in which "\n" and "\t" are blanks.
std::string contents(std::string_view literal) {
    std::string result;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i)
        if (literal[i] == '\\') {
            result += ' ';
            ++i;
        } else {
            result += literal[i];
        }
    return result;
}

// One instruction: its name and its operands, as they are written.
struct instruction {
    std::string name;
    std::vector<std::string> operands;
};

// False if there are more than one, or braces or labels.
bool read_instruction(const std::string &code, instruction &one) {
    const std::string text = trimmed(code);
    if (text.empty() || text.find_first_of(";{}[]:@|") != std::string::npos)
        return false;
    std::size_t end = 0;
    while (end < text.size() && !is_between_words(text[end]))
        ++end;
    one.name = text.substr(0, end);
    for (std::size_t from = end; from < text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        one.operands.push_back(trimmed(text.substr(from, comma - from)));
        from = comma + 1;
    }
    return true;
}

// What the program gives: "=r"(x).
struct operand {
    bool is_output;
    std::string expression;
};

// False if they have a form that is not understood, such as [name] "=r"(x).
bool read_operands(const region &text, int from, int close, std::vector<operand> &operands) {
    bool outputs = true;
    int colons = 0;
    for (int at = from; at < close; ++at) {
        if (text.is(at, ":") || text.is(at, "::")) {
            colons += text.is(at, ":") ? 1 : 2;
            outputs = colons == 1;
            if (colons > 2)
                return true; // clobbers
        } else if (text.is_literal(at) && text.is(at + 1, "(") && text.closer(at + 1) >= 0) {
            const int end = text.closer(at + 1);
            operands.push_back({outputs, "(" + text.joined(at + 2, end) + ")"});
            at = end;
        } else if (!text.is(at, ",")) {
            return false;
        }
    }
    return true;
}

// An operand of the instruction in C++, or nothing.
std::string in_cpp(const std::string &written, const std::vector<operand> &operands) {
    if (written.empty())
        return {};
    if (written[0] >= '0' && written[0] <= '9')
        return contains(written, "f") || contains(written, "F") ? "" : written;
    if (written[0] != '%')
        return {};
    const std::string name = written.substr(written.size() > 1 && written[1] == '%' ? 2 : 1);
    if (name.size() == 1 && name[0] >= '0' && name[0] <= '9') {
        const auto number = static_cast<std::size_t>(name[0] - '0');
        return number < operands.size() ? operands[number].expression : std::string();
    }
    const std::string_view meaning = meaning_of(name, special_registers);
    return meaning.empty() ? std::string() : "(" + std::string(meaning) + ")";
}

// The statement in C++, or nothing.
std::string translation_of(const instruction &one, const std::vector<operand> &operands) {
    if (one.operands.empty())
        return operands.empty() ? std::string(meaning_of(one.name, statements)) : std::string();
    const std::string_view meaning = meaning_of(one.name, instructions);
    if (meaning.empty() || operands.empty() || !operands[0].is_output ||
        in_cpp(one.operands[0], operands) != operands[0].expression)
        return {};
    std::string result;
    for (std::size_t i = 0; i < meaning.size(); ++i) {
        if (meaning[i] != '$') {
            result += meaning[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(meaning[++i] - '0');
        const std::string operand =
            number < one.operands.size() ? in_cpp(one.operands[number], operands) : std::string();
        if (operand.empty())
            return {};
        result += operand;
    }
    return operands[0].expression + " = " + result;
}

} // namespace

void rewrite_inline_ptx(const region &text, edit_list &edits) {
    static constexpr std::array<std::string_view, 3> words = {"asm", "__asm__", "__asm"};
    static constexpr std::array<std::string_view, 3> qualifiers = {"volatile", "__volatile__",
                                                                   "__volatile"};
    for (int position = 0; position < text.size(); ++position) {
        if (!one_of(text.text(position), words))
            continue;
        int open = position + 1;
        while (one_of(text.text(open), qualifiers))
            ++open;
        const int close = text.is(open, "(") ? text.closer(open) : -1;
        bool found = false;
        std::string code;
        int end = open + 1; // of the instructions
        for (; end < close && !text.is(end, ":") && !text.is(end, "::"); ++end) {
            found = found || (text.is_literal(end) && is_ptx(text.text(end)));
            code += text.is_literal(end) ? contents(text.text(end)) : std::string("{}");
        }
        if (!found)
            continue;
        instruction one;
        std::vector<operand> operands;
        std::string cpp;
        if (read_instruction(code, one) && read_operands(text, end, close, operands))
            cpp = translation_of(one, operands);
        const bool known = !cpp.empty();
        edits.replace(text.token_index(position), known ? cpp : "::cuda_emulator::inline_ptx");
        for (int at = position + 1; at <= close; ++at)
            if (known || (at != open && at != close)) // and what others have made of the operands
                edits.remove(text.token_index(at));
        position = close;
    }
}

} // namespace cuda_rewriter
