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
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

class whole_struct_rewriter {
public:
    whole_struct_rewriter(const tree &syntax, const std::set<std::string> &macros, edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), macros_(macros), edits_(edits) {}

    void rewrite(int body) {
        walk_nodes(syntax_, body, macros_, [this](const node &n) {
            if (n.what == kind::subscript)
                rewrite_index(n);
            else if (n.what == kind::operation && text_.is(n.name, "=") &&
                     syntax_.begins_statement(n.first))
                rewrite_assignment(n);
        });
    }

private:
    void rewrite_index(const node &element);
    void rewrite_assignment(const node &assignment);
    bool is_value(const node &element) const;
    const node *operation_over(int first, int last) const;
    bool is_place(int first, int last) const;
    void rewrite_place(int first, int end);

    const tree &syntax_;
    const region &text_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
};

// Whether all of an element is used, and for certain as a value: not what its address leads to, and
// not where '<' may begin the arguments of a template.
bool whole_struct_rewriter::is_value(const node &element) const {
    if (text_.is(syntax_.statement_around(element.first).first, "using")) // row = float[4];
        return false;
    static constexpr std::array<std::string_view, 6> other = {"*", "&", "++", "--", "<", ">"};
    const node *operation = syntax_.operation_at(element.object - 1);
    const bool is_operand = operation != nullptr && operation->body == element.object;
    const bool product =
        is_operand && operation->first != operation->name && text_.is(operation->name, "*");
    if (is_operand && !product && one_of(text_.text(operation->name), other))
        return false;
    return syntax_.around(element.first, kind::query) < 0;
}

void whole_struct_rewriter::rewrite_index(const node &element) {
    const int first = element.object, bracket = element.open, end = element.last - 1;
    if (first < 0 || end <= bracket + 1 ||
        text_.directives_before(first) != text_.directives_before(end))
        return;
    // Of members, and of rows in rows, the compilers tell.
    const bool is_call = text_.is(end + 1, ".") && text_.is(end + 3, "(");
    if (text_.is(end + 1, "[") || text_.is(end + 1, "->") || (text_.is(end + 1, ".") && !is_call))
        return;
    if (!is_value(element) || text_.end_of_part(bracket + 1, end) < end)
        return; // or more than one index
    for (const node &n : syntax_.within(first, end))
        if (n.what == kind::lambda)
            return;
    edits_.insert_after(text_.token_index(bracket), "::cuda_emulator::index_in<decltype((" +
                                                        text_.joined(first, bracket) + "))>(");
    edits_.insert_before(text_.token_index(end), ")");
}

// The operation that is all of [first, last), or null.
const node *whole_struct_rewriter::operation_over(int first, int last) const {
    for (const node &n : syntax_.within(first, first + 1))
        if (n.what == kind::operation && n.last == last)
            return &n;
    return nullptr;
}

// Whether it is `*p++`, `a.b[i]`, `*(T *)p`, or what these consist of.
bool whole_struct_rewriter::is_place(int first, int last) const {
    while (const node *operation = operation_over(first, last)) {
        const bool behind = operation->body < 0; // its operand
        if (!text_.is(operation->name, "++") && !text_.is(operation->name, "--") &&
            !syntax_.is_prefix(*operation, "*"))
            return false;
        (behind ? last : first) = behind ? operation->name : operation->body;
    }
    if (text_.is(first, "(") && text_.is(text_.closer(first) - 1, "*"))
        first = text_.closer(first) + 1; // a cast, of what a pointer is found by
    return text_.is_identifier(first) || text_.is(first, "(") || text_.is(first, "::");
}

// To what an array holds no reference is bound: then clang++ would take the index just behind it.
// Nor to members, which need no alignment where the struct is packed.
void whole_struct_rewriter::rewrite_place(int first, int end) {
    if (text_.directives_before(first) != text_.directives_before(end))
        return;
    int behind = end;
    if (!text_.is(first, "*")) {
        const node *n = &syntax_[syntax_.at(end - 1)];
        if (n->what != kind::subscript || n->last != end || n->object != first)
            return;
        behind = n->first;
        while (n->what == kind::subscript)
            n = &syntax_[syntax_.at(n->first - 1)];
        if (n->what == kind::member)
            return;
    }
    edits_.insert_first(text_.token_index(first),
                        behind == end ? "CUDA_EMULATOR_WHOLE_STRUCT(" : "CUDA_EMULATOR_STRUCTS(");
    edits_.insert_after(text_.token_index(behind - 1), ")");
}

void whole_struct_rewriter::rewrite_assignment(const node &assignment) {
    if (!is_place(assignment.first, assignment.name))
        return;
    rewrite_place(assignment.first, assignment.name);
    if (is_place(assignment.body, assignment.last))
        rewrite_place(assignment.body, assignment.last);
}

} // namespace

void note_whole_structs(const tree &syntax, const device_functions &functions,
                        const std::set<std::string> &macros, edit_list &edits) {
    whole_struct_rewriter rewriter(syntax, macros, edits);
    for (const int body : device_bodies(syntax, functions))
        rewriter.rewrite(body);
}

} // namespace cuda_rewriter
