//     asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
// becomes
//     ::cuda_emulator::inline_ptx();
// Instructions of PTX have their types in their names, or are a few that have none. Other assembly,
// such as an empty one that keeps a compiler from moving code, stays.
#include "inline_ptx.h"

#include <array>
#include <string_view>

#include "words.h"

namespace cuda_rewriter {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool is_ptx(std::string_view literal) {
    static constexpr std::array<std::string_view, 24> parts = {
        ".u8",   ".u16",   ".u32",     ".u64",  ".s8",     ".s16",   ".s32",     ".s64",
        ".b8",   ".b16",   ".b32",     ".b64",  ".f16",    ".f32",   ".f64",     ".pred",
        "trap;", "brkpt;", "bar.sync", "exit;", "membar.", "fence.", "%%laneid", "%%clock"};
    for (const std::string_view part : parts)
        if (contains(literal, part))
            return true;
    return false;
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
        for (int at = open + 1; at < close && !text.is(at, ":") && !text.is(at, "::"); ++at)
            found = found || (text.is_literal(at) && is_ptx(text.text(at)));
        if (!found)
            continue;
        edits.replace(text.token_index(position), "::cuda_emulator::inline_ptx");
        for (int at = position + 1; at < close; ++at)
            if (at != open)
                edits.replace(text.token_index(at), "");
        position = close;
    }
}

} // namespace cuda_rewriter
