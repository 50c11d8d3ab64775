// A recursive descent that understands as little as possible: where declarations and statements
// begin and end, and what their brackets are for. It has no error: what it does not understand is a
// declaration or an expression up to the next ';'. Nothing reaches beyond what it stands in, though
// the branches of an #if may have more brackets than one of them alone.
#include "parser.h"

#include <algorithm>
#include <array>

#include "declarators.h"
#include "words.h"

namespace cuda_rewriter {
namespace {

// In the middle of a statement it begins another one, and a ';' was missing or in a macro.
bool is_control(const region &text, int position) {
    static constexpr std::array<std::string_view, 11> words = {
        "if",   "for",   "while",    "do",   "switch", "return",
        "case", "break", "continue", "goto", "else"};
    return one_of(text.text(position), words) ||
           (text.is(position, "default") && text.is(position + 1, ":"));
}

bool is_jump(std::string_view word) {
    static constexpr std::array<std::string_view, 7> words = {
        "return", "break", "continue", "goto", "throw", "co_return", "co_yield"};
    return one_of(word, words);
}

class parser : public declarator_reader {
public:
    using declarator_reader::declarator_reader;

    std::vector<node> read() {
        const int unit = begin(kind::unit, 0);
        read_scope(0, text_.size());
        end(unit, text_.size());
        return std::move(nodes_);
    }

private:
    void read_scope(int first, int last);
    int read_declaration(int first, int last) override;
    bool may_declare(int declaration, int position, int last) const;
    bool read_declared_brace(int index, int brace, int last);
    bool holds_value(int brace, int last) const;
    bool holds_block(int below) const;
    int read_block(int open, int last) override;
    int read_statement(int first, int last);
    int read_controlled(int first, int last);
    int read_do(int first, int last);
    int read_try(int first, int last);
    int read_label(int first, int last);
    int read_simple(int first, int last);
    void read_head(int index, int open, int close);
    int end_of_simple(int first, int last) const;
};

void parser::read_scope(int first, int last) {
    while (first < last) {
        const std::string_view here = text_.text(first);
        if (here == ";" || closes_bracket(here))
            ++first;
        else if (is_control(text_, first)) // a file of statements, for others to include
            first = read_statement(first, last);
        else if (text_.is(first + 1, ":") &&
                 (here == "public" || here == "private" || here == "protected"))
            first += 2;
        else
            first = read_declaration(first, last);
    }
}

// Up to the ';', or the '}' of a function or a namespace.
int parser::read_declaration(int first, int last) {
    const int index = begin(kind::declaration, first);
    bool returns = false; // behind "->"
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (parent_ != index || (may_declare(index, position, last) && !returns))
            follow_declarator(index, first, position, here);
        node &n = nodes_[index];
        if (here == ";")
            return end(index, position + 1);
        if (closes_bracket(here))
            return end(index, position);
        if (here == "template" && text_.is(position + 1, "<")) {
            const int behind = text_.behind_angles(position + 1);
            position = behind > 0 && behind <= last ? behind - 1 : position;
        } else if (here == "<" && behind_template(position) > 0) {
            const int behind = std::min(behind_template(position), last);
            read_expression(position + 1, behind - 1);
            position = behind - 1;
        } else if (here == "=" && !text_.is(position - 1, "operator")) {
            const int stop = end_of_part(position + 1, end_of_value(position, last));
            read_expression(position + 1, stop);
            position = stop - 1;
        } else if (here == "->") {
            returns = true;
        } else if (is_class_key(here) && n.open < 0) {
            n.other = n.other < 0 ? position : n.other; // until its brace comes
        } else if (here == ":" && n.open >= 0) {
            n.condition = position; // of members' values, likewise
        } else if (here == "(" || here == "[") {
            const bool parameters =
                here == "(" && !returns && n.condition < 0 && position > first &&
                !takes_arguments(text_.text(position - 1)) && !text_.is(position - 1, "operator") &&
                !text_.is(position - 1, "requires");
            if (parameters) {
                n.open = position;
                n.name = text_.is_name(position - 1) ? position - 1 : -1;
            }
            const int close = closer(position, last);
            const int below = static_cast<int>(nodes_.size());
            if (parameters && position == first + 1) // a macro, or a statement
                read_bracket(position, last);
            else if (parameters)
                read_parameters(position, close);
            else
                read_arguments(position, close);
            // DEFINE_KERNEL(name, { ... }) needs no ';'.
            if (parameters && position == first + 1 && holds_block(below))
                return end(index, text_.is(close + 1, ";") ? close + 2 : std::min(close + 1, last));
            position = close;
        } else if (here == "{") {
            if (read_declared_brace(index, position, last))
                return end(index, std::min(closer(position, last) + 1, last));
            position = closer(position, last);
        }
    }
    if (parent_ != index)
        end(parent_, last);
    return end(index, last);
}

// Whether what is in front of a token may be a variable.
bool parser::may_declare(int declaration, int position, int last) const {
    const node &n = nodes_[declaration];
    if (text_.is(position, "(")) // void (*action)(int)
        return text_.is(position + 1, "*") &&
               (text_.is(position + 3, ")") || text_.is(position + 3, "["));
    return n.open < 0 &&
           (!text_.is(position, "{") ||
            (n.other < 0 && !text_.opens_namespace(position) && holds_value(position, last)));
}

// Whether the declaration ends with the brace.
bool parser::read_declared_brace(int index, int brace, int last) {
    const int close = closer(brace, last);
    const node n = nodes_[index];
    const auto becomes = [&](kind what) {
        nodes_[index].what = what;
        nodes_[index].body = brace;
        nodes_[index].other = nodes_[index].condition = -1;
    };
    if (++depth_ > deepest) {
        --depth_;
        return true;
    }
    bool ends = true;
    const bool declares = parent_ != index;
    if (!declares && n.open < 0 && text_.opens_namespace(brace)) {
        becomes(kind::space);
        nodes_[index].name = text_.is_name(brace - 1) ? brace - 1 : -1;
        read_scope(brace + 1, close);
    } else if (!declares && n.open < 0 && n.other >= 0) {
        ends = false;
        const int type = begin(kind::type, n.other);
        nodes_[type].body = brace;
        int name = n.other + 1;
        while (name < brace && (!text_.is_name(name) || takes_arguments(text_.text(name)) ||
                                is_class_key(text_.text(name)))) {
            const int behind = text_.closer(name);
            name = behind > name ? behind + 1 : name + 1;
        }
        nodes_[type].name = name < brace && !text_.is(n.other, "enum") ? name : -1;
        if (!text_.is(n.other, "enum"))
            read_scope(brace + 1, close);
        end(type, std::min(close + 1, last));
        nodes_[index].other = -1; // what stands behind it is a value
    } else if (declares || holds_value(brace, last) ||
               (n.condition >= 0 && text_.is_name(brace - 1) &&
                (text_.is(close + 1, ",") || text_.is(close + 1, "{")))) {
        ends = false;
        read_expression(brace + 1, close);
    } else if (n.open >= 0) {
        becomes(kind::function);
        read_block(brace, last);
    } else {
        becomes(kind::space);
        read_scope(brace + 1, close);
    }
    --depth_;
    return ends;
}

// "float x{1}", "enable_if_t<is_same<T, int>{}, void>", "requires (T t) { t; }"
bool parser::holds_value(int brace, int last) const {
    const int before = brace - 1;
    const node &n = nodes_[parent_];
    if (text_.is(before, ")") && text_.is(text_.opener(before) - 1, "requires"))
        return true;
    if (text_.is(before, "requires"))
        return true;
    if (n.open >= 0)
        return false;
    const std::string_view behind = text_.text(closer(brace, last) + 1);
    return text_.is(before, "]") || behind == ";" || behind == "," || behind == ">" ||
           behind == "::" || behind == "&&" || behind == "||";
}

// Whether there is one among the arguments, whose nodes begin at `below`.
bool parser::holds_block(int below) const {
    for (int index = below; index < static_cast<int>(nodes_.size()); ++index)
        if (nodes_[index].what == kind::block && nodes_[nodes_[index].parent].what == kind::call)
            return true;
    return false;
}

int parser::read_block(int open, int last) {
    const int index = begin(kind::block, open), close = closer(open, last);
    nodes_[index].body = open;
    for (int position = open + 1; position < close;)
        position = read_statement(position, close);
    return end(index, std::min(close + 1, last));
}

int parser::read_statement(int first, int last) {
    const std::string_view here = text_.text(first);
    if (closes_bracket(here) || here == "else") // left over by the branches of an #if
        return first + 1;
    if (++depth_ > deepest) {
        --depth_;
        const int index = begin(kind::expression, first);
        return end(index, std::min(std::max(end_of_value(first, last), first) + 1, last));
    }
    int behind;
    if (here == ";")
        behind = end(begin(kind::empty, first), first + 1);
    else if (here == "{")
        behind = read_block(first, last);
    else if (here == "if" || here == "while" || here == "for" || here == "switch")
        behind = read_controlled(first, last);
    else if (here == "do")
        behind = read_do(first, last);
    else if (here == "try" && text_.is(first + 1, "{"))
        behind = read_try(first, last);
    else if (here == "case" ||
             ((here == "default" || text_.is_name(first)) && text_.is(first + 1, ":")))
        behind = read_label(first, last);
    else
        behind = read_simple(first, last);
    --depth_;
    return behind;
}

int parser::read_controlled(int first, int last) {
    const std::string_view here = text_.text(first);
    const int open = text_.is(first + 1, "constexpr") ? first + 2 : first + 1;
    if (!text_.is(open, "(") || open >= last)
        return read_simple(first, last);
    const int index = begin(here == "if"      ? kind::if_statement
                            : here == "while" ? kind::while_loop
                            : here == "for"   ? kind::for_loop
                                              : kind::switch_statement,
                            first);
    const int close = closer(open, last);
    read_head(index, open, close);
    int behind = std::min(close + 1, last);
    nodes_[index].body = behind;
    if (behind < last)
        behind = read_statement(behind, last);
    if (here == "if" && behind < last && text_.is(behind, "else")) {
        nodes_[index].other = ++behind;
        if (behind < last)
            behind = read_statement(behind, last);
    }
    return end(index, behind);
}

// What stands between the brackets: for (;condition;), if (initialisation; condition).
void parser::read_head(int index, int open, int close) {
    int semicolons = 0, first = open + 1, last = close;
    for (int position = open + 1; position < close; ++position) {
        if (text_.is(position, ";")) {
            ++semicolons;
            (semicolons == 1 ? first : last) = semicolons == 1 ? position + 1 : position;
        } else if (text_.closer(position) > position) {
            position = closer(position, close);
        }
    }
    node &n = nodes_[index];
    n.open = open;
    if (n.what != kind::for_loop || semicolons == 2) {
        n.condition = first;
        n.condition_end = last;
    }
    for (int part = open + 1; part < close;) {
        const int stop = end_of_value(part, close);
        if (looks_like_declaration(part) &&
            ((part == open + 1 && semicolons == 2) || has_value(part, stop)))
            read_declarators(part, stop);
        else
            read_expression(part, stop);
        part = stop + 1;
    }
}

int parser::read_do(int first, int last) {
    const int index = begin(kind::do_loop, first);
    int behind = first + 1;
    nodes_[index].body = behind;
    if (behind < last)
        behind = read_statement(behind, last);
    if (text_.is(behind, "while") && text_.is(behind + 1, "(") && behind + 1 < last)
        read_head(index, behind + 1, closer(behind + 1, last));
    behind = end_of_value(behind, last);
    return end(index, text_.is(behind, ";") && behind < last ? behind + 1 : behind);
}

int parser::read_try(int first, int last) {
    const int index = begin(kind::try_block, first);
    int behind = read_block(first + 1, last);
    while (behind < last && text_.is(behind, "catch") && text_.is(behind + 1, "(")) {
        behind = std::min(closer(behind + 1, last) + 1, last);
        if (behind < last && text_.is(behind, "{"))
            behind = read_block(behind, last);
    }
    return end(index, behind);
}

int parser::read_label(int first, int last) {
    const int index = begin(kind::label, first);
    int questions = 0; // that wait for a ':' of their own
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == ":" && questions-- == 0)
            return end(index, position + 1);
        if (here == ";" || here == "{" || closes_bracket(here))
            return end(index, std::max(position, first + 1));
        questions += here == "?" ? 1 : 0;
        if (text_.closer(position) > position)
            position = closer(position, last);
    }
    return end(index, last);
}

// A declaration, a jump or an expression.
int parser::read_simple(int first, int last) {
    const std::string_view here = text_.text(first);
    for (int position = first; position < last && begins_declaration(text_.text(position));
         ++position)
        if (is_class_key(text_.text(position)) || text_.is(position, "template"))
            return read_declaration(first, last); // perhaps with a body
    const int index = begin(is_jump(here)                         ? kind::jump
                            : looks_like_declaration(first, true) ? kind::declaration
                                                                  : kind::expression,
                            first);
    const int stop = end_of_simple(first, last);
    if (nodes_[index].what == kind::declaration)
        read_declarators(first, stop);
    else
        read_expression(is_jump(here) ? first + 1 : first, stop);
    if (stop < last && text_.is(stop, "{")) { // behind a ')': in a macro's, or a function's
        const int open = text_.opener(stop - 1);
        node &n = nodes_[index];
        n.what = open - 1 == first ? kind::macro_block : kind::function;
        n.name = open - 1;
        n.open = open;
        n.body = stop;
        return end(index, read_block(stop, last));
    }
    return end(index, stop < last && text_.is(stop, ";") ? stop + 1 : std::max(stop, first + 1));
}

// A ';', a bracket that closes what is around, the '{' of a macro with a block behind it, or what
// begins another statement.
int parser::end_of_simple(int first, int last) const {
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == ";" || closes_bracket(here) ||
            (position > first && is_control(text_, position)))
            return position;
        if (here == "{" && text_.is(position - 1, ")") &&
            text_.is_name(text_.opener(position - 1) - 1) && text_.opener(position - 1) > first)
            return position;
        const int brace = here == "[" ? brace_of_lambda(position, last) : -1;
        if (brace > 0)
            position = brace;
        if (text_.closer(position) > position)
            position = closer(position, last);
    }
    return last;
}

} // namespace

std::vector<node> parse(const region &text) {
    return parser(text).read();
}

} // namespace cuda_rewriter
