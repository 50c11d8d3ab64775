//     while (waited < enough) { waited = clock64() - start; }
// becomes
//     while ((waited < enough) && ::cuda_emulator::time_passes()) { waited = clock64() - start; }
// Such a loop looks at the clock and calculates with numbers of the thread's own. So nothing but
// time can end it.
#include "delays.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "../sema/device_bodies.h"
#include "../syntax/statements.h"

namespace cuda_rewriter {
namespace {

bool is_plain_operator(std::string_view word) {
    static constexpr std::array<std::string_view, 24> operators = {"(", ")",  "{",  "}",  ";",
                                                                   ",", "=",  "==", "!=", "<",
                                                                   ">", "<=", ">=", "+",  "-",
                                                                   "/", "%",  "&&", "||", "!",
                                                                   "?", ":",  "<<", ">>"};
    return one_of(word, operators);
}

bool is_plain_keyword(std::string_view word) {
    static constexpr std::array<std::string_view, 10> words = {
        "while", "for", "do", "if", "else", "break", "continue", "true", "false", "const"};
    return one_of(word, words);
}

bool is_type_of_number(std::string_view word) {
    return is_arithmetic(word) || is_number_type(word) || word == "auto";
}

class delay_finder {
public:
    delay_finder(const region &text, int body, const macro_words &macros)
        : text_(text), head_(parameters_of(text, body)), macros_(macros) {}

    // Whether the loop in [first, last) only lets time pass.
    bool lets_time_pass(int first, int last) const {
        bool asks = false;
        for (int position = first; position < last; ++position) {
            const std::string_view here = text_.text(position);
            const bool call = text_.is(position + 1, "(");
            if (here == "clock64" || here == "clock") {
                if (!call || !text_.is(position + 2, ")"))
                    return false;
                asks = true;
            } else if (here == "*" || here == "&") { // with two operands
                if (!text_.is_name(position - 1) && !text_.is_number(position - 1))
                    return false;
            } else if (text_.is_identifier(position)) {
                if (!is_plain_keyword(here) && !is_type_of_number(here) &&
                    (here != "__nanosleep" || !call) &&
                    (call || !(is_constant(here) || is_own_number(here, last))))
                    return false;
            } else if (!text_.is_number(position) && !is_plain_operator(here)) {
                return false;
            }
        }
        return asks;
    }

private:
    static int parameters_of(const region &text, int body) {
        int position = body - 1;
        while (position > 0 && text.is_identifier(position))
            --position;
        return text.is(position, ")") && text.opener(position) >= 0 ? text.opener(position) : body;
    }

    // "#define DELAY 20000"
    bool is_constant(std::string_view name) const {
        const auto macro = macros_.find(std::string(name));
        return macro != macros_.end() &&
               std::all_of(macro->second.begin(), macro->second.end(), is_type_of_number);
    }

    // Whether a name is that of parameters and variables that hold a number and belong to the
    // thread alone. The loop ends at `last`.
    bool is_own_number(std::string_view name, int last) const {
        bool known = false;
        for (int position = head_; position < last; ++position) {
            if (!text_.is(position, name))
                continue;
            const std::string_view before = text_.text(position - 1);
            const bool declares =
                !known || (text_.is_identifier(position - 1) && before != "else" && before != "do");
            if (declares && !declares_number(position))
                return false;
            known = true;
        }
        return known && macros_.count(std::string(name)) == 0;
    }

    // "long long start = clock64(), now": what stands in front of the first name is a number's
    // type.
    bool declares_number(int name) const {
        const bool is_parameter = text_.is(head_, "(") && name < text_.closer(head_);
        int first = name;
        while (!text_.is(first - 1, ";") && !text_.is(first - 1, "{") &&
               !text_.is(first - 1, "}") && !text_.is(first - 1, "(") &&
               !(is_parameter && text_.is(first - 1, ","))) {
            if (--first <= head_)
                return false;
            if (text_.opener(first) >= 0)
                first = text_.opener(first);
        }
        bool typed = false;
        int position = first;
        for (; is_type_of_number(text_.text(position)) || text_.is(position, "const"); ++position)
            typed = typed || !text_.is(position, "const");
        if (!typed ||
            (position != name && !text_.is(position + 1, "=") && !text_.is(position + 1, ",")))
            return false;
        for (; position < name; ++position)
            if (text_.is(position, "*") || text_.is(position, "&"))
                return false; // may be a pointer or a reference
        return true;
    }

    const region &text_;
    const int head_; // where the parameters begin
    const macro_words &macros_;
};

// Puts the call into the condition between the brackets, or between the semicolons of a "for".
void add_call(const region &text, int first, int last, edit_list &edits) {
    const std::string call = "::cuda_emulator::time_passes()";
    if (first == last) {
        edits.insert_before(text.token_index(last), " " + call);
        return;
    }
    edits.insert_before(text.token_index(first), "(");
    edits.insert_before(text.token_index(last), ") && " + call);
}

} // namespace

std::set<int> rewrite_delays(const region &text, const specifier_uses &functions,
                             const macro_words &macros, edit_list &edits) {
    std::set<int> found;
    for (const int body : device_bodies(text, functions)) {
        const delay_finder finder(text, body, macros);
        const int end = text.closer(body);
        for (int first = body + 1; first < end; ++first) {
            const std::string_view here = text.text(first);
            if (here != "while" && here != "for" && here != "do")
                continue;
            const int last = end_of_statement(text, first, end);
            if (last < 0 || text.directives_before(first) != text.directives_before(last - 1) ||
                !finder.lets_time_pass(first, last))
                continue;
            const int open = here == "do" ? text.opener(last - 2) : first + 1;
            const int close = text.closer(open);
            if (close < 0)
                continue;
            if (here == "for") {
                const int condition = behind_semicolon(text, open + 1, close);
                const int behind = behind_semicolon(text, condition, close);
                if (condition < 0 || behind < 0)
                    continue;
                add_call(text, condition, behind - 1, edits);
            } else {
                found.insert(open - 1);
                add_call(text, open + 1, close, edits);
            }
            first = last - 1;
        }
    }
    return found;
}

} // namespace cuda_rewriter
