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

bool is_operator(std::string_view word) {
    static constexpr std::array<std::string_view, 13> words = {"+", "-", "*", "/", "%", "<", ">",
                                                               "&", "|", "^", "(", ")", "~"};
    return one_of(word, words);
}

bool is_assignment(std::string_view word) {
    static constexpr std::array<std::string_view, 9> words = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
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
        const int value = names_.variables.find(name)->second.value;
        const int end = end_of_value(value);
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
    for (int position = names_.body; position < names_.end; ++position)
        if ((text_.is(position, "&") || text_.is(position, "&&")) && text_.is_name(position + 1) &&
            (text_.is(position + 2, "=") || text_.is(position + 2, "{") ||
             text_.is(position + 2, ":")))
            return true;
    return false;
}

// The innermost opening bracket in the body around a position.
int step_values::bracket_around(int position) const {
    for (int before = position - 1; before > names_.body; --before) {
        if (text_.is(before, "(") || text_.is(before, "[") || text_.is(before, "{"))
            return before;
        const int opener = text_.opener(before);
        if (opener >= 0)
            before = opener;
    }
    return names_.body;
}

bool step_values::is_member(int position) const {
    return text_.is(position - 1, ".") || text_.is(position - 1, "->") ||
           text_.is(position - 1, "::");
}

// Whether the variable there gets a value, by an operator behind it or in front of it.
bool step_values::is_changed(int position) const {
    for (const char *word : {"++", "--"})
        if (text_.is(position - 1, word) || text_.is(position + 1, word))
            return true;
    const bool shifted = (text_.is(position + 1, "<") && text_.is(position + 2, "<=")) ||
                         (text_.is(position + 1, ">") && text_.is(position + 2, ">="));
    return shifted || is_assignment(text_.text(position + 1));
}

// Whether the variable there is certainly read and nothing else.
bool step_values::is_only_read(int position) const {
    static constexpr std::array<std::string_view, 39> before = {
        "(",  "[",  "{",  "}",  ",",  ";",  "+",  "-",  "*",  "/", "%",      "<",    ">",
        "<=", ">=", "==", "!=", "&&", "||", "&",  "|",  "^",  "!", "~",      "?",    ":",
        "=",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ")", "return", "else", "do"};
    static constexpr std::array<std::string_view, 22> behind = {
        ")",  "]",  ";",  ",",  "+",  "-",  "*", "/", "%", "<", ">",
        "<=", ">=", "==", "!=", "&&", "||", "&", "|", "^", "?", ":"};
    const std::string_view left = text_.text(position - 1), right = text_.text(position + 1);
    if (left == "*" && is_assignment(right))
        return true; // of what it points to
    if (is_changed(position) || !one_of(left, before))
        return false;
    if (right == "[")
        return true; // likewise
    if (text_.takes_address(position - 1) || !one_of(right, behind))
        return false;
    // Alone among the arguments of a call it might be passed by reference.
    if ((left == "(" || left == "{" || left == ",") && (right == ")" || right == ",")) {
        const int bracket = bracket_around(position);
        const std::string_view called = text_.text(bracket - 1);
        return text_.is(bracket, "(") && (called == "if" || called == "while" || called == "for" ||
                                          called == "switch" || takes_values(called));
    }
    return true;
}

bool step_values::is_only_read(const std::string &name, int definition) const {
    for (int position = names_.body + 1; position < names_.end; ++position)
        if (text_.is(position, name) && position != definition && !is_member(position) &&
            !is_only_read(position))
            return false;
    return true;
}

// threadIdx.x
bool step_values::is_index(int position) const {
    return is_builtin_variable(text_.text(position)) && text_.is(position + 1, ".") &&
           (text_.is(position + 2, "x") || text_.is(position + 2, "y") ||
            text_.is(position + 2, "z"));
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
    for (int position = 0; position < text_.size(); ++position) {
        if (text_.is(position, "{") && !text_.opens_namespace(position) &&
            !(position <= names_.body && names_.end <= text_.closer(position))) {
            const int closer = text_.closer(position);
            position = closer > position ? closer : position;
            continue;
        }
        if (!text_.is(position, name) || is_member(position))
            continue;
        int first = position - 1;
        bool is_const = false;
        while (is_arithmetic(text_.text(first)) || text_.is(first, "const") ||
               text_.is(first, "constexpr") || text_.is(first, "static")) {
            is_const = is_const || text_.is(first, "const") || text_.is(first, "constexpr");
            --first;
        }
        if (first == position - 1)
            continue; // a use
        if (!is_const || !text_.is(position + 1, "=") || position > names_.body)
            return false;
        found = true;
    }
    return found;
}

// Whether a value is made of indices, constants, arguments and derived variables, at little cost.
bool step_values::is_known_in_each_step(int first, int last) const {
    constexpr int most = 40; // tokens
    if (last - first > most)
        return false;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (is_index(position)) {
            position += 2;
            continue;
        }
        if ((here == "/" || here == "%") && !is_constant(position + 1))
            return false;
        if (here == "(" && text_.is_name(position - 1))
            return false; // a call
        if (!is_operator(here) && !is_arithmetic(here) && !is_constant(position) &&
            !is_argument(position) && derived.count(std::string(here)) == 0)
            return false;
        if ((here == "*" || here == "&") &&
            (position == first ||
             (is_operator(text_.text(position - 1)) && !text_.is(position - 1, ")"))))
            return false; // what a pointer points to
    }
    return true;
}

// Whether a value is likely to be the same for all threads of a block.
bool step_values::is_alike_for_all(int first, int last) const {
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (is_index(position) && here != "threadIdx") {
            position += 2;
            continue;
        }
        const bool is_variable = names_.variables.count(here) != 0;
        if (is_builtin_variable(here) || is_changed(position) || here == "[" || here == "." ||
            here == "->" || here == "{" || (here == "(" && text_.is_name(position - 1)) ||
            (is_variable && common.count(std::string(here)) == 0) ||
            (names_.parameters.count(here) != 0 && !is_argument(position)))
            return false;
        if (here == "*" && (position == first || is_operator(text_.text(position - 1))) &&
            !text_.is(position - 1, ")"))
            return false;
    }
    return true;
}

// The end of a value that begins at a position.
int step_values::end_of_value(int position) const {
    for (; position < names_.end; ++position) {
        if (text_.is(position, ";") || text_.is(position, ",") || text_.is(position, ")"))
            return position;
        const int closer = text_.closer(position);
        if (closer > position)
            position = closer;
    }
    return position;
}

bool step_values::may_be_common(const std::string &name) const {
    const auto range = names_.variables.equal_range(name);
    for (int position = names_.body + 1; position < names_.end; ++position) {
        if (!text_.is(position, name) || is_member(position))
            continue;
        const auto of = std::find_if(range.first, range.second, [position](const auto &v) {
            return v.second.begin <= position && position < v.second.end;
        });
        if (of == range.second)
            continue; // another one, of an inner block
        if (!of->second.integer)
            return false;
        const bool defined = of->second.begin == position;
        if (!defined && !is_changed(position)) {
            if (!is_only_read(position))
                return false;
            continue;
        }
        if (std::none_of(unconditional_.begin(), unconditional_.end(), [position](const auto &r) {
                return r.first <= position && position < r.second;
            }))
            return false;
        int value = position + 1;
        while (text_.is(value, "<") || text_.is(value, ">"))
            ++value; // of <<=
        const bool has_value =
            is_assignment(text_.text(value)) || text_.is(value, "<=") || text_.is(value, ">=");
        if (has_value && !is_alike_for_all(value + 1, end_of_value(value + 1)))
            return false;
    }
    return true;
}

} // namespace cuda_rewriter
