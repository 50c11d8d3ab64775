// From "<<<" backwards to the first token of the expression (^):
//     if (n > 0) ns::scale<float, 4><<<1, 64>>>(x);
//                ^
#include "kernel_expression.h"

namespace cuda_rewriter {
namespace {

class backward_reader {
public:
    backward_reader(const region &text) : text_(text) {}

    kernel_expression read(int end) {
        kernel_expression result;
        result.begin = chain_begin(end - 1);
        // A '<' here was a comparison inside the template arguments of an outer name: "k<n<4>".
        while (result.begin >= 0 && text_.is(result.begin - 1, "<") &&
               text_.is_name(result.begin - 2))
            result.begin = chain_begin(result.begin - 2);
        result.ambiguous = ambiguous_;
        return result;
    }

private:
    int chain_begin(int last);
    int element_begin(int last);
    bool may_be_called(int open) const;
    bool is_decltype_group(int closing) const;

    const region &text_;
    bool ambiguous_ = false;
};

bool backward_reader::is_decltype_group(int closing) const {
    const int open = text_.opener(closing);
    return open >= 0 && text_.is(open - 1, "decltype");
}

// Everything that is joined by "::", ".", "->" or, in a macro body, "##".
int backward_reader::chain_begin(int last) {
    for (;;) {
        int begin = element_begin(last);
        if (begin < 0)
            return -1;
        if (text_.is(begin - 1, "template") &&
            (text_.is(begin - 2, "::") || text_.is(begin - 2, ".") || text_.is(begin - 2, "->")))
            --begin;
        const int joint = begin - 1;
        if (text_.is(joint, ".") || text_.is(joint, "->") || text_.is(joint, "##")) {
            last = joint - 1;
        } else if (text_.is(joint, "::")) {
            // "return ::k" and "if (c) ::k" have a name of the global namespace. A parenthesis
            // that touches the "::" ends a macro call or a decltype.
            const int before = joint - 1;
            const bool qualified = text_.is_name(before) || text_.template_opener(before) > 0 ||
                                   (text_.is(before, ")") &&
                                    (is_decltype_group(before) || !text_.follows_trivia(joint)));
            if (!qualified)
                return joint;
            last = before;
        } else {
            return begin;
        }
    }
}

// A name with whatever of "<...>", "[...]" and "(...)" follows it, or a parenthesised expression.
int backward_reader::element_begin(int last) {
    int parenthesised = -1; // what to fall back to when nothing in front can be indexed
    for (;;) {
        if (text_.is_name(last))
            return last;
        if (text_.is(last, ">")) {
            const int open = text_.template_opener(last);
            return open > 0 ? open - 1 : parenthesised;
        }
        const int open = text_.opener(last);
        if (open < 0 || text_.is(last, "}"))
            return parenthesised;
        if (text_.is(last, "]")) {
            last = open - 1;
            continue;
        }
        const int before = open - 1;
        if (text_.is(before, "decltype"))
            return before;
        if (!text_.is_name(before) && !text_.is(before, ">") && !text_.is(before, "]")) {
            ambiguous_ = ambiguous_ || may_be_called(open);
            return open;
        }
        parenthesised = open;
        last = before;
    }
}

// Whether "(b)" after a ")" may be an argument list: not after "if (a)" or "(void)".
bool backward_reader::may_be_called(int open) const {
    const int other = text_.opener(open - 1);
    if (other < 0 || !text_.is(open - 1, ")"))
        return false;
    const bool control = text_.is_identifier(other - 1) && !text_.is_name(other - 1);
    const bool void_cast = other + 3 == open && text_.is(other + 1, "void");
    return !control && !void_cast;
}

} // namespace

kernel_expression find_kernel_expression(const region &text, int end) {
    return backward_reader(text).read(end);
}

} // namespace cuda_rewriter
