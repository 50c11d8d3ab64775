//     __noinline__ __device__ void f();
// becomes
//     __attribute__((noinline)) __device__ void f();
//
//     __forceinline__ __device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
// becomes
//     inline __device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }
#include "attributes.h"

#include "../syntax/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

// By the name of a function, those that it calls.
using calls = std::map<std::string_view, std::set<std::string_view>>;

calls calls_in(const tree &syntax) {
    calls found;
    for (const node &function : syntax.nodes())
        if (function.what == kind::function && function.name >= 0)
            for (const node &n : syntax.below(function))
                if (n.what == kind::call && n.name >= 0)
                    found[syntax.text().text(function.name)].insert(syntax.text().text(n.name));
    return found;
}

bool calls_itself(const calls &all, std::string_view name) {
    std::set<std::string_view> reached;
    std::vector<std::string_view> left = {name};
    while (!left.empty()) {
        const auto of = all.find(left.back());
        left.pop_back();
        if (of == all.end())
            continue;
        for (const std::string_view called : of->second)
            if (reached.insert(called).second)
                left.push_back(called);
    }
    return reached.count(name) != 0;
}

// The name of the function whose declaration a position belongs to, or nothing.
std::string_view function_named_behind(const region &text, int position) {
    for (; position < text.size(); ++position) {
        if (text.is(position, ";") || text.is(position, "{"))
            break;
        if (!text.is(position + 1, "(") || !text.is_name(position))
            continue;
        if (!takes_arguments(text.text(position)))
            return text.text(position);
        position = std::max(position, text.closer(position + 1));
    }
    return {};
}

} // namespace

void relax_recursive_functions(const tree &syntax, edit_list &edits) {
    const region &text = syntax.text();
    const std::vector<int> &wishes = syntax.uses("__forceinline__");
    if (wishes.empty())
        return;
    const calls all = calls_in(syntax);
    for (const int position : wishes)
        if (calls_itself(all, function_named_behind(text, position)))
            edits.replace(text.token_index(position), "inline");
}

void rewrite_attributes(const region &text, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position) {
        if (!text.is(position, "__noinline__"))
            continue;
        // In a list of attributes the compiler knows the word.
        if (position > 0 && (text.is(position - 1, "(") || text.is(position - 1, ",")))
            continue;
        edits.replace(text.token_index(position), "__attribute__((noinline))");
    }
}

} // namespace cuda_rewriter
