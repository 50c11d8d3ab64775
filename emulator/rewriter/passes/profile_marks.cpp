//     while (i < n) ++i;
// becomes
//     for (loop_mark cuda_emulator_loop(PLACE); cuda_emulator_loop.begins();)
//         while (cuda_emulator_loop.turn(), cuda_emulator_loop.stays(static_cast<bool>(i < n)))
//             ++i;
// with the names in full. A "for" around it, as no "else" can belong to one. Where the condition
// declares something, or there is none in front, the turn is told in the body:
//     for (int x : list) { cuda_emulator_loop.turn(); sum += x; }
// And
//     if (i < n)
// becomes
//     if (tell_if(PLACE, static_cast<bool>(i < n)))
// or, where the condition declares something,
//     if (node *next = list; tell_if(PLACE, static_cast<bool>(next)))
// Where only some threads come to an access to memory,
//     i < n ? a[i] : 0                    i < n && a[i] > 0
// becomes
//     tell_choice(PLACE, static_cast<bool>(i < n)) ? a[i] : 0
//     tell_and(PLACE, static_cast<bool>(i < n)) && a[i] > 0
// And
//     switch (n) { case 1: case 2: f(); break; default: g(); }
// becomes
//     { switch_mark cuda_emulator_switch(PLACE);
//       switch (n) { case 1: case 2: cuda_emulator_switch.arm(1); f(); break;
//                    default: cuda_emulator_switch.arm(2); g(); } }
// PLACE is CUDA_EMULATOR_MARKED("5"), with the column.
#include "profile_marks.h"

#include "../sema/device_bodies.h"
#include "../syntax/statements.h"
#include "../syntax/words.h"
#include "../syntax/postfix.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

const char *const turn = "cuda_emulator_loop.turn()";

class marker {
public:
    marker(const source_file &file, const region &text, const std::set<std::string> &macros,
           edit_list &edits)
        : file_(file), text_(text), macros_(macros), edits_(edits) {}

    void mark_body(int body) {
        const int end = text_.closer(body);
        if (has(body, end, "goto")) // might lead past a mark
            return;
        std::set<int> ends_of_do; // the words "while" of do ... while (...);
        walk_body(text_, body, macros_, [&](int position, int) {
            const std::string_view here = text_.text(position);
            if (here == "do")
                ends_of_do.insert(end_of_statement(text_, position + 1, end));
            if (here == "for" || here == "do" ||
                (here == "while" && ends_of_do.count(position) == 0))
                mark_loop(position, end);
            else if (here == "if" && text_.is(position + 1, "("))
                mark_if(position);
            else if (here == "switch")
                mark_switch(position, end);
            else if (here == "?" || here == "&&" || here == "||")
                mark_choice(position, body);
        });
        pass_as_bool();
    }

private:
    bool has(int first, int last, std::string_view word) const {
        for (int position = first; position < last; ++position)
            if (text_.is(position, word))
                return true;
        return false;
    }

    std::string place_of(int position) const {
        const std::size_t column = file_.column_of(text_.token_index(position)) + 1;
        return "CUDA_EMULATOR_MARKED(\"" + std::to_string(column) + "\")";
    }

    // A call to be put around what stands in [first, last).
    struct passed {
        int first, last;
        std::string call;
    };

    void pass_as_bool(int first, int last, const std::string &call) {
        passed_.push_back({first, last, call + "static_cast<bool>("});
    }

    // Of those that begin together the longest comes first.
    void pass_as_bool() {
        std::stable_sort(passed_.begin(), passed_.end(), [](const passed &a, const passed &b) {
            return a.first != b.first ? a.first < b.first : a.last > b.last;
        });
        for (const passed &one : passed_) {
            edits_.insert_before(text_.token_index(one.first), one.call);
            edits_.insert_after(text_.token_index(one.last - 1), "))");
        }
        passed_.clear();
    }

    void mark_if(int position) {
        const int open = position + 1, close = text_.closer(open);
        const int behind = behind_semicolon(text_, open + 1, close);
        const int first = behind < 0 ? open + 1 : behind;
        if (first >= close || text_.directives_before(position) != text_.directives_before(close))
            return;
        const std::string call = "::cuda_emulator::tell_if(" + place_of(position) + ", ";
        if (!declares(first, close)) {
            pass_as_bool(first, close, call);
            return;
        }
        int name = first;
        while (name < close && !text_.is(name + 1, "="))
            ++name;
        if (behind < 0 && text_.is_name(name))
            edits_.insert_before(text_.token_index(close), "; " + call + "static_cast<bool>(" +
                                                               std::string(text_.text(name)) +
                                                               "))");
    }

    // Of a '?', "&&" or "||" of which only some threads may come to what stands behind it.
    void mark_choice(int position, int body) {
        const int first = first_operand(position, body), end = end_of_operand(position);
        if (first < 0 || first == position || end < 0 || !has_access(position + 1, end) ||
            is_constant(first, body) ||
            text_.directives_before(first) != text_.directives_before(end))
            return;
        if (text_.is(position, "&&") && begins_statement(text_, first) &&
            text_.is_identifier(position + 1) && !text_.is(position + 2, "["))
            return; // perhaps a declaration: T &&x = f(a[i]);
        const char *name = text_.is(position, "?")    ? "choice"
                           : text_.is(position, "||") ? "or"
                                                      : "and";
        pass_as_bool(first, position,
                     std::string("::cuda_emulator::tell_") + name + "(" + place_of(position) +
                         ", ");
    }

    // Where the operand on the left begins, or -1.
    int first_operand(int position, int body) const {
        const bool is_and = text_.is(position, "&&");
        int first = position;
        while (first - 1 > body) {
            const int left = first - 1;
            const std::string_view here = text_.text(left);
            if (here == "?" || here == ":" || here == "," || here == ";" || here == "{" ||
                here == "}" || here == "(" || here == "[" || here == "return" || here == "else" ||
                here == "do" || here == "case" || here == "throw" || (is_and && here == "||") ||
                assigns(here))
                break;
            if (here == ")" || here == "]") {
                first = text_.opener(left);
                const std::string_view head = text_.text(first - 1);
                if (head == "if" || head == "for" || head == "while" || head == "switch")
                    return left + 1;
            } else {
                first = here == ">" && text_.template_opener(left) >= 0
                            ? text_.template_opener(left)
                            : left;
            }
            if (first < 0)
                return -1;
        }
        return first;
    }

    // Behind all that depends on it.
    int end_of_operand(int position) const {
        const bool is_choice = text_.is(position, "?");
        int questions = is_choice ? 1 : 0; // that wait for a ':'
        for (int end = position + 1; text_.contains(end); ++end) {
            const std::string_view here = text_.text(end);
            if (here == ";" || here == "," || here == ")" || here == "]" || here == "}" ||
                (here == ":" && questions-- == 0) ||
                (!is_choice && (here == "?" || here == "||" || here == text_.text(position))))
                return end;
            questions += here == "?" ? 1 : 0;
            if (text_.closer(end) > end)
                end = text_.closer(end);
        }
        return -1;
    }

    // To memory, as far as the text shows.
    bool has_access(int first, int last) const {
        for (int position = first; position < last; ++position)
            if (is_access(position))
                return true;
        return false;
    }

    bool is_access(int position) const {
        const std::string_view here = text_.text(position), before = text_.text(position - 1);
        if (here == "[") { // of a lambda expression, or of an element whose address is taken
            const int element = first_of_postfix(text_, position);
            return element >= 0 && element < position && !text_.takes_address(element - 1);
        }
        if (here == "*")
            return !text_.is_name(position - 1) && !text_.is_number(position - 1) &&
                   before != ")" && before != "]";
        return here == "->" || here.substr(0, 6) == "atomic";
    }

    // Whether the statement around a position may be one that compilers evaluate.
    bool is_constant(int position, int body) const {
        for (; position > body && !text_.is(position, ";") && !text_.is(position, "{") &&
               !text_.is(position, "}");
             --position)
            if (text_.is(position, "constexpr") || text_.is(position, "static_assert") ||
                text_.is(position, "case") || text_.is(position, "static") ||
                text_.is(position, "decltype") || text_.is(position, "sizeof") ||
                text_.is(position, "template") || text_.is(position, "using") ||
                text_.is(position, "typedef"))
                return true;
        return false;
    }

    static bool assigns(std::string_view word) {
        static constexpr std::array<std::string_view, 11> words = {
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
        return one_of(word, words);
    }

    void mark_switch(int position, int end_of_body) {
        const int end = end_of_statement(text_, position, end_of_body);
        const int open = text_.closer(position + 1) + 1, close = end - 1;
        if (end < 0 || !text_.is(open, "{") ||
            text_.directives_before(position) != text_.directives_before(close))
            return;
        edits_.insert_before(text_.token_index(position),
                             "{ ::cuda_emulator::switch_mark cuda_emulator_switch(" +
                                 place_of(position) + "); ");
        edits_.insert_after(text_.token_index(close), " }");
        unsigned arm = 0;
        for (int label = open + 1; label < close; ++label) {
            if (text_.is(label, "switch")) { // whose labels are its own
                label = end_of_statement(text_, label, close) - 1;
                continue;
            }
            if (!text_.is(label, "case") && !text_.is(label, "default"))
                continue;
            int questions = 0; // that wait for a ':' of their own
            for (++label; label < close && (!text_.is(label, ":") || questions-- > 0); ++label)
                questions += text_.is(label, "?") ? 1 : 0;
            if (label < close && !text_.is(label + 1, "case") && !text_.is(label + 1, "default"))
                edits_.insert_after(text_.token_index(label),
                                    " cuda_emulator_switch.arm(" + std::to_string(++arm) + ");");
        }
    }

    void mark_loop(int loop, int end_of_body) {
        const int end = end_of_statement(text_, loop, end_of_body);
        const bool is_do = text_.is(loop, "do");
        const int open = loop + 1, close = is_do ? open : text_.closer(open);
        if (end < 0 || close < 0)
            return;
        // A label may be that of a switch around the loop.
        if ((has(loop, end, "case") || has(loop, end, "default")) && !has(loop, end, "switch"))
            return;
        int first = open + 1, last = close; // of the condition
        if (text_.is(loop, "for")) {
            first = behind_semicolon(text_, open + 1, close);
            last = behind_semicolon(text_, first, close) - 1;
        }
        const bool in_condition = first > open && first < last && !declares(first, last);
        // One branch of an #if may end a statement that another one does not.
        const int last_changed = in_condition ? close : end - 1;
        if (text_.directives_before(loop) != text_.directives_before(last_changed))
            return;
        edits_.insert_before(text_.token_index(loop),
                             "for (::cuda_emulator::loop_mark cuda_emulator_loop(" +
                                 place_of(loop) + "); cuda_emulator_loop.begins();) ");
        if (in_condition)
            pass_as_bool(first, last, std::string(turn) + ", cuda_emulator_loop.stays(");
        else if (is_do)
            mark_turns_of(open, end_of_statement(text_, open, end));
        else
            mark_turns_of(close + 1, end);
    }

    // Whether the condition in [first, last) is a declaration: "node *next = list".
    bool declares(int first, int last) const {
        if (text_.is_identifier(first) && text_.is_identifier(first + 1))
            return true;
        for (int position = first; position < last; ++position) {
            if (text_.is(position, "=") && position - 2 > first &&
                text_.is_identifier(position - 1) &&
                (text_.is_identifier(position - 2) || text_.is(position - 2, "*") ||
                 text_.is(position - 2, "&") || text_.is(position - 2, "&&") ||
                 text_.is(position - 2, ">")))
                return true;
            const int closer = text_.closer(position);
            if (closer > position)
                position = closer;
        }
        return text_.is(first, "auto");
    }

    // Each time that this statement runs is a turn.
    void mark_turns_of(int first, int end) {
        edits_.insert_before(text_.token_index(first), "{ " + std::string(turn) + "; ");
        edits_.insert_after(text_.token_index(end - 1), " }");
    }

    const source_file &file_;
    const region &text_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    std::vector<passed> passed_; // in the body that is being marked
};

} // namespace

void mark_for_profiler(const source_file &file, const tree &syntax, const specifier_uses &functions,
                       const std::set<std::string> &macros, edit_list &edits) {
    marker marks(file, syntax.text(), macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marks.mark_body(body);
}

} // namespace cuda_rewriter
