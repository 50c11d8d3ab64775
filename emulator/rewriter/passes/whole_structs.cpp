//     row[i] = *at;
// becomes
//     CUDA_EMULATOR_STRUCTS(row)[::cuda_emulator::index_in<decltype((row))>(i)] =
//     CUDA_EMULATOR_WHOLE_STRUCT(*at);
//
// The compilers take the address of a struct that is used whole, and an address may be that of the
// element behind the last one: index_in (emulator/checked.h) knows better. Of what is assigned
// clang++ does not test the alignment: the macros do.
//
// What types these have only the compiler knows. For those that are no structs nothing changes.
// What may be a declaration, `row *a[4]`, stays as it is.
#include "whole_structs.h"

#include <array>
#include <string>
#include <string_view>

#include "../sema/device_bodies.h"
#include "../syntax/postfix.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

class whole_struct_rewriter {
public:
    whole_struct_rewriter(const tree &syntax, const std::set<std::string> &macros, edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), macros_(macros), edits_(edits) {}

    void rewrite(int body) {
        walk_body(text_, body, macros_, [this](int position, int bracket) {
            if (text_.is(position, "["))
                rewrite_index(position, bracket);
            if (syntax_.begins_statement(position))
                rewrite_assignment(position);
        });
    }

private:
    void rewrite_index(int bracket, int enclosing);
    void rewrite_assignment(int first);
    bool is_operand(int first, int enclosing) const;
    int end_of_place(int first) const;
    void rewrite_place(int first, int end);
    bool is_member(int first, int end) const;

    const tree &syntax_;
    const region &text_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
};

// Whether what begins at a position is an operand for certain, and not the name that is declared.
bool whole_struct_rewriter::is_operand(int first, int enclosing) const {
    static constexpr std::array<std::string_view, 28> before = {
        "{",  ";",  "=",  "+",  "-",  "/",  "%",  "<=", ">=", "==", "!=", "+=",     "-=", "*=",
        "/=", "%=", "|=", "^=", "&=", "&&", "||", "|",  "^",  "?",  ":",  "return", "!",  "~"};
    const std::string_view left = text_.text(first - 1);
    if (left == "(" || left == ",") {
        const std::string_view head = text_.text(enclosing - 1);
        if (text_.is(enclosing, "{")) // the braces of a value
            return head == "=" || head == "return" || head == "(" || head == ",";
        return text_.is(enclosing, "(") && !takes_arguments(head) && head != "sizeof" &&
               !(head == "for" && left == ",");
    }
    if (left == "*") // a product, where its left side is no type
        return text_.is_number(first - 2) || text_.is(first - 2, "]") ||
               (text_.is_name(first - 2) && one_of(text_.text(first - 3), before));
    return one_of(left, before) || syntax_.begins_statement(first);
}

void whole_struct_rewriter::rewrite_index(int bracket, int enclosing) {
    const int end = text_.closer(bracket), first = first_of_postfix(text_, bracket);
    if (first < 0 || end <= bracket + 1 || text_.is(bracket + 1, "{") ||
        text_.directives_before(first) != text_.directives_before(end))
        return;
    // Of members, and of rows in rows, the compilers tell.
    const bool is_call = text_.is(end + 1, ".") && text_.is(end + 3, "(");
    if (text_.is(end + 1, "[") || text_.is(end + 1, "->") || (text_.is(end + 1, ".") && !is_call))
        return;
    if (!is_operand(first, enclosing))
        return;
    for (int position = first; position < end; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "{" || (here == "," && bracket < position))
            return; // a lambda; or more than one index
    }
    edits_.insert_after(text_.token_index(bracket), "::cuda_emulator::index_in<decltype((" +
                                                        text_.joined(first, bracket) + "))>(");
    edits_.insert_before(text_.token_index(end), ")");
}

// The position behind `*p++`, `a.b[i]` or `*(T *)p`, or -1 if it is more than that, or a
// declaration.
int whole_struct_rewriter::end_of_place(int first) const {
    int position = first;
    while (text_.is(position, "*") || text_.is(position, "++") || text_.is(position, "--"))
        ++position;
    // A cast, of what a pointer is found by.
    if (position > first && text_.is(position, "(") && text_.is(text_.closer(position) - 1, "*"))
        position = text_.closer(position) + 1;
    if (text_.is(position, "::"))
        ++position;
    if (text_.is(position, "(") && text_.closer(position) > position)
        position = text_.closer(position);
    else if ((!text_.is_name(position) && !text_.is(position, "this")) ||
             text_.is(position, "auto") || is_arithmetic(text_.text(position)))
        return -1;
    for (++position;; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "." || here == "->" || here == "::") {
            if (!text_.is_name(++position))
                return -1;
        } else if (here == "<" && text_.is(text_.behind_angles(position), "(")) {
            position = text_.closer(text_.behind_angles(position)); // a cast, say
            if (position < 0)
                return -1;
        } else if (here == "[" || here == "(") {
            if (text_.is(position + 1, "*") || text_.is(position + 1, "&"))
                return -1; // row (*rows)[4]
            position = text_.closer(position);
            if (position < 0)
                return -1;
        } else if (here != "++" && here != "--") {
            return position;
        }
    }
}

// To what an array holds no reference is bound: then clang++ would take the index just behind it.
// Nor to members, which need no alignment where the struct is packed.
void whole_struct_rewriter::rewrite_place(int first, int end) {
    if (text_.directives_before(first) != text_.directives_before(end))
        return;
    const bool through_pointer = text_.is(first, "*");
    const int behind = through_pointer ? end : text_.opener(end - 1);
    if (!through_pointer && (!text_.is(end - 1, "]") || behind < 0 || is_member(first, behind)))
        return;
    edits_.insert_first(text_.token_index(first),
                        through_pointer ? "CUDA_EMULATOR_WHOLE_STRUCT(" : "CUDA_EMULATOR_STRUCTS(");
    edits_.insert_after(text_.token_index(behind - 1), ")");
}

// Whether an expression is a member, or an element of one.
bool whole_struct_rewriter::is_member(int first, int end) const {
    while (text_.is(end - 1, "]"))
        end = text_.opener(end - 1);
    return end - 2 > first && (text_.is(end - 2, ".") || text_.is(end - 2, "->"));
}

void whole_struct_rewriter::rewrite_assignment(int first) {
    const int left_end = end_of_place(first);
    if (left_end < 0 || !text_.is(left_end, "="))
        return;
    rewrite_place(first, left_end);
    const int right_end = end_of_place(left_end + 1);
    if (right_end >= 0 && text_.is(right_end, ";"))
        rewrite_place(left_end + 1, right_end);
}

} // namespace

void note_whole_structs(const tree &syntax, const specifier_uses &functions,
                        const std::set<std::string> &macros, edit_list &edits) {
    whole_struct_rewriter rewriter(syntax, macros, edits);
    for (const int body : device_bodies(syntax, functions))
        rewriter.rewrite(body);
}

} // namespace cuda_rewriter
