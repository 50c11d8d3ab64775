//     while (*flag == 0)
//         ;
// becomes
//     while ((*flag == 0) && ::cuda_emulator::looked_in_vain())
//         ;
#include "spins.h"

#include <array>
#include <set>
#include <string_view>

#include "../syntax/statements.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

bool changes_something(std::string_view word) {
    static constexpr std::array<std::string_view, 13> operators = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    return one_of(word, operators);
}

// Whether a loop with the condition in these brackets may go on without any other thread: one that
// counts or walks along a list.
bool goes_on_by_itself(const region &text, int open, int close) {
    for (int position = open + 1; position < close; ++position)
        if (changes_something(text.text(position)))
            return true;
    return false;
}

// Whether the statements in these braces do nothing: there are none, or only fences.
bool only_waits(const region &text, int open, int close) {
    int position = open + 1;
    while (position < close) {
        const bool fence = text.text(position).substr(0, 13) == "__threadfence";
        if (!fence || !text.is(position + 1, "(") || !text.is(position + 2, ")") ||
            !text.is(position + 3, ";"))
            return false;
        position += 4;
    }
    return true;
}

} // namespace

void rewrite_spins(const region &text, const std::set<int> &delays, edit_list &edits) {
    std::set<int> ends_of_do; // the words "while" of do ... while (...);
    for (int position = 0; position < text.size(); ++position) {
        if (text.is(position, "do"))
            ends_of_do.insert(end_of_statement(text, position + 1, text.size()));
        if (!text.is(position, "while") || ends_of_do.count(position) != 0 ||
            delays.count(position) != 0)
            continue;
        const int close = text.closer(position + 1);
        if (close < 0 || goes_on_by_itself(text, position + 1, close))
            continue;
        const int body = close + 1;
        if (!text.is(body, ";") && !(text.is(body, "{") && text.closer(body) >= 0 &&
                                     only_waits(text, body, text.closer(body))))
            continue;
        edits.insert_after(text.token_index(position + 1), "(");
        edits.insert_before(text.token_index(close), ") && ::cuda_emulator::looked_in_vain()");
    }
}

} // namespace cuda_rewriter
