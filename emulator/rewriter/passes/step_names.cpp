// For the kernel
//     __global__ void k(float *out) { int i = threadIdx.x; __syncthreads(); out[i] = SIZE; }
// `k` and `out` are in `parameters`, `i` is in `variables`, and the names in the macro SIZE are in
// `in_macros`. The variable can move, because nothing else is named i and nothing takes its
// address. It is needed behind the barrier, because it is read there.
#include "step_names.h"

#include "../syntax/words.h"

#include <algorithm>
#include <vector>

namespace cuda_rewriter {
bool is_plain_type(std::string_view word) {
    return word == "dim3" || is_number_type(word);
}

bool is_qualifier(std::string_view word) {
    return word == "const" || word == "__restrict__" || word == "__restrict" || word == "restrict";
}

step_names::step_names(const tree &syntax_tree, int specifier, int open,
                       const std::set<std::string> &macros, const macro_words &words_in_macros)
    : syntax(syntax_tree), text(syntax.text()), body(open), end(text.closer(open)) {
    find_parameters(specifier);
    find_in_macros(macros, words_in_macros);
}

// The names in the head of the function, and the types that a template names.
void step_names::find_parameters(int specifier) {
    for (int position = specifier + 1; position < body; ++position)
        if (text.is_name(position) && !is_arithmetic(text.text(position)))
            parameters.insert(std::string(text.text(position)));
    int closing = specifier - 1;
    while (text.is_identifier(closing)) // static, inline
        --closing;
    if (!text.is(closing, ">"))
        return;
    int opening = closing;
    while (opening >= 0 && !text.is(opening, "template") && !text.is(opening, ";") &&
           !text.is(opening, "}"))
        --opening;
    for (int position = opening + 1; position < closing; ++position)
        if ((text.is(position, "class") || text.is(position, "typename")) &&
            !text.is(position - 1, ">")) // template <class> class
            type_parameters.insert(std::string(text.text(position + 1)));
        else if (text.is_name(position))
            value_parameters.insert(std::string(text.text(position)));
    for (const std::string &type : type_parameters)
        value_parameters.erase(type);
}

// With the macros in those macros.
void step_names::find_in_macros(const std::set<std::string> &macros,
                                const macro_words &words_in_macros) {
    std::vector<std::string> found;
    for (int position = body + 1; position < end; ++position)
        if (macros.count(std::string(text.text(position))) != 0)
            found.push_back(std::string(text.text(position)));
    while (!found.empty()) {
        const auto words = words_in_macros.find(found.back());
        found.pop_back();
        if (words == words_in_macros.end())
            continue;
        for (const std::string &word : words->second)
            if (in_macros.insert(word).second)
                found.push_back(word);
    }
}

bool step_names::mentions_variable(int first, int last) const {
    for (int position = first; position < last; ++position)
        if (text.is_name(position) && (is_builtin_variable(text.text(position)) ||
                                       parameters.count(text.text(position)) != 0 ||
                                       variables.count(text.text(position)) != 0))
            return true;
    return false;
}

// Whether a variable is named anywhere but in its definitions.
bool step_names::is_used(const std::string &name) const {
    const auto range = variables.equal_range(name);
    for (const int position : syntax.uses(name))
        if (holds(position) && std::none_of(range.first, range.second, [position](const auto &v) {
                return v.second.begin == position;
            }))
            return true;
    return false;
}

// Whether a name, where it stands outside of the scopes of such variables, has been declared there
// again, which is in a statement without a barrier.
bool step_names::means_own(const std::string &name) const {
    const auto range = variables.equal_range(name);
    int declared = -1; // up to here
    for (const int position : syntax.uses(name)) {
        if (!holds(position) || position < declared ||
            syntax[syntax.at(position)].what == kind::member ||
            std::any_of(range.first, range.second, [position](const auto &v) {
                return v.second.begin <= position && position < v.second.end;
            }))
            continue;
        const node &variable = syntax[syntax.at(position)];
        if (variable.what != kind::declarator || variable.name != position)
            return false;
        const node &around = syntax[variable.parent];
        declared = around.what == kind::declaration ? syntax[around.parent].last : around.last;
    }
    return true;
}

// Variables of inner blocks get a larger scope. Nothing else of that name may be meant in it: two
// of one name must be of one type, one after the other; and where the name stands outside of their
// scopes, a statement without a barrier must declare one of its own.
bool step_names::names_are_clear() const {
    for (auto one = variables.begin(); one != variables.end(); ++one) {
        if (parameters.count(one->first) != 0 || is_builtin_variable(one->first))
            return false;
        for (auto other = std::next(one); other != variables.end() && other->first == one->first;
             ++other)
            if (one->second.type != other->second.type ||
                (one->second.begin < other->second.end && other->second.begin < one->second.end))
                return false;
    }
    for (const std::string &word : in_macros)
        if (variables.count(word) != 0)
            return false; // which is meant, and where, the macro does not tell
    for (const auto &[name, v] : variables)
        if (!is_used(name))
            return false; // the compiler's warning would name another line
    for (auto v = variables.begin(); v != variables.end(); v = variables.upper_bound(v->first))
        if (!means_own(v->first))
            return false;
    return true;
}

// Whether the address of a variable, or of a part of it, may be taken: behind a '&' that has one
// operand, or in a call to one of its functions.
bool step_names::may_take_address(const node &n) const {
    if (n.what == kind::call) {
        const node &function = syntax[syntax.at(n.name)];
        const auto found = variables.find(text.text(function.object));
        return function.what == kind::member && found != variables.end() && found->second.generic;
    }
    // (type)&x may look like (a) & x, f() & x does not.
    const int open = text.is(n.name - 1, ")") ? text.opener(n.name - 1) : -1;
    const bool cast =
        n.what == kind::operation && open >= 0 && open < n.name - 2 && !text.is_name(open - 1) &&
        syntax.within(open + 1, n.name).begin() == syntax.within(open + 1, n.name).end();
    if (!syntax.is_prefix(n, "&") && !(cast && text.is(n.name, "&")))
        return false;
    int first = n.body;
    while (text.is(first, "("))
        ++first;
    const std::string_view name = text.text(first), behind = text.text(first + 1);
    const auto found = variables.find(name);
    if (found == variables.end()) // &f(i) may be the address of i too
        return leading.count(name) != 0 || (first == n.body && syntax.called(first) != nullptr);
    return found->second.type.back() != '*' || first != n.body ||
           (behind != "[" && behind != "->"); // of what it points to
}

// A variable lies at another place in each step.
bool step_names::addresses_stay() const {
    const tree::nodes_below nodes = syntax.below(*syntax.statement(body));
    return std::none_of(nodes.begin(), nodes.end(),
                        [this](const node &n) { return may_take_address(n); });
}

bool step_names::is_needed_behind(int barrier, int loop, const std::string &name) const {
    const auto range = variables.equal_range(name);
    const auto in_scope = std::find_if(range.first, range.second, [barrier](const auto &v) {
        return v.second.begin < barrier && barrier < v.second.end;
    });
    if (in_scope == range.second)
        return false;
    const int first = loop < 0 ? barrier : loop;
    for (const int position : syntax.uses(name))
        if (std::max(first, in_scope->second.begin + 1) <= position &&
            position < in_scope->second.end)
            return true;
    return false;
}

} // namespace cuda_rewriter
