//     __shared__ float a[9000], b[9000]; ... use(a[i] + b[i]);
// becomes (on one line)
//     __shared__ float a[9000], b[9000]; CUDA_EMULATOR_SHARED_LIMIT(sizeof(a) + sizeof(b)) ...
// Counted are those variables that are in scope and read: nvcc leaves the others out.
#include "shared_limit.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

struct variable {
    std::string_view name;
    int end; // of its scope
};

// Where a declaration says __shared__, or -1: "extern __align__(16) __shared__ float all[]" is
// looked at later.
int static_specifier(const region &text, const node &declaration, int end,
                     const specifier_uses &specifiers) {
    for (int position = declaration.first; position < end && !text.is(position, "extern");
         ++position)
        if (specifiers.at(position) && text.is(position, "__shared__"))
            return position;
    return -1;
}

// Whether the program uses the variable behind its declaration, otherwise than to store into it.
bool is_read(const tree &syntax, const node &variable) {
    const region &text = syntax.text();
    for (const int position : syntax.uses(text.text(variable.name))) {
        int behind = position + 1;
        while (text.is(behind, "[") && text.closer(behind) > 0)
            behind = text.closer(behind) + 1;
        if (position >= variable.last && !text.is(behind, "="))
            return true;
    }
    return false;
}

// Whether its size can be asked for.
bool has_size(const region &text, const node &variable) {
    return variable.name >= 0 && !text.is(variable.body, "=") &&
           !(text.is(variable.open, "[") && text.is(variable.open + 1, "]"));
}

} // namespace

void limit_shared_memory(const tree &syntax, const specifier_uses &specifiers, edit_list &edits) {
    const region &text = syntax.text();
    std::vector<variable> in_scope;
    for (const node &declaration : syntax.nodes()) {
        if (declaration.what != kind::declaration || syntax[declaration.parent].what != kind::block)
            continue;
        const std::vector<const node *> variables = syntax.variables_of(declaration);
        const int specifier =
            variables.empty()
                ? -1
                : static_specifier(text, declaration, variables.front()->first, specifiers);
        if (specifier < 0 || !text.is(declaration.last - 1, ";") ||
            !std::all_of(variables.begin(), variables.end(),
                         [&](const node *v) { return has_size(text, *v); }))
            continue;
        while (!in_scope.empty() && in_scope.back().end <= declaration.first)
            in_scope.pop_back();
        const std::size_t before = in_scope.size();
        for (const node *v : variables)
            if (is_read(syntax, *v))
                in_scope.push_back({text.text(v->name), syntax[declaration.parent].last});
        if (in_scope.size() == before)
            continue;
        std::string sum;
        for (const variable &v : in_scope)
            sum += (sum.empty() ? "sizeof(" : " + sizeof(") + std::string(v.name) + ")";
        edits.insert_after(text.token_index(declaration.last - 1),
                           " CUDA_EMULATOR_SHARED_LIMIT(" + sum + ")", text.token_index(specifier));
    }
}

} // namespace cuda_rewriter
