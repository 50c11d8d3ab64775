//     for (; i < n; i += blockDim.x * gridDim.x)
// becomes
//     for (; i < n; i += blockDim.x * gridDim.x, ::cuda_emulator::stride_taken())
#include "strides.h"

#include <set>
#include <string_view>

namespace cuda_rewriter {
namespace {

using names = std::set<std::string_view>;

bool mentions(const region &text, int first, int last, const names &strides) {
    for (int position = first; position < last; ++position)
        if (text.is(position, "gridDim") || strides.count(text.text(position)) != 0)
            return true;
    return false;
}

// Whether nothing asks for the value of an assignment: it is a statement, or a part of a for's head
// that is no condition.
bool is_statement(const tree &syntax, const node &assignment) {
    const node &around = syntax[assignment.parent];
    return around.what == kind::for_loop
               ? assignment.first < around.condition || assignment.first >= around.condition_end
               : around.what == kind::expression && around.first == assignment.first;
}

bool is_in(const tree &syntax, const node &inner, const std::set<int> &bodies) {
    for (int index = inner.parent; index >= 0; index = syntax[index].parent)
        if (syntax[index].what == kind::function && bodies.count(syntax[index].body) != 0)
            return true;
    return false;
}

} // namespace

void rewrite_strides(const tree &syntax, const std::set<int> &bodies_in_steps,
                     const std::set<int> &bodies_in_lanes, edit_list &edits) {
    const region &text = syntax.text();
    names strides; // variables of the function
    for (const node &n : syntax.nodes()) {
        if (n.what == kind::function)
            strides.clear();
        const int name = n.what == kind::declarator ? n.name : n.name - 1;
        if ((n.what != kind::declarator && n.what != kind::operation) || !text.is_name(name))
            continue;
        const int sign = n.what == kind::declarator ? n.body : n.name;
        if (text.is(sign, "=") && mentions(text, sign + 1, n.last, {}))
            strides.insert(text.text(name));
        else if (text.is(sign, "+=") && mentions(text, n.body, n.last, strides) &&
                 is_statement(syntax, n) && !is_in(syntax, n, bodies_in_lanes))
            edits.insert_before(text.token_index(n.last),
                                is_in(syntax, n, bodies_in_steps)
                                    ? ", ::cuda_emulator::stride_taken(cuda_emulator_strides)"
                                    : ", ::cuda_emulator::stride_taken()");
    }
}

} // namespace cuda_rewriter
