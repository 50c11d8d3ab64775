//     int i = threadIdx.x + blockIdx.x * blockDim.x;
//     for (int k = 0; k < n; k += 16) { ... __syncthreads(); ... }
// `i` is derived: behind the barrier it is calculated again, which takes less than to keep it, and
// shows the compiler that the next thread's is the next number. `k` is common: the block keeps it
// for all threads, and the compiler calculates with it once a step.
//
// A variable is derived only where that is certain. For one to be taken as common it is enough that
// threads are likely to agree: that they do is looked at when they run. (See steps.h.)
#include "step_values.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>

namespace cuda_rewriter {
namespace {

// Of numbers, at little cost.
bool is_plain(std::string_view word) {
    static constexpr std::array<std::string_view, 11> words = {"+", "-", "*", "/", "%", "<",
                                                               ">", "&", "|", "^", "~"};
    return one_of(word, words);
}

// Functions that take numbers and pointers by value.
bool takes_values(std::string_view function) {
    static constexpr std::array<std::string_view, 9> words = {
        "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicInc",
        "atomicDec", "atomicAnd", "atomicOr",  "atomicXor"};
    return one_of(function, words) || is_arithmetic(function);
}

} // namespace

step_values::step_values(const step_names &names, const std::vector<std::string> *arguments,
                         const ranges &unconditional,
                         std::function<bool(const std::string &)> is_constant_macro)
    : names_(names), text_(names.text), arguments_(arguments), unconditional_(unconditional),
      macro_is_constant_(std::move(is_constant_macro)) {
    if (refers_to_variables())
        return;
    arguments_stay =
        arguments_ != nullptr &&
        std::all_of(arguments_->begin(), arguments_->end(), [this](const std::string &name) {
            const bool is_pack = name.back() == '.';
            return !is_pack && names_.in_macros.count(name) == 0 && is_only_read(name, -1);
        });
    std::map<int, std::string> in_order;
    for (const auto &[name, v] : names_.variables)
        if (v.integer && v.value >= 0 && names_.variables.count(name) == 1)
            in_order.emplace(v.begin, name);
    for (const auto &[definition, name] : in_order) {
        const step_variable &variable = names_.variables.find(name)->second;
        const int value = variable.value, end = variable.end_of_value;
        if (is_only_read(name, definition) && is_known_in_each_step(value, end))
            derived.emplace(name, std::make_pair(value, end));
    }
    for (const auto &[name, v] : names_.variables)
        if (derived.count(name) == 0 && names_.in_macros.count("threadIdx") == 0)
            common.insert(name);
    // Who is made of what is not common is not, either.
    for (bool changed = true; changed;) {
        changed = false;
        for (auto name = common.begin(); name != common.end();) {
            if (may_be_common(*name)) {
                ++name;
            } else {
                name = common.erase(name);
                changed = true;
            }
        }
    }
}

// int &r = i: then i may change under another name.
bool step_values::refers_to_variables() const {
    for (const node &n : names_.syntax.below(*names_.syntax.statement(names_.body)))
        if (n.what == kind::declarator && (n.body >= 0 || text_.is(n.open, "(")) &&
            (text_.is(n.first - 1, "&") || text_.is(n.first - 1, "&&")))
            return true;
    return false;
}

bool step_values::is_member(int position) const {
    return names_.syntax[names_.syntax.at(position)].what == kind::member ||
           text_.is(position - 1, "::");
}

// Whether the variable there is certainly read and nothing else.
bool step_values::is_only_read(int position) const {
    static constexpr std::array<std::string_view, 6> behind_other = {
        ".", "->", "::", "(", "{", "}"};
    const node &around = names_.syntax[names_.syntax.at(position)];
    int first = position, last = position + 1; // with the brackets around it
    while (text_.is(first - 1, "(") && text_.is(last, ")") && !text_.is_identifier(first - 2) &&
           !(around.what == kind::call && around.open == first - 1)) {
        --first;
        ++last;
    }
    const std::string_view left = text_.text(first - 1), right = text_.text(last);
    const node *operation = names_.syntax.operation_at(first - 1);
    const bool is_operand = operation != nullptr && operation->first == first - 1;
    if (is_operand && left == "*" && names_.syntax.changed_by(first, last) != nullptr)
        return true; // of what it points to
    if (names_.syntax.changed_by(first, last) != nullptr || around.what == kind::lambda ||
        names_.syntax.declares(position) ||
        (text_.is_identifier(first - 1) && left != "return" && left != "else" && left != "do"))
        return false;
    if (right == "[")
        return true; // likewise
    // (int &)x
    const bool is_reference = left == ")" && text_.is(first - 2, "&");
    if (is_reference || (is_operand && left == "&") || one_of(right, behind_other) || left == "{" ||
        text_.is_identifier(last))
        return false;
    // Alone among the arguments of a call it might be passed by reference.
    const bool alone = (left == "(" || left == ",") && (right == ")" || right == ",");
    return !alone || around.what != kind::call || takes_values(text_.text(around.open - 1));
}

bool step_values::is_only_read(const std::string &name, int definition) const {
    for (const int position : names_.syntax.uses(name))
        if (names_.holds(position) && position != definition && !is_member(position) &&
            !is_only_read(position))
            return false;
    return true;
}

// threadIdx.x
bool step_values::is_index(const node &member) const {
    static constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
    return member.what == kind::member && member.open == member.object + 1 &&
           is_builtin_variable(text_.text(member.object)) && one_of(text_.text(member.name), axes);
}

bool step_values::is_argument(int position) const {
    return arguments_stay && std::find(arguments_->begin(), arguments_->end(),
                                       text_.text(position)) != arguments_->end();
}

bool step_values::is_constant(int position) const {
    const std::string name(text_.text(position));
    return text_.is_number(position) || names_.leading.count(name) != 0 ||
           names_.value_parameters.count(name) != 0 || macro_is_constant_(name) ||
           (text_.is_name(position) && names_.parameters.count(name) == 0 &&
            names_.variables.count(name) == 0 && is_constant_of_file(name));
}

// "const int TILE = 16;" outside of all functions and classes, and no other thing of that name.
bool step_values::is_constant_of_file(std::string_view name) const {
    bool found = false;
    for (const int position : names_.syntax.uses(name)) {
        const node &variable = names_.syntax[names_.syntax.at(position)];
        const bool declared = names_.syntax.declares(position);
        const node &around = names_.syntax[declared ? names_.syntax[variable.parent].parent : 0];
        if (!declared ||
            !(around.what == kind::unit || around.what == kind::space || names_.holds(position)))
            continue;
        bool is_const = false;
        for (int word = variable.condition; word < variable.first; ++word) {
            is_const = is_const || text_.is(word, "const") || text_.is(word, "constexpr");
            if (!is_arithmetic(text_.text(word)) && !text_.is(word, "const") &&
                !text_.is(word, "constexpr") && !text_.is(word, "static"))
                return false;
        }
        if (!is_const || !text_.is(variable.body, "=") || position > names_.body)
            return false;
        found = true;
    }
    return found;
}

// Whether a value is made of indices, constants, arguments and derived variables, at little cost.
bool step_values::is_known_in_each_step(int first, int last) const {
    constexpr int most = 40; // tokens
    if (last - first > most || text_.is(first, "{"))
        return false;
    for (const node &n : names_.syntax.within(first, last)) {
        const std::string_view here = text_.text(n.name);
        const bool divides = here == "/" || here == "%";
        const bool prefix = n.first == n.name;
        if (n.what != kind::operation
                ? !is_index(n)
                : !is_plain(here) || names_.syntax.assigns(n) ||
                      (divides && !is_constant(n.body)) || (prefix && (here == "*" || here == "&")))
            return false;
    }
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "::")) // ::n is no argument
            return false;
        const bool is_leaf = text_.is_identifier(position) || text_.is_literal(position);
        if (is_leaf && !is_arithmetic(text_.text(position)) && !is_constant(position) &&
            !is_argument(position) && derived.count(std::string(text_.text(position))) == 0 &&
            !is_index(names_.syntax[names_.syntax.at(position)]) &&
            !(is_builtin_variable(text_.text(position)) && text_.is(position + 1, ".")))
            return false;
    }
    return true;
}

// Whether a value is likely to be the same for all threads of a block.
bool step_values::is_alike_for_all(int first, int last) const {
    if (text_.is(first, "{"))
        return false;
    for (const node &n : names_.syntax.within(first, last)) {
        const bool alike = n.what == kind::operation
                               ? !names_.syntax.changes(n) && !names_.syntax.is_prefix(n, "*")
                               : is_index(n) && !text_.is(n.object, "threadIdx");
        if (!alike)
            return false;
    }
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (is_member(position)) // of an index
            continue;
        if ((is_builtin_variable(here) && !text_.is(position + 1, ".")) ||
            (names_.variables.count(here) != 0 && common.count(std::string(here)) == 0) ||
            (names_.parameters.count(here) != 0 && !is_argument(position)))
            return false;
    }
    return true;
}

bool step_values::may_be_common(const std::string &name) const {
    const auto range = names_.variables.equal_range(name);
    for (const int position : names_.syntax.uses(name)) {
        if (!names_.holds(position) || is_member(position))
            continue;
        const auto of = std::find_if(range.first, range.second, [position](const auto &v) {
            return v.second.begin <= position && position < v.second.end;
        });
        if (of == range.second)
            continue; // another one, of an inner block
        if (!of->second.integer)
            return false;
        const bool defined = of->second.begin == position;
        const node *change = defined ? nullptr : names_.syntax.changed_by(position, position + 1);
        if (!defined && change == nullptr) {
            if (!is_only_read(position))
                return false;
            continue;
        }
        if (std::none_of(unconditional_.begin(), unconditional_.end(), [position](const auto &r) {
                return r.first <= position && position < r.second;
            }))
            return false;
        const bool has_value = defined ? of->second.value >= 0 : names_.syntax.assigns(*change);
        const int value = defined ? of->second.value : change != nullptr ? change->body : 0;
        if (has_value && !is_alike_for_all(value, defined ? of->second.end_of_value : change->last))
            return false;
    }
    return true;
}

} // namespace cuda_rewriter
