//     __device__ int number() { return threadIdx.x; }
// becomes
//     __device__ int number() { return CUDA_EMULATOR_OWN_NUMBER(threadIdx.x); }
// (emulator/checked.h). In kernels the name is that of a constant, of which no compiler tells.
#include "own_numbers.h"

#include "../sema/device_bodies.h"
#include "../syntax/words.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

bool is_kernel(const node &function, const specifier_uses &kernels) {
    int position = function.first;
    while (position < function.body && !kernels.at(position))
        ++position;
    return position < function.body;
}

// Whether `threadIdx.x` stands there, of which the value is used and nothing else.
bool is_read(const tree &syntax, int name) {
    const region &text = syntax.text();
    const std::string_view member = text.text(name + 2);
    return text.is(name + 1, ".") && (member == "x" || member == "y" || member == "z") &&
           syntax.changed_by(name, name + 3) == nullptr && !text.is(name - 1, ".") &&
           !text.is(name - 1, "->") && !text.is(name - 1, "::") && !text.is(name - 1, "&") &&
           syntax.around(name, kind::query) < 0;
}

// Whether something else in the function has the name.
bool is_declared(const tree &syntax, const node &function, std::string_view name) {
    const std::vector<int> &uses = syntax.uses(name);
    return std::any_of(uses.begin(), uses.end(), [&](int position) {
        return position >= function.first && position < function.last &&
               !syntax.text().is(position + 1, ".");
    });
}

} // namespace

void read_own_numbers(const tree &syntax, const device_functions &functions,
                      const specifier_uses &kernels, const std::set<std::string> &macros,
                      edit_list &edits) {
    const region &text = syntax.text();
    for (const int body : device_bodies(syntax, functions)) {
        const node &function = *syntax.function_around(body);
        if (is_kernel(function, kernels))
            continue;
        for (int position = body; position < text.closer(body); ++position) {
            const std::string_view name = text.text(position);
            if (!is_builtin_variable(name) || !is_read(syntax, position) ||
                is_declared(syntax, function, name) ||
                is_argument_of_macro(syntax, position, macros))
                continue;
            edits.replace(text.token_index(position),
                          "CUDA_EMULATOR_OWN_NUMBER(" + std::string(name));
            edits.replace(text.token_index(position + 2),
                          std::string(text.text(position + 2)) + ")");
        }
    }
}

} // namespace cuda_rewriter
