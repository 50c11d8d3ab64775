//     __device__ int length(row r) { return r.end - r.begin; }
//                                  ^
// The specifier is in the head of the function.
#include "device_bodies.h"

#include "../syntax/words.h"

#include <string_view>

namespace cuda_rewriter {
namespace {

bool is_constant(const region &text, const node &function) {
    for (int position = function.first; position < function.body; ++position)
        if (text.is(position, "constexpr") || text.is(position, "consteval"))
            return true;
    return false;
}

} // namespace

std::vector<int> device_bodies(const tree &syntax, const specifier_uses &functions) {
    const region &text = syntax.text();
    std::set<int> done;
    std::vector<int> bodies;
    for (int position = 0; position < text.size(); ++position) {
        const node *function = functions.at(position) ? syntax.function_around(position) : nullptr;
        if (function != nullptr && position < function->body && text.closer(function->body) >= 0 &&
            done.insert(function->body).second && !is_constant(text, *function))
            bodies.push_back(function->body);
    }
    return bodies;
}

void walk_body(const region &text, int body, const std::set<std::string> &macros,
               const std::function<void(int, int)> &visit) {
    std::vector<int> open = {body};
    for (int position = body + 1; position < text.closer(body); ++position) {
        while (open.size() > 1 && text.closer(open.back()) <= position)
            open.pop_back();
        if (text.is(position, "(") && (text.is(position - 1, "assert") ||
                                       macros.count(std::string(text.text(position - 1))) != 0)) {
            position = text.closer(position);
            if (position < 0)
                return;
            continue;
        }
        visit(position, open.back());
        if (text.closer(position) > position)
            open.push_back(position);
    }
}

} // namespace cuda_rewriter
