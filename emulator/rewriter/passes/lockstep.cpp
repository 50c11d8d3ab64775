//     volatile float *v = sums;
//     v[t] += v[t + 32]; v[t] += v[t + 16];
// becomes
//     volatile float *v = sums;
//     ::cuda_emulator::in_lockstep<11>(v[t]) += ::cuda_emulator::in_lockstep<9>(v[t + 32]); ...
// if one is read after it has been written, and no barrier of the warp or the block is between. So
// are elements that only a cast makes volatile: *(volatile float *)&v[t], ((volatile float *)v)[t].
// (Members that a cast makes so, as in *(volatile float *)&v[t].x, are left alone.)
#include "lockstep.h"

#include "../sema/device_bodies.h"
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

bool is_barrier(std::string_view word) {
    constexpr std::string_view suffix = "_sync";
    return word.substr(0, 13) == "__syncthreads" || word == "__syncwarp" || word == "sync" ||
           (word.size() > suffix.size() && word.substr(word.size() - suffix.size()) == suffix);
}

// The position at which its name stops to mean a variable, or -1.
int end_of_scope(const tree &syntax, const node &variable) {
    const node &around = syntax[variable.parent];
    if (around.what != kind::declaration)
        return around.last; // of a function, a lambda expression, a loop
    const bool parameter = around.open >= 0 && variable.name > around.open;
    return parameter ? -1 : syntax[around.parent].last;
}

bool is_local(const tree &syntax, const node &variable) {
    const node &around = syntax[variable.parent];
    return around.what == kind::declaration && syntax[around.parent].what != kind::unit &&
           syntax[around.parent].what != kind::space;
}

std::vector<exchanged> volatile_variables(const tree &syntax) {
    const region &text = syntax.text();
    const auto says = [&](int first, int last, std::string_view word) {
        for (int position = first; position < last; ++position)
            if (text.is(position, word))
                return true;
        return false;
    };
    std::vector<exchanged> found;
    int type = -1, end_of_type = -1; // of the first variable of a declaration
    for (const node &variable : syntax.nodes()) {
        if (variable.what != kind::declarator)
            continue;
        int first = variable.first; // of what is its own
        if (variable.condition != type) {
            type = first = variable.condition;
            end_of_type = variable.first;
        }
        while (first > end_of_type && !text.is(first - 1, ","))
            --first;
        const int end = end_of_scope(syntax, variable);
        if (end < 0 || !says(type, end_of_type, "volatile"))
            continue;
        if (says(first, variable.first, "*") ||
            (text.is(variable.name + 1, "[") &&
             (says(type, end_of_type, "__shared__") || !is_local(syntax, variable))))
            found.push_back({text.text(variable.name), variable.name, end});
    }
    return found;
}

class body_marker {
public:
    body_marker(const tree &syntax, const std::vector<exchanged> &variables,
                const std::set<std::string> &macros, int places_before, edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), variables_(variables), macros_(macros),
          places_before_(places_before), edits_(edits) {}

    void mark_body(int body) {
        for (const exchanged &variable : variables_) {
            const int first = std::max(variable.declared, body) + 1;
            const int last = std::min(variable.end, text_.closer(body));
            accesses_.clear();
            for (const int position : syntax_.uses(variable.name))
                if (first <= position && position < last &&
                    !is_argument_of_macro(syntax_, position, macros_))
                    add(position);
            mark_accesses(first, last);
        }
        for (const auto &[array, casts] : casts_by_array(body)) {
            accesses_.clear();
            for (const auto &[first, last] : casts)
                add(first, last);
            mark_accesses(body + 1, text_.closer(body));
        }
        mark_loops();
    }

private:
    void mark_accesses(int first, int last) {
        written_ = false;
        behind_loops_.clear();
        if (differ() && is_read_too_soon(first, last))
            for (const access &one : accesses_)
                mark(one);
    }

    // The first and the last token of each access by a cast.
    using places = std::vector<std::pair<int, int>>;
    std::map<std::string_view, places> casts_by_array(int body) const {
        std::map<std::string_view, places> found;
        for (int position = body; position < text_.closer(body); ++position) {
            if (!text_.is(position, "volatile") || is_argument_of_macro(syntax_, position, macros_))
                continue;
            int first = position - 1;
            if (text_.is(first, "const") || text_.is_name(first)) // (unsigned volatile *)
                --first;
            if (!text_.is(first, "("))
                continue;
            const int close = text_.closer(first);
            if (!text_.is(close - 1, "*"))
                continue;
            const bool of_element = text_.is(close + 1, "&");
            const int array = of_element ? close + 2 : close + 1;
            int last = of_element ? last_bracket(array) : array;
            if (of_element && (text_.is(last + 1, ".") || text_.is(last + 1, "->")))
                continue;
            while (text_.is(first - 1, "(") && text_.closer(first - 1) == last + 1) {
                --first;
                ++last;
            }
            if (of_element && is_unary_star(first - 1))
                --first;
            else if (!of_element && text_.is(last + 1, "["))
                last = last_bracket(last);
            else
                continue;
            if (text_.is_name(array))
                found[text_.text(array)].push_back({first, last});
        }
        return found;
    }

    // That of "v[i][j]", where the name, or what is in front of the brackets, ends at a position.
    int last_bracket(int position) const {
        while (text_.is(position + 1, "[") && text_.closer(position + 1) >= 0)
            position = text_.closer(position + 1);
        return position;
    }

    bool is_unary_star(int position) const {
        const node *operation = syntax_.operation_at(position);
        return operation != nullptr && syntax_.is_prefix(*operation, "*");
    }

    void add(int name) {
        if (syntax_[syntax_.at(name)].what == kind::member || text_.is(name - 1, "::"))
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
        add(first, last);
    }

    void add(int first, int last) {
        if (last < 0 || text_.takes_address(first - 1))
            return;
        const node *change = syntax_.changed_by(first, last + 1);
        const bool assigned = change != nullptr && syntax_.assigns(*change);
        accesses_.push_back({first, last, assigned ? change->last : first, change != nullptr,
                             !text_.is(last + 1, "=")});
    }

    // Whether they are not all the same: a thread's own element.
    bool differ() const {
        std::set<std::string> texts;
        for (const access &one : accesses_)
            texts.insert(text_.joined(one.first, one.last + 1));
        return texts.size() > 1;
    }

    // A turn of the loop that ends there. It is known already if it has begun alike.
    bool loop_reads_too_soon(const node &loop) {
        const auto known = behind_loops_.find({loop.first, written_});
        if (known != behind_loops_.end()) {
            written_ = known->second;
            return false;
        }
        const bool before = written_;
        if (is_read_too_soon(loop.first + 1, loop.last))
            return true;
        behind_loops_[{loop.first, before}] = written_;
        return false;
    }

    // Loops twice: what a turn has written the next one reads.
    bool is_read_too_soon(int first, int last) {
        bool writes = false; // in the statement, which reads before
        for (int position = first; position < last; ++position) {
            const std::string_view here = text_.text(position);
            const node *loop = syntax_.statement(position);
            if (loop != nullptr && is_loop(loop->what)) {
                written_ = written_ || writes;
                if (loop_reads_too_soon(*loop) || loop_reads_too_soon(*loop))
                    return true;
                position = loop->last - 1;
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

    void mark(const access &one) {
        edits_.insert_before(text_.token_index(one.first), "::cuda_emulator::in_lockstep<" +
                                                               loops_around(one.first) +
                                                               place(one.place) + ">(");
        edits_.insert_after(text_.token_index(one.last), ")");
    }

    // Unlike all in files that are read before.
    std::string place(int position) const { return std::to_string(places_before_ + position); }

    // The outermost few, as template arguments, and notes all of them.
    std::string loops_around(int inside) {
        std::vector<int> around; // from the innermost on
        for (int index = syntax_.at(inside); syntax_[index].what != kind::function && index > 0;
             index = syntax_[index].parent)
            if (is_loop(syntax_[index].what) && syntax_[index].first < inside) {
                loops_.insert(syntax_[index].first);
                around.push_back(syntax_[index].first);
            }
        std::string found;
        for (int depth = 0; depth < MOST_LOOPS && !around.empty(); ++depth, around.pop_back())
            found += place(around.back()) + ", ";
        return found;
    }

    // Each turn of the loops around accesses counts, though some threads make none in it.
    void mark_loops() {
        const std::set<int> loops = std::move(loops_);
        for (const int loop : loops) {
            const int first = syntax_.statement(loop)->body, end = syntax_.end_of_statement(first);
            const std::string mark =
                " ::cuda_emulator::turn_in_lockstep<" + loops_around(first) + place(first) + ">();";
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

    const tree &syntax_;
    const region &text_;
    const std::vector<exchanged> &variables_;
    const std::set<std::string> &macros_;
    const int places_before_;
    edit_list &edits_;
    std::vector<access> accesses_; // of one variable
    std::set<int> loops_;          // around those that are marked
    bool written_ = false;         // since the last barrier
    // By loop, and whether that is so when a turn begins: whether it is when the turn ends.
    std::map<std::pair<int, bool>, bool> behind_loops_;
};

} // namespace

void keep_lockstep(const tree &syntax, const device_functions &functions,
                   const std::set<std::string> &macros, int &places_before, edit_list &edits) {
    bool any = false;
    for (int position = 0; position < syntax.text().size() && !any; ++position)
        any = syntax.text().is(position, "volatile");
    if (!any)
        return;
    const std::vector<exchanged> variables = volatile_variables(syntax);
    body_marker marker(syntax, variables, macros, places_before, edits);
    for (const int body : device_bodies(syntax, functions))
        marker.mark_body(body);
    places_before += syntax.text().size();
}

} // namespace cuda_rewriter
