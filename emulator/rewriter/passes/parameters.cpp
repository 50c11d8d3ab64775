//     __global__ void k(float *x, int n) {
// becomes
//     __global__ void k(float *x, int n) { CUDA_EMULATOR_PARAMETERS(x, n)
// cudaLaunchKernel and graphs give a kernel as a void *, and its arguments by their addresses. Only
// the kernel itself knows their types, and takes them by that macro (emulator/kernel.h).
#include "parameters.h"

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

bool is_no_type(std::string_view word) {
    static constexpr std::array<std::string_view, 9> words = {
        "const",    "volatile",          "__restrict__", "__restrict",      "restrict",
        "typename", "__grid_constant__", "constexpr",    "[[maybe_unused]]"};
    return one_of(word, words) || is_class_key(word);
}

// The name that the parameter [first, last) declares: "" if it has none, or none that is certain.
std::string name_of(const region &text, int first, int last) {
    int end = last;
    while (text.is(end - 1, "]") && text.opener(end - 1) > first)
        end = text.opener(end - 1);
    // A pointer to a function: void (*f)(int).
    if (text.is(end - 1, ")") && text.opener(end - 1) > first) {
        const int declarator = text.opener(end - 1) - 1;
        const bool named = text.is(declarator, ")") && text.is_name(declarator - 1) &&
                           text.is(text.opener(declarator) + 1, "*");
        return named ? std::string(text.text(declarator - 1)) : "";
    }
    const std::string_view word = text.text(end - 1);
    if (!text.is_name(end - 1) || is_arithmetic(word) || is_no_type(word) || text.is(end - 2, "::"))
        return "";
    // In front of a name stands a type.
    bool has_type = false, pack = false;
    for (int position = first; position < end - 1; ++position) {
        const std::string_view here = text.text(position);
        has_type = has_type || (text.is_identifier(position) && !is_no_type(here));
        pack = pack || here == "...";
    }
    if (!has_type)
        return "";
    return std::string(word) + (pack ? "..." : "");
}

} // namespace

bool read_parameters(const region &text, int open, std::vector<std::string> &names) {
    const int close = text.closer(open);
    if (close < 0 || text.directives_before(open) != text.directives_before(close))
        return false;
    int angles = 0, first = open + 1, value = -1;
    for (int position = open + 1; position <= close; ++position) {
        const std::string_view here = text.text(position);
        if (here == "#" || here == "##")
            return false;
        if (position < close && (here == "(" || here == "[" || here == "{")) {
            position = text.closer(position);
            if (position < 0)
                return false;
        } else if (here == "<" && value < 0) {
            ++angles;
        } else if (here == ">" && value < 0) {
            --angles;
        } else if (here == "=" && angles == 0 && value < 0) {
            value = position;
        } else if ((here == "," && angles == 0) || position == close) {
            const int last = value >= 0 ? value : position;
            const bool nothing = first == last || (last == first + 1 && text.is(first, "void"));
            if (nothing && position != close)
                return false;
            if (!nothing) {
                // Without a name it may be the argument of a macro.
                const std::string name = name_of(text, first, last);
                if (name.empty())
                    return false;
                names.push_back(name);
            }
            first = position + 1;
            value = -1;
        }
    }
    return angles == 0;
}

std::string take_parameters(const region &text, int open) {
    std::vector<std::string> names;
    if (!read_parameters(text, open, names))
        return {};
    std::string list;
    for (const std::string &name : names)
        list += (list.empty() ? "" : ", ") + name;
    return " CUDA_EMULATOR_PARAMETERS(" + list + ")";
}

} // namespace cuda_rewriter
