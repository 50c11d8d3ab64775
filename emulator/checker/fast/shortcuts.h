// shortcuts.h: what is quicker than the slow path (slow_path.h), and comes to the same.
//
// Each shortcut has a name, and a head comment or a comment before it that says what it claims. One
// can be left out when the checker is compiled, or all of them, which leaves the slow path:
//
//   -DCUDA_CHECKER_WITHOUT='"columns solos"'    -DCUDA_CHECKER_WITHOUT='"all"'
//
// The reports are the same without; tests compare them (tests/checker/slow_path.sh). All of them
// stand in shortcuts.def.
#ifndef CUDA_EMULATOR_SHORTCUTS_H
#define CUDA_EMULATOR_SHORTCUTS_H

#include <string_view>

#ifndef CUDA_CHECKER_WITHOUT
#define CUDA_CHECKER_WITHOUT ""
#endif

namespace cuda_emulator {
namespace checker {

// Whether the word is among these, which have blanks between them.
constexpr bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const size_t end = words.find(' ');
        if (words.substr(0, end) == word)
            return true;
        words.remove_prefix(end == words.npos ? words.size() : end + 1);
    }
    return false;
}

constexpr bool is_kept(std::string_view shortcut) {
    return !has_word(CUDA_CHECKER_WITHOUT, "all") && !has_word(CUDA_CHECKER_WITHOUT, shortcut);
}

// with::columns: whether there is the shortcut of this name.
struct with {
#define SHORTCUT(name) static constexpr bool name = is_kept(#name);
#include "shortcuts.def"
#undef SHORTCUT
};

constexpr bool are_shortcuts(std::string_view words) {
    constexpr std::string_view ALL =
#define SHORTCUT(name) #name " "
#include "shortcuts.def"
#undef SHORTCUT
        "all";
    while (!words.empty()) {
        const size_t end = words.find(' ');
        if (!has_word(ALL, words.substr(0, end)))
            return false;
        words.remove_prefix(end == words.npos ? words.size() : end + 1);
    }
    return true;
}
static_assert(are_shortcuts(CUDA_CHECKER_WITHOUT), "there is no such shortcut");

} // namespace checker
} // namespace cuda_emulator

#endif
