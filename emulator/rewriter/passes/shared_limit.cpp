//     __shared__ float a[9000], b[9000]; ... use(a[i] + b[i]);
// becomes (on one line)
//     __shared__ float a[9000], b[9000]; CUDA_EMULATOR_SHARED_LIMIT(sizeof(a) + sizeof(b)) ...
// Counted are those variables that are in scope and read: nvcc leaves the others out.
#include "shared_limit.h"

#include <string>
#include <vector>

namespace cuda_rewriter {
namespace {

// "extern __align__(16) __shared__ float all[]", of which the rest is looked at later.
bool is_dynamic(const region &text, int specifier) {
    for (int position = specifier - 1; position >= 0; --position) {
        const std::string_view here = text.text(position);
        if (here == "extern")
            return true;
        if (here == ";" || here == "{" || here == "}")
            break;
    }
    return false;
}

// The names of a declaration of one or more variables, and its ';' in `end`; none where it has a
// form that is not understood.
std::vector<std::string> declared_names(const region &text, int specifier, int &end) {
    std::vector<std::string> names;
    bool named = false;
    for (int position = specifier + 1; text.contains(position); ++position) {
        const std::string_view here = text.text(position);
        if (!named && (here == "[" || here == "," || here == ";") && text.is_name(position - 1) &&
            position - 1 > specifier + 1) {
            names.emplace_back(text.text(position - 1));
            named = true;
        }
        if (here == ";") {
            end = position;
            return named ? names : std::vector<std::string>();
        }
        if (here == "<" && !named)
            position = text.behind_angles(position) - 1;
        else if (here == ",")
            named = false;
        else if (here == "[" && text.is(position + 1, "]"))
            return {}; // of no size
        else if (here == "(" || here == "[" || here == "{")
            position = text.closer(position);
        else if (here == "=" || here == ")" || here == "}" || here == "##" || here == "extern")
            return {};
        if (position < 0)
            return {};
    }
    return {};
}

// Whether the program uses the variable behind its declaration, otherwise than to store into it.
bool is_read(const region &text, const std::string &name, int first) {
    for (int position = first; position < text.size(); ++position) {
        if (!text.is(position, name))
            continue;
        int behind = position + 1;
        while (text.is(behind, "[") && text.closer(behind) > 0)
            behind = text.closer(behind) + 1;
        if (!text.is(behind, "="))
            return true;
    }
    return false;
}

} // namespace

void limit_shared_memory(const region &text, const specifier_uses &specifiers, edit_list &edits) {
    std::vector<std::string> in_scope;
    std::vector<std::size_t> outside; // by open brace: how many of them were there before
    for (int position = 0; position < text.size(); ++position) {
        if (text.is(position, "{")) {
            outside.push_back(in_scope.size());
        } else if (text.is(position, "}") && !outside.empty()) {
            in_scope.resize(outside.back());
            outside.pop_back();
        }
        int end = -1;
        if (outside.empty() || !specifiers.at(position) || !text.is(position, "__shared__") ||
            is_dynamic(text, position))
            continue;
        const std::size_t before = in_scope.size();
        for (const std::string &name : declared_names(text, position, end))
            if (is_read(text, name, end))
                in_scope.push_back(name);
        if (in_scope.size() == before)
            continue;
        std::string sum;
        for (const std::string &name : in_scope)
            sum += (sum.empty() ? "sizeof(" : " + sizeof(") + name + ")";
        edits.insert_after(text.token_index(end), " CUDA_EMULATOR_SHARED_LIMIT(" + sum + ")",
                           text.token_index(position));
        position = end;
    }
}

} // namespace cuda_rewriter
