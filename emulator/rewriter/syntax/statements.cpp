// In the body
//     if (a) b(); else c(); d();
// end_of_statement() of "if" is the position of "d", and behind_semicolon() of "b" that of "else".
#include "statements.h"

#include "words.h"

namespace cuda_rewriter {

namespace {

// Whether a '}' ends a class, behind which what it declares goes on: struct { int a; } s[4];
bool closes_class(const region &text, int brace) {
    for (int position = text.opener(brace) - 1; text.contains(position); --position) {
        const std::string_view here = text.text(position);
        if (is_class_key(here))
            return true;
        if (here == ";" || here == "{" || here == "}" || here == "=" || here == "(" ||
            (here == ")" && !text.ends_specifier(position)))
            return false;
        if (here == ")" || here == "]")
            position = text.opener(position);
    }
    return false;
}

} // namespace

int behind_semicolon(const region &text, int position, int last) {
    for (; position >= 0 && position < last; ++position) {
        if (text.is(position, ";"))
            return position + 1;
        const int closer = text.closer(position);
        if (closer > position)
            position = closer;
    }
    return -1;
}

int end_of_statement(const region &text, int first, int last) {
    const std::string_view here = text.text(first);
    if (here == "{")
        return text.closer(first) + 1;
    if (here == "if" || here == "while" || here == "for" || here == "switch") {
        const int close = text.closer(first + 1);
        int end = close < 0 ? -1 : end_of_statement(text, close + 1, last);
        if (here == "if" && end >= 0 && text.is(end, "else"))
            end = end_of_statement(text, end + 1, last);
        return end;
    }
    if (here == "do") {
        const int end = end_of_statement(text, first + 1, last);
        return end < 0 ? -1 : behind_semicolon(text, end, last);
    }
    return behind_semicolon(text, first, last);
}

bool begins_statement(const region &text, int position) {
    const std::string_view before = text.text(position - 1);
    if (before == "}")
        return !closes_class(text, position - 1);
    if (before == ";" || before == "{" || before == "else" || before == "do")
        return true;
    if (before == ":")
        return text.is(position - 2, "default") || text.is(position - 3, "case");
    if (before != ")" || text.opener(position - 1) < 0)
        return false;
    const std::string_view head = text.text(text.opener(position - 1) - 1);
    return head == "if" || head == "for" || head == "while";
}

} // namespace cuda_rewriter
