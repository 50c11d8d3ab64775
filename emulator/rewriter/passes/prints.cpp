//     if (i == 0) std::printf("first\n");
// becomes
//     if (i == 0) ::cuda_emulator::printf_at<__LINE__ * 512 + 16>("first\n");
// where device code prints, and in macros, which may be device code somewhere. So does a printf
// that is called by another name: `#define LOG printf`. The number is larger the further behind it
// stands.
#include "prints.h"

#include "../syntax/words.h"

#include <array>

namespace cuda_rewriter {
namespace {

// "int printf" and "int (*printf)(" declare one, "log.printf" is another one, and in
// "format(printf, 1, 2)" it is none.
bool may_be_used_behind(const region &text, int before) {
    static constexpr std::array<std::string_view, 3> words = {"return", "else", "do"};
    if (text.is(before, "(") ? text.is(before - 1, "format") || text.is(before - 1, "__format__")
                             : text.is(before, "*") && text.is(before - 1, "("))
        return false;
    return !text.is(before, ".") && !text.is(before, "->") &&
           (!text.is_identifier(before) || one_of(text.text(before), words));
}

} // namespace

void place_prints(const source_file &file, const region &text, int first, int last, bool of_macro,
                  edit_list &edits) {
    for (int position = first; position < last; ++position) {
        if (!text.is(position, "printf"))
            continue;
        int begin = position;
        if (text.is(begin - 1, "::"))
            begin -= text.is(begin - 2, "std") ? 2 : 1;
        if (text.is(begin, "std") && text.is(begin - 1, "::"))
            --begin;
        if (!may_be_used_behind(text, begin - 1))
            continue;
        for (int qualifier = begin; qualifier < position; ++qualifier)
            edits.replace(text.token_index(qualifier), "");
        const std::uint32_t token = text.token_index(position);
        // All of a macro has one __LINE__, where it is used.
        const auto behind = of_macro ? static_cast<std::size_t>(position) : file.column_of(token);
        edits.replace(token, "::cuda_emulator::printf_at<__LINE__ * 512 + " +
                                 std::to_string(behind % 512) + ">");
    }
}

} // namespace cuda_rewriter
