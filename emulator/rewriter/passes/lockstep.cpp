//     volatile float *v = sums;
//     v[t] += v[t + 32]; v[t] += v[t + 16];
// becomes
//     volatile float *v = sums;
//     ::cuda_emulator::in_lockstep<11>(v[t]) += ::cuda_emulator::in_lockstep<9>(v[t + 32]); ...
// if one is read after it has been written, and no barrier of the warp or the block is between.
#include "lockstep.h"

#include "../sema/device_bodies.h"
#include "../syntax/statements.h"
#include "../syntax/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace cuda_rewriter {
namespace {

constexpr int MOST_LOOPS = 3; // whose turns tell accesses apart: see emulator/lockstep.h

// An array or a pointer to elements by which threads may exchange values, and where its name means
// it.
struct exchanged {
    std::string_view name;
    int declared, end;
};

// One access of the program's: from the first to the last token of it.
struct access {
    int first, last;
    int place; // the order in which accesses are made: what is assigned to, after what is assigned
    bool writes, reads;
};

bool is_specifier(std::string_view word) {
    static constexpr std::array<std::string_view, 11> words = {
        "const",        "static",     "extern",   "inline",   "constexpr", "__shared__",
        "__restrict__", "__restrict", "restrict", "register", "volatile"};
    return one_of(word, words);
}

bool is_barrier(std::string_view word) {
    constexpr std::string_view suffix = "_sync";
    return word.substr(0, 13) == "__syncthreads" || word == "__syncwarp" || word == "sync" ||
           (word.size() > suffix.size() && word.substr(word.size() - suffix.size()) == suffix);
}

bool assigns(std::string_view word) {
    static constexpr std::array<std::string_view, 11> words = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    return one_of(word, words);
}

bool counts(std::string_view word) {
    return word == "++" || word == "--";
}

// Collects what the text declares volatile.
class volatile_variables {
public:
    explicit volatile_variables(const region &text) : text_(text) {
        std::vector<int> open;
        for (int position = 0; position < text_.size(); ++position) {
            while (!open.empty() && text_.closer(open.back()) <= position)
                open.pop_back();
            if (text_.closer(position) > position)
                open.push_back(position);
            if (text_.is(position, "volatile") && !text_.is(position - 1, "asm"))
                read(position, open.empty() ? -1 : open.back());
        }
    }
    const std::vector<exchanged> &found() const { return found_; }

private:
    // The scope of what is declared in a bracket ends here: of a parameter, with the body.
    int end_of_scope(int bracket) const {
        if (bracket < 0)
            return text_.size();
        int position = text_.closer(bracket);
        if (text_.is(bracket, "{"))
            return position;
        while (text_.is_identifier(++position))
            ;
        return text_.is(position, "{") ? text_.closer(position) : -1;
    }

    bool says_shared(int position) const {
        while (text_.is_identifier(position))
            if (text_.is(position--, "__shared__"))
                return true;
        return false;
    }

    // What begins with this "volatile", behind which come a type, and a name for each variable.
    void read(int position, int bracket) {
        const int end = end_of_scope(bracket);
        const bool is_local =
            bracket >= 0 && text_.is(bracket, "{") && !text_.opens_namespace(bracket);
        bool points = false, shared = says_shared(position);
        int words = text_.is(position - 1, ">") || is_of_type(position - 1) ? 1 : 0;
        for (++position; text_.contains(position); ++position) {
            points = points || text_.is(position, "*");
            shared = shared || text_.is(position, "__shared__");
            words += is_of_type(position) ? 1 : 0;
            if (text_.is(position, "<"))
                position = text_.behind_angles(position) - 1;
            else if (ends_declarator(position)) {
                if (end < 0 || words < 2 || !text_.is_name(position - 1))
                    return;
                if (points || (text_.is(position, "[") && (shared || !is_local)))
                    found_.push_back({text_.text(position - 1), position, end});
                position = comma_behind(position);
                if (text_.is(bracket, "(") || position < 0)
                    return;
                points = false;
            } else if (!text_.is_identifier(position) && !text_.is(position, "*") &&
                       !text_.is(position, "&") && !text_.is(position, "::"))
                return;
        }
    }

    bool is_of_type(int position) const {
        return text_.is_identifier(position) && !is_specifier(text_.text(position));
    }

    bool ends_declarator(int position) const {
        static constexpr std::array<std::string_view, 6> words = {"[", "=", ";", ",", ")", "{"};
        return one_of(text_.text(position), words);
    }

    // After which the next variable of the declaration comes, or -1.
    int comma_behind(int position) const {
        for (; text_.contains(position); ++position) {
            if (text_.is(position, ","))
                return position;
            if (text_.is(position, ";") || text_.is(position, ")"))
                return -1;
            if (text_.closer(position) > position)
                position = text_.closer(position);
        }
        return -1;
    }

    const region &text_;
    std::vector<exchanged> found_;
};

class body_marker {
public:
    body_marker(const region &text, const std::vector<exchanged> &variables,
                const std::set<std::string> &macros, edit_list &edits)
        : text_(text), variables_(variables), macros_(macros), edits_(edits) {}

    void mark_body(int body) {
        std::vector<bool> arguments_of_macros(static_cast<std::size_t>(text_.closer(body) - body),
                                              true);
        walk_body(text_, body, macros_, [&](int position, int) {
            arguments_of_macros[static_cast<std::size_t>(position - body)] = false;
        });
        for (const exchanged &variable : variables_) {
            const int first = std::max(variable.declared, body) + 1;
            const int last = std::min(variable.end, text_.closer(body));
            accesses_.clear();
            for (int position = first; position < last; ++position)
                if (text_.is(position, variable.name) &&
                    !arguments_of_macros[static_cast<std::size_t>(position - body)])
                    add(position);
            written_ = false;
            behind_loops_.clear();
            if (differ() && is_read_too_soon(first, last))
                for (const access &one : accesses_)
                    mark(one, body);
        }
        mark_loops(body);
    }

private:
    bool is_unary_star(int position) const {
        return text_.is(position, "*") && !text_.is_name(position - 1) &&
               !text_.is_number(position - 1) && !text_.is(position - 1, ")") &&
               !text_.is(position - 1, "]");
    }

    void add(int name) {
        if (text_.is(name - 1, ".") || text_.is(name - 1, "->") || text_.is(name - 1, "::"))
            return;
        int first = name, last = name;
        if (text_.is(name - 1, "(") && is_unary_star(name - 2)) {
            first = name - 2;
            last = text_.closer(name - 1);
        } else {
            while (text_.is(last + 1, "["))
                last = text_.closer(last + 1);
            if (last == name) // *v or v, by which threads tell each other something
                return;
        }
        if (last < 0 || text_.takes_address(first - 1))
            return;
        const std::string_view behind = text_.text(last + 1);
        const bool steps = counts(behind) || counts(text_.text(first - 1));
        const bool writes = steps || assigns(behind);
        const int place = assigns(behind) ? end_of_expression(last + 1) : first;
        accesses_.push_back({first, last, place, writes, steps || behind != "="});
    }

    // Whether they are not all the same: a thread's own element.
    bool differ() const {
        std::set<std::string> texts;
        for (const access &one : accesses_)
            texts.insert(text_.joined(one.first, one.last + 1));
        return texts.size() > 1;
    }

    int end_of_expression(int position) const {
        while (text_.contains(position) && !text_.is(position, ";") && !text_.is(position, ",") &&
               text_.opener(position) < 0)
            position = std::max(position, text_.closer(position)) + 1;
        return position;
    }

    // A turn of the loop that ends there. It is known already if it has begun alike.
    bool loop_reads_too_soon(int loop, int end) {
        const auto known = behind_loops_.find({loop, written_});
        if (known != behind_loops_.end()) {
            written_ = known->second;
            return false;
        }
        const bool before = written_;
        if (is_read_too_soon(loop + 1, end))
            return true;
        behind_loops_[{loop, before}] = written_;
        return false;
    }

    // Loops twice: what a turn has written the next one reads.
    bool is_read_too_soon(int first, int last) {
        bool writes = false; // in the statement, which reads before
        for (int position = first; position < last; ++position) {
            const std::string_view here = text_.text(position);
            if (is_loop(position)) {
                written_ = written_ || writes;
                const int end = end_of_statement(text_, position, last);
                if (end > 0 &&
                    (loop_reads_too_soon(position, end) || loop_reads_too_soon(position, end)))
                    return true;
                position = end > 0 ? end - 1 : position;
                continue;
            }
            if (is_barrier(here))
                written_ = writes = false;
            if (here == ";") {
                written_ = written_ || writes;
                writes = false;
            }
            for (const access &one : accesses_)
                if (one.first == position) {
                    if (one.reads && written_)
                        return true;
                    writes = writes || one.writes;
                }
        }
        written_ = written_ || writes;
        return false;
    }

    void mark(const access &one, int body) {
        edits_.insert_before(text_.token_index(one.first), "::cuda_emulator::in_lockstep<" +
                                                               loops_around(one.first, body) +
                                                               std::to_string(one.place) + ">(");
        edits_.insert_after(text_.token_index(one.last), ")");
    }

    // The outermost few, as template arguments, and notes all of them.
    std::string loops_around(int inside, int body) {
        std::string found;
        int depth = 0;
        for (int position = body + 1; position < inside; ++position) {
            if (!is_loop(position))
                continue;
            const int end = end_of_statement(text_, position, text_.closer(body));
            if (end <= inside)
                continue;
            loops_.insert(position);
            if (++depth <= MOST_LOOPS)
                found += std::to_string(position) + ", ";
        }
        return found;
    }

    bool is_loop(int position) const {
        return text_.is(position, "for") || text_.is(position, "while") || text_.is(position, "do");
    }

    // Each turn of the loops around accesses counts, though some threads make none in it.
    void mark_loops(int body) {
        const std::set<int> loops = std::move(loops_);
        for (const int loop : loops) {
            const int first = text_.is(loop, "do") ? loop + 1 : text_.closer(loop + 1) + 1;
            const std::string mark = " ::cuda_emulator::turn_in_lockstep<" +
                                     loops_around(first, body) + std::to_string(first) + ">();";
            const int end = end_of_statement(text_, first, text_.closer(body));
            if (text_.is(first, "{")) {
                edits_.insert_after(text_.token_index(first), mark);
            } else if (!text_.is(first, ";") && end >= 0 &&
                       text_.directives_before(first) == text_.directives_before(end - 1)) {
                edits_.insert_first(text_.token_index(first), "{" + mark + " ");
                edits_.insert_after(text_.token_index(end - 1), " }");
            }
        }
        loops_.clear();
    }

    const region &text_;
    const std::vector<exchanged> &variables_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    std::vector<access> accesses_; // of one variable
    std::set<int> loops_;          // around those that are marked
    bool written_ = false;         // since the last barrier
    // By loop, and whether that is so when a turn begins: whether it is when the turn ends.
    std::map<std::pair<int, bool>, bool> behind_loops_;
};

} // namespace

void keep_lockstep(const tree &syntax, const specifier_uses &functions,
                   const std::set<std::string> &macros, edit_list &edits) {
    const volatile_variables volatiles(syntax.text());
    if (volatiles.found().empty())
        return;
    body_marker marker(syntax.text(), volatiles.found(), macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marker.mark_body(body);
}

} // namespace cuda_rewriter
