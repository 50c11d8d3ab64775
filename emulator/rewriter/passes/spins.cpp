//     while (*flag == 0)
//         ;
// becomes
//     while ((*flag == 0) && ::cuda_emulator::looked_in_vain())
//         ;
#include "spins.h"

#include <algorithm>
#include <set>
#include <vector>

namespace cuda_rewriter {
namespace {

// Whether a loop with this condition may go on without any other thread: one that counts or walks
// along a list.
bool goes_on_by_itself(const tree &syntax, const node &loop) {
    const tree::nodes_below nodes = syntax.within(loop.condition, loop.condition_end);
    return std::any_of(nodes.begin(), nodes.end(), [&](const node &n) {
        return n.what == kind::declarator || (n.what == kind::operation && syntax.changes(n));
    });
}

// Whether a statement does nothing, or is a block of fences.
bool only_waits(const tree &syntax, const node &statement) {
    const region &text = syntax.text();
    if (statement.what != kind::block)
        return statement.what == kind::empty;
    const std::vector<const node *> statements = syntax.statements_in(statement);
    return text.closer(statement.body) >= 0 &&
           std::all_of(statements.begin(), statements.end(), [&](const node *one) {
               const node *fence = syntax.called(one->first);
               return fence != nullptr && fence->last == fence->open + 2 &&
                      text.is(fence->last, ";") &&
                      text.text(fence->name).substr(0, 13) == "__threadfence";
           });
}

} // namespace

void rewrite_spins(const tree &syntax, const std::set<int> &delays, edit_list &edits) {
    const region &text = syntax.text();
    for (const node &loop : syntax.nodes()) {
        if (loop.what != kind::while_loop || delays.count(loop.first) != 0)
            continue;
        const int close = text.closer(loop.open);
        const node *body = syntax.statement(loop.body);
        if (close < 0 || body == nullptr || goes_on_by_itself(syntax, loop) ||
            !only_waits(syntax, *body))
            continue;
        edits.insert_after(text.token_index(loop.open), "(");
        edits.insert_before(text.token_index(close), ") && ::cuda_emulator::looked_in_vain()");
    }
}

} // namespace cuda_rewriter
