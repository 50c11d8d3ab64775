//     unsigned *first = a + 1, rest[2] = {1, 2};
// declares `first`, whose value begins at '=', and `rest`, whose bounds begin at '['.
#include "declarators.h"

#include <algorithm>
#include <array>

#include "words.h"

namespace cuda_rewriter {

bool begins_declaration(std::string_view word) {
    static constexpr std::array<std::string_view, 21> words = {
        "template",     "using",  "typedef",   "static_assert", "extern",       "namespace",
        "static",       "const",  "constexpr", "volatile",      "auto",         "typename",
        "__shared__",   "friend", "register",  "void",          "thread_local", "__device__",
        "__constant__", "inline", "alignas"};
    return one_of(word, words) || is_class_key(word) || is_arithmetic(word);
}

// "T *x = 1, y[2]"
void declarator_reader::read_declarators(int first, int last) {
    const int around = parent_;
    for (int position = first; position < last;) {
        const std::string_view here = text_.text(position);
        follow_declarator(around, first, position, here);
        if (here == "=" || here == ":") {
            const int stop = end_of_part(position + 1, last);
            read_expression(position + 1, stop);
            position = stop;
        } else if (here == "<" && behind_template(position) > 0) {
            const int behind = std::min(behind_template(position), last);
            read_expression(position + 1, behind - 1);
            position = behind;
        } else {
            const bool bracket = here == "(" || here == "[" || here == "{";
            position = bracket ? read_bracket(position, last) : position + 1;
        }
    }
    follow_declarator(around, first, last, ";");
}

void declarator_reader::follow_declarator(int around, int first, int position,
                                          std::string_view here) {
    static constexpr std::array<std::string_view, 7> behind_name = {"[", "=", ",", "{",
                                                                    "(", ":", ";"};
    static constexpr std::array<std::string_view, 6> no_variables = {
        "using", "typedef", "static_assert", "friend", "template", "goto"};
    if (parent_ != around) {
        node &n = nodes_[parent_];
        if (here == "," || here == ";" || closes_bracket(here))
            end(parent_, position);
        else if (n.body < 0 && (here == "=" || here == "{" || here == ":"))
            n.body = position;
        return;
    }
    if (!one_of(here, behind_name) || one_of(text_.text(first), no_variables))
        return;
    // void (*action)(int)
    const bool indirect =
        here == "(" && (text_.is(position + 1, "*") || text_.is(position + 1, "&"));
    // auto [x, y], which has none
    const bool bindings =
        here == "[" && text_.is(text_.is(position - 1, "&") ? position - 2 : position - 1, "auto");
    const int name = indirect ? position + 2 : position - 1;
    if (!bindings && (name <= first || !text_.is_name(name) || is_arithmetic(text_.text(name)) ||
                      takes_arguments(text_.text(name)) || text_.is(name, "auto") ||
                      is_class_key(text_.text(name - 1))))
        return;
    node &n = nodes_[begin(kind::declarator, indirect || bindings ? position : name)];
    n.name = bindings ? -1 : name;
    n.condition = first;
    n.open = here == "[" || here == "(" ? position : -1;
    n.body = here == "=" || here == "{" || here == ":" ? position : -1;
    if (here == "," || here == ";")
        end(parent_, position);
}

// Those that have names.
void declarator_reader::read_parameters(int open, int close) {
    for (int first = open + 1; first < close;) {
        const int stop = end_of_part(first, close);
        if (looks_like_declaration(first))
            read_declarators(first, stop);
        else
            read_expression(first, stop);
        first = stop + 1;
    }
}

int declarator_reader::end_of_part(int position, int last) const {
    for (; position < last && !text_.is(position, ","); ++position)
        if (text_.is(position, "<") && behind_template(position) > 0)
            position = behind_template(position) - 1;
        else if (text_.closer(position) > position)
            position = closer(position, last);
    return std::min(position, last);
}

// "T x", "T *x =", "a::b<c> x", "__align__(16) T x", "[[maybe_unused]] T x", and as a statement
// "T &x(y)"
bool declarator_reader::looks_like_declaration(int first, bool is_statement) const {
    const std::string_view here = text_.text(first);
    if (begins_declaration(here))
        return true;
    const int close = text_.closer(here == "[" ? first : first + 1);
    if (here == "[" && text_.is(first + 1, "["))
        return close > first && looks_like_declaration(close + 1, is_statement);
    if (is_type_query(here))
        return close > first && text_.is_name(close + 1);
    if (text_.is_name(first) && text_.is(first + 1, "(") && close > first) {
        return takes_arguments(here) ? looks_like_declaration(close + 1, is_statement)
                                     : begins_declaration(text_.text(close + 1));
    }
    int position = text_.is(first, "::") ? first + 1 : first;
    for (;; ++position) {
        if (!text_.is_name(position))
            return false;
        ++position;
        if (text_.is(position, "<") && !text_.is_launch(position)) {
            position = text_.behind_angles(position);
            if (position < 0)
                return false;
        }
        if (!text_.is(position, "::"))
            break;
    }
    const int type_end = position;
    for (; text_.is(position, "*") || text_.is(position, "&") || text_.is(position, "&&") ||
           text_.is(position, "const") || text_.is(position, "__restrict__");
         ++position)
        ;
    static constexpr std::array<std::string_view, 5> behind_name = {"=", ";", ",", "[", "{"};
    const std::string_view behind = text_.text(position + 1);
    return text_.is_name(position) &&
           (position == type_end || one_of(behind, behind_name) ||
            (is_statement && behind == "(" && !text_.is(type_end, "&&"))); // not done && f(x);
}

// "node *next = list", "int x : row"
bool declarator_reader::has_value(int first, int last) const {
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "=") || text_.is(position, "{") || text_.is(position, ":"))
            return position > first && (text_.is_name(position - 1) || text_.is(position - 1, "]"));
        if (text_.closer(position) > position)
            position = closer(position, last);
    }
    return false;
}

} // namespace cuda_rewriter
