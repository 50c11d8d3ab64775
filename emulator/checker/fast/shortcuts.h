// shortcuts.h: what is quicker than the slow path (slow_path.h), and comes to the same.
//
// Each shortcut has a name, and a head comment or a comment before it that says what it claims. One
// can be left out when the checker is compiled, or all of them, which leaves the slow path:
//
//   -DCUDA_CHECKER_WITHOUT='"columns solos"'    -DCUDA_CHECKER_WITHOUT='"all"'
//
// The reports are the same without; tests compare them (tests/checker/slow_path.sh).
//
//   series, bytes        sixteen words, or 64 bytes, of threads that follow one another   series.h
//   last_gives_way       many threads read the same words                                 series.h
//   columns              the same of a column of a two-dimensional block                  columns.h
//   solos                words that one thread reads one after another                    solos.h
//   goes_on              one more access of a series                                      goes_on.h
//   streaks, word_parts  accesses that are only counted                                   streaks.h
//   cells, cells_again   words that several use: in order as can be seen at once          cells.h
//   third_reads, behind_barrier                                          shared memory    shared.h
//   own_stack, constants, built_in elsewhere.h atomics, atomics_in_turn atomics.h small_copies,
//   structs_of_12, host_pages                                               dispatch.h
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

// any: an access tries some of them.
#define CUDA_CHECKER_SHORTCUTS(X)                                                                  \
    X(series)                                                                                      \
    X(bytes)                                                                                       \
    X(last_gives_way)                                                                              \
    X(columns)                                                                                     \
    X(solos)                                                                                       \
    X(goes_on)                                                                                     \
    X(streaks)                                                                                     \
    X(word_parts)                                                                                  \
    X(cells)                                                                                       \
    X(cells_again)                                                                                 \
    X(third_reads)                                                                                 \
    X(behind_barrier)                                                                              \
    X(own_stack)                                                                                   \
    X(constants)                                                                                   \
    X(built_in)                                                                                    \
    X(atomics)                                                                                     \
    X(atomics_in_turn)                                                                             \
    X(small_copies)                                                                                \
    X(structs_of_12)                                                                               \
    X(host_pages)                                                                                  \
    X(any)

// with::columns: whether there is the shortcut of this name.
struct with {
#define CONSTANT(name) static constexpr bool name = is_kept(#name);
    CUDA_CHECKER_SHORTCUTS(CONSTANT)
#undef CONSTANT
};

constexpr bool are_shortcuts(std::string_view words) {
#define AND_BLANK(name) #name " "
    constexpr std::string_view ALL = CUDA_CHECKER_SHORTCUTS(AND_BLANK) "all";
#undef AND_BLANK
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
