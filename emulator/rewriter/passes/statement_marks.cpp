//     while (i < n) sum += a[i++];
// becomes
//     ::cuda_emulator::recorded_statement();
//     while (::cuda_emulator::recorded_statement(), i < n) {
//         ::cuda_emulator::recorded_statement(); sum += a[i++]; }
// on the same lines.
#include "statement_marks.h"

#include "../sema/device_bodies.h"
#include "../syntax/statements.h"

#include <string_view>

namespace cuda_rewriter {
namespace {

const char *const mark = "::cuda_emulator::recorded_statement()";

// With these words begins what is no statement, or none at which anything happens.
bool is_no_step(std::string_view word) {
    for (const char *other : {"{",         "}",          ")",         ";",        "else",
                              "case",      "default",    "using",     "typedef",  "struct",
                              "class",     "union",      "enum",      "template", "static_assert",
                              "extern",    "__shared__", "public",    "private",  "catch",
                              "constexpr", "static",     "namespace", "friend",   "virtual"})
        if (word == other)
            return true;
    return false;
}

class statement_marker {
public:
    statement_marker(const region &text, const std::set<std::string> &macros, edit_list &edits)
        : text_(text), macros_(macros), edits_(edits) {}

    void mark_body(int body) {
        end_ = text_.closer(body);
        std::set<int> ends_of_do; // the words "while" of do ... while (...);
        std::set<int> blocks = {body};
        walk_body(text_, body, macros_, [&](int position, int bracket) {
            const std::string_view here = text_.text(position);
            if (here == "{" && is_block(position, blocks.count(bracket) != 0))
                blocks.insert(position);
            if (here == "do")
                ends_of_do.insert(end_of_statement(text_, position + 1, end_));
            const bool ends_do = ends_of_do.count(position) != 0;
            if (here == "while")
                mark_condition(position + 2, text_.closer(position + 1));
            else if (here == "for" && text_.is(position + 1, "("))
                mark_condition_of_for(position);
            if (blocks.count(bracket) != 0 && begins_statement(text_, position) && !ends_do &&
                !is_no_step(here))
                mark_statement(position);
        });
    }

private:
    // A brace in a block, or in what is none: of statements, not of a list or a class.
    bool is_block(int brace, bool in_block) const {
        const std::string_view before = text_.text(brace - 1);
        if (before == ")" || before == "mutable") // of a lambda expression perhaps
            return true;
        return in_block && (before == "else" || before == "do" || before == ";" || before == "{" ||
                            before == "}" || before == ":");
    }

    void mark_statement(int first) {
        const std::string_view before = text_.text(first - 1);
        if (before != ")" && before != "else" && before != "do") {
            edits_.insert_first(text_.token_index(first), std::string(mark) + "; ");
            return;
        }
        const int end = end_of_statement(text_, first, end_ + 1);
        if (end < 0 || !is_whole(first, end - 1))
            return;
        edits_.insert_first(text_.token_index(first), "{ " + std::string(mark) + "; ");
        edits_.insert_after(text_.token_index(end - 1), " }");
    }

    void mark_condition_of_for(int loop) {
        const int close = text_.closer(loop + 1);
        const int first = behind_semicolon(text_, loop + 2, close);
        const int last = behind_semicolon(text_, first, close) - 1;
        if (first > 0 && last > first)
            mark_condition(first, last);
    }

    void mark_condition(int first, int last) {
        if (first < last && !declares(first) && is_whole(first, last))
            edits_.insert_first(text_.token_index(first), std::string(mark) + ", ");
    }

    // One branch of an #if may end what another one does not.
    bool is_whole(int first, int last) const {
        return text_.directives_before(first) == text_.directives_before(last);
    }

    // Whether a condition is a declaration: "node *next = list".
    bool declares(int first) const {
        if (!text_.is_identifier(first))
            return false;
        if (text_.is_identifier(first + 1))
            return true;
        return (text_.is(first + 1, "*") || text_.is(first + 1, "&")) &&
               text_.is_identifier(first + 2) && text_.is(first + 3, "=");
    }

    const region &text_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    int end_ = -1; // of the body
};

} // namespace

void mark_statements(const tree &syntax, const specifier_uses &functions,
                     const std::set<std::string> &macros, edit_list &edits) {
    statement_marker marker(syntax.text(), macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marker.mark_body(body);
}

} // namespace cuda_rewriter
