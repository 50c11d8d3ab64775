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
#include "../syntax/words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

const char *const turn = "cuda_emulator_loop.turn()";

class marker {
public:
    marker(const source_file &file, const tree &syntax, const std::set<std::string> &macros,
           edit_list &edits)
        : file_(file), syntax_(syntax), text_(syntax.text()), macros_(macros), edits_(edits) {}

    void mark_body(int body) {
        for (const node &n : syntax_.below(*syntax_.statement(body)))
            if (n.what == kind::jump && text_.is(n.first, "goto")) // might lead past a mark
                return;
        walk_nodes(syntax_, body, macros_, [&](const node &n) {
            if (n.what >= kind::while_loop && n.what <= kind::for_loop)
                mark_loop(n);
            else if (n.what == kind::if_statement && n.open == n.first + 1)
                mark_if(n);
            else if (n.what == kind::switch_statement)
                mark_switch(n);
            else if (n.what == kind::operation &&
                     (text_.is(n.name, "?") || text_.is(n.name, "&&") || text_.is(n.name, "||")))
                mark_choice(n);
        });
        pass_as_bool();
    }

private:
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

    void mark_if(const node &branch) {
        const int close = text_.closer(branch.open), first = branch.condition;
        if (first >= close || !is_whole(branch.first, close))
            return;
        const std::string call = "::cuda_emulator::tell_if(" + place_of(branch.first) + ", ";
        const node *declared = syntax_.declared_in_condition(branch);
        if (declared == nullptr)
            pass_as_bool(first, close, call);
        else if (first == branch.open + 1 && declared->name >= 0)
            edits_.insert_before(text_.token_index(close),
                                 "; " + call + "static_cast<bool>(" +
                                     std::string(text_.text(declared->name)) + "))");
    }

    // Of a '?', "&&" or "||" of which only some threads may come to what stands behind it.
    void mark_choice(const node &choice) {
        const int position = choice.name;
        if (choice.first == position || !has_access(choice.body, choice.last) ||
            is_constant(choice.first) || !is_whole(choice.first, choice.last))
            return;
        const char *name = text_.is(position, "?")    ? "choice"
                           : text_.is(position, "||") ? "or"
                                                      : "and";
        pass_as_bool(choice.first, position,
                     std::string("::cuda_emulator::tell_") + name + "(" + place_of(position) +
                         ", ");
    }

    // One branch of an #if may end what another one does not.
    bool is_whole(int first, int last) const {
        return text_.directives_before(first) == text_.directives_before(last);
    }

    // To memory, as far as the text shows.
    bool has_access(int first, int last) const {
        const tree::nodes_below nodes = syntax_.within(first, last);
        return std::any_of(nodes.begin(), nodes.end(), [this](const node &n) {
            switch (n.what) {
            case kind::subscript:
                return n.object >= 0 && !text_.takes_address(n.object - 1);
            case kind::member:
                return text_.is(n.open, "->");
            case kind::call:
                return text_.text(n.name).substr(0, 6) == "atomic";
            default:
                return syntax_.is_prefix(n, "*");
            }
        });
    }

    // Whether the statement around a position may be one that compilers evaluate.
    bool is_constant(int position) const {
        static constexpr std::array<std::string_view, 8> words = {
            "constexpr", "static_assert", "static", "decltype",
            "sizeof",    "template",      "using",  "typedef"};
        for (int word = syntax_.statement_around(position).first; word < position; ++word)
            if (one_of(text_.text(word), words))
                return true;
        return false;
    }

    void mark_switch(const node &choice) {
        const int close = choice.last - 1;
        if (!text_.is(choice.body, "{") || !is_whole(choice.first, close))
            return;
        edits_.insert_before(text_.token_index(choice.first),
                             "{ ::cuda_emulator::switch_mark cuda_emulator_switch(" +
                                 place_of(choice.first) + "); ");
        edits_.insert_after(text_.token_index(close), " }");
        unsigned arm = 0;
        for (const node &label : syntax_.below(choice))
            if (switch_of(label) == &choice && !text_.is(label.last, "case") &&
                !text_.is(label.last, "default"))
                edits_.insert_after(text_.token_index(label.last - 1),
                                    " cuda_emulator_switch.arm(" + std::to_string(++arm) + ");");
    }

    // Of a "case" or "default", or null.
    const node *switch_of(const node &label) const {
        if (label.what != kind::label ||
            (!text_.is(label.first, "case") && !text_.is(label.first, "default")))
            return nullptr;
        const int index = syntax_.around(label.first, kind::switch_statement);
        return index < 0 ? nullptr : &syntax_[index];
    }

    void mark_loop(const node &loop) {
        const bool is_do = loop.what == kind::do_loop;
        if (loop.open < 0 || text_.closer(loop.open) < 0)
            return;
        for (const node &label : syntax_.below(loop)) // which may be that of a switch around it
            if (const node *choice = switch_of(label);
                choice != nullptr && choice->first < loop.first)
                return;
        const bool in_condition = !is_do && loop.condition < loop.condition_end &&
                                  syntax_.declared_in_condition(loop) == nullptr;
        const int last_changed = in_condition ? text_.closer(loop.open) : loop.last - 1;
        if (!is_whole(loop.first, last_changed))
            return;
        edits_.insert_before(text_.token_index(loop.first),
                             "for (::cuda_emulator::loop_mark cuda_emulator_loop(" +
                                 place_of(loop.first) + "); cuda_emulator_loop.begins();) ");
        if (in_condition)
            pass_as_bool(loop.condition, loop.condition_end,
                         std::string(turn) + ", cuda_emulator_loop.stays(");
        else
            mark_turns_of(loop.body, is_do ? syntax_.end_of_statement(loop.body) : loop.last);
    }

    // Each time that this statement runs is a turn.
    void mark_turns_of(int first, int end) {
        edits_.insert_before(text_.token_index(first), "{ " + std::string(turn) + "; ");
        edits_.insert_after(text_.token_index(end - 1), " }");
    }

    const source_file &file_;
    const tree &syntax_;
    const region &text_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    std::vector<passed> passed_; // in the body that is being marked
};

} // namespace

void mark_for_profiler(const source_file &file, const tree &syntax,
                       const device_functions &functions, const std::set<std::string> &macros,
                       edit_list &edits) {
    marker marks(file, syntax, macros, edits);
    for (const int body : device_bodies(syntax, functions))
        marks.mark_body(body);
}

} // namespace cuda_rewriter
