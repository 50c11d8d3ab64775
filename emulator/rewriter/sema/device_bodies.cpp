//     __device__ int length(row r) { return r.end - r.begin; }
//                                  ^
// The specifier is in the head of the function.
#include "device_bodies.h"

#include "../syntax/words.h"

#include <string_view>

namespace cuda_rewriter {
namespace {

bool is_constant(const specifier_uses &constant, const node &function) {
    for (int position = function.first; position < function.body; ++position)
        if (constant.at(position))
            return true;
    return false;
}

// Whether a macro may write down what stands in the brackets behind it.
bool may_write_down(std::string_view name, const std::set<std::string> &macros) {
    return name == "assert" || macros.count(std::string(name)) != 0;
}

} // namespace

std::vector<int> device_bodies(const tree &syntax, const device_functions &functions) {
    const region &text = syntax.text();
    std::set<int> done;
    std::vector<int> bodies;
    for (int position = 0; position < text.size(); ++position) {
        const node *function =
            functions.on_device.at(position) ? syntax.function_around(position) : nullptr;
        if (function != nullptr && position < function->body && text.closer(function->body) >= 0 &&
            done.insert(function->body).second && !is_constant(functions.constant, *function))
            bodies.push_back(function->body);
    }
    return bodies;
}

bool is_argument_of_macro(const tree &syntax, int position, const std::set<std::string> &macros) {
    int index = syntax.at(position);
    while (index >= 0 && syntax[index].what != kind::function &&
           !(syntax[index].what == kind::call &&
             may_write_down(syntax.text().text(syntax[index].open - 1), macros)))
        index = syntax[index].parent;
    return index >= 0 && syntax[index].what == kind::call;
}

void walk_nodes(const tree &syntax, int body, const std::set<std::string> &macros,
                const std::function<void(const node &)> &visit) {
    const node *block = syntax.statement(body);
    for (int index = block == nullptr ? 0 : syntax.index_of(*block) + 1;
         block != nullptr && index < block->end;) {
        const node &n = syntax[index];
        if (n.what == kind::call && may_write_down(syntax.text().text(n.open - 1), macros)) {
            index = n.end;
        } else {
            visit(n);
            ++index;
        }
    }
}

} // namespace cuda_rewriter
