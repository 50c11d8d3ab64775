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

std::set<int> rewrite_delays(const tree &syntax, const specifier_uses &functions,
                             const macro_words &macros, edit_list &edits) {
    const region &text = syntax.text();
    std::set<int> found;
    for (const int body : device_bodies(syntax, functions)) {
        const delay_finder finder(text, body, macros);
        const node &block = *syntax.statement(body);
        for (int index = syntax.index_of(block) + 1; index < block.end; ++index) {
            const node &loop = syntax[index];
            if ((loop.what != kind::while_loop && loop.what != kind::for_loop &&
                 loop.what != kind::do_loop) ||
                loop.condition < 0 ||
                text.directives_before(loop.first) != text.directives_before(loop.last - 1) ||
                !finder.lets_time_pass(loop.first, loop.last))
                continue;
            if (loop.what == kind::while_loop)
                found.insert(loop.first);
            add_call(text, loop.condition, loop.condition_end, edits);
            index = loop.end - 1;
        }
    }
    return found;
}

} // namespace cuda_rewriter
