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
    delay_finder(const tree &syntax, int body, const macro_words &macros)
        : syntax_(syntax), text_(syntax.text()), function_(*syntax.function_around(body)),
          macros_(macros) {}

    // Whether a loop only lets time pass.
    bool lets_time_pass(const node &loop) const {
        bool asks = false;
        for (const node &n : syntax_.below(loop)) {
            const bool clock = n.what == kind::call && n.last == n.open + 2 &&
                               (text_.is(n.name, "clock64") || text_.is(n.name, "clock"));
            if (!clock && !is_plain(n))
                return false;
            asks = asks || clock;
        }
        for (int position = loop.first; position < loop.last; ++position) {
            const std::string_view here = text_.text(position);
            if (text_.is_literal(position) ||
                (text_.is_identifier(position) && !is_plain_keyword(here) &&
                 !is_type_of_number(here) && !is_constant(here) &&
                 !is_own_number(here, loop.last) && syntax_.called(position) == nullptr))
                return false;
        }
        return asks;
    }

private:
    // Whether a part of a loop neither counts nor knows of other threads.
    bool is_plain(const node &n) const {
        switch (n.what) {
        case kind::operation:
            return (!syntax_.changes(n) || text_.is(n.name, "=")) && !syntax_.is_prefix(n, "*") &&
                   !syntax_.is_prefix(n, "&");
        case kind::call:
            return text_.is(n.name, "__nanosleep");
        case kind::jump:
            return text_.is(n.first, "break") || text_.is(n.first, "continue");
        case kind::switch_statement:
        case kind::try_block:
        case kind::label:
        case kind::macro_block:
            return false;
        default:
            return n.what == kind::declarator ||
                   (n.what >= kind::declaration && n.what <= kind::empty);
        }
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
        for (const int position : syntax_.uses(name)) {
            if (position < function_.first || position >= last)
                continue;
            const bool declares = syntax_.declares(position);
            if (!known && !declares)
                return false;
            known = true;
            if (declares && !declares_number(syntax_[syntax_.at(position)]))
                return false;
        }
        return known && macros_.count(std::string(name)) == 0;
    }

    // "long long start = clock64(), now"
    bool declares_number(const node &variable) const {
        if (variable.open >= 0) // an array
            return false;
        bool typed = false;
        int position = variable.condition;
        for (; is_type_of_number(text_.text(position)) || text_.is(position, "const"); ++position)
            typed = typed || !text_.is(position, "const");
        for (; position < variable.first; ++position)
            if (text_.is(position, "*") || text_.is(position, "&"))
                return false; // may be a pointer or a reference
        return typed;
    }

    const tree &syntax_;
    const region &text_;
    const node &function_;
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

std::set<int> rewrite_delays(const tree &syntax, const device_functions &functions,
                             const macro_words &macros, edit_list &edits) {
    const region &text = syntax.text();
    std::set<int> found;
    for (const int body : device_bodies(syntax, functions)) {
        const delay_finder finder(syntax, body, macros);
        const node &block = *syntax.statement(body);
        for (int index = syntax.index_of(block) + 1; index < block.end; ++index) {
            const node &loop = syntax[index];
            if (!is_loop(loop.what) || loop.condition < 0 ||
                text.directives_before(loop.first) != text.directives_before(loop.last - 1) ||
                !finder.lets_time_pass(loop))
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
