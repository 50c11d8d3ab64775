//     while (*flag == 0)
//         ;
// becomes
//     while ((*flag == 0) && ::cuda_emulator::looked_in_vain())
//         ;
#include "spins.h"

#include <array>
#include <set>
#include <string_view>

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

// Whether a statement does nothing, or is a block of fences.
bool only_waits(const region &text, const node &statement) {
    if (statement.what != kind::block)
        return statement.what == kind::empty;
    const int close = text.closer(statement.body);
    int position = statement.body + 1;
    while (position < close) {
        const bool fence = text.text(position).substr(0, 13) == "__threadfence";
        if (!fence || !text.is(position + 1, "(") || !text.is(position + 2, ")") ||
            !text.is(position + 3, ";"))
            return false;
        position += 4;
    }
    return close >= 0;
}

} // namespace

void rewrite_spins(const tree &syntax, const std::set<int> &delays, edit_list &edits) {
    const region &text = syntax.text();
    for (const node &loop : syntax.nodes()) {
        if (loop.what != kind::while_loop || delays.count(loop.first) != 0)
            continue;
        const int close = text.closer(loop.open);
        const node *body = syntax.statement(loop.body);
        if (close < 0 || body == nullptr || goes_on_by_itself(text, loop.open, close) ||
            !only_waits(text, *body))
            continue;
        edits.insert_after(text.token_index(loop.open), "(");
        edits.insert_before(text.token_index(close), ") && ::cuda_emulator::looked_in_vain()");
    }
}

} // namespace cuda_rewriter
