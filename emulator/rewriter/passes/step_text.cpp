// What becomes of the text of a kernel or a function in steps, once all of it is understood.
#include "step_functions.h"
#include "step_rewriter.h"

#include <algorithm>

namespace cuda_rewriter {

bool step_rewriter::declares_type(int first, int last) const {
    const tree::nodes_below nodes = syntax_.within(first, last);
    return std::any_of(nodes.begin(), nodes.end(), [this](const node &n) {
        return n.what == kind::declaration &&
               (text_.is(n.first, "using") || text_.is(n.first, "typedef"));
    });
}

// Whether the length of a __shared__ array is a constant that steps make a variable, as what stands
// in one declaration with it.
bool step_rewriter::has_variable_length(int specifier) const {
    const int last = syntax_.statement_around(specifier).last;
    for (const auto &[name, v] : names_.variables)
        for (const int use : syntax_.uses(name))
            if (specifier < use && use < last)
                return true;
    return false;
}

// Whether a __shared__ variable may as well be declared in front of the first statement: what it
// is made of is known there, and its name means nothing else.
bool step_rewriter::may_come_first(int specifier) const {
    if (declares_type(first_statement_, specifier))
        return false;
    const node &declaration = syntax_.statement_around(specifier);
    for (const node *variable : syntax_.variables_of(declaration))
        for (const int use : syntax_.uses(text_.text(variable->name)))
            if (names_.holds(use) && use != variable->name &&
                (use < specifier || syntax_.declares(use)) &&
                syntax_[syntax_.at(use)].what != kind::member)
                return false;
    return true;
}

// Calculates the needed variables that are derived, and those that they are made of.
std::string step_rewriter::derive(const step_values &values,
                                  const std::set<std::string> &needed) const {
    std::map<int, std::string> found; // by their definitions' positions
    std::vector<std::string> open(needed.begin(), needed.end());
    while (!open.empty()) {
        const auto variable = values.derived.find(open.back());
        open.pop_back();
        if (variable == values.derived.end())
            continue;
        const auto [first, last] = variable->second;
        const bool is_new =
            found.emplace(first, variable->first + " = " + text_.joined(first, last) + "; ").second;
        for (int position = first; is_new && position < last; ++position)
            open.emplace_back(text_.text(position));
    }
    std::string all;
    for (const auto &[position, assignment] : found)
        all += assignment;
    return all;
}

// arguments: as rewrite_steps() gets them, or null for a function.
step_rewriter::made_text step_rewriter::make_text(const std::vector<std::string> *arguments) const {
    made_text made = {moved_blocks_, "", "", false, changes_};
    std::map<std::string, step_variable> known; // one for each name
    for (const auto &[name, v] : names_.variables)
        known.emplace(name, v);
    // What threads have in common is known of kernels without such functions only.
    const bool alone = function_ == nullptr && calls_.empty();
    const step_values::ranges unconditional = alone ? unconditional_ : step_values::ranges();
    const step_values values(names_, arguments, unconditional, [this](const std::string &macro) {
        return stands_for_constant(macro, 0);
    });
    std::set<std::string> kept, common;
    int number = 0;
    for (const auto &[barrier, loop] : barriers_) {
        std::string keep, restore;
        std::set<std::string> needed;
        for (const auto &[name, v] : known)
            if (names_.is_needed_behind(barrier, loop, name))
                needed.insert(name);
        restore = derive(values, needed);
        for (const auto &[name, v] : known) {
            if (needed.count(name) == 0 || values.derived.count(name) != 0)
                continue;
            const bool of_all = values.common.count(name) != 0;
            (of_all ? common : kept).insert(name);
            const std::string place =
                (of_all ? "cuda_emulator_ours." : "cuda_emulator_mine.") + name;
            if (v.generic) {
                keep += "::cuda_emulator::copy_variable(" + place + ".value, " + name + "); ";
                restore += "::cuda_emulator::copy_variable(" + name + ", " + place + ".value); ";
            } else {
                keep += place + " = " + name + "; ";
                restore += name + " = " + place + "; ";
            }
        }
        const auto found = calls_.find(barrier);
        if (found == calls_.end()) {
            // All on the line on which the barrier begins, which is the one that reports name.
            made.changes[barrier] = "CUDA_EMULATOR_STEP(" + std::to_string(++number) + ", " + keep +
                                    ", " + restore + ")";
            for (int position = barrier + 1; position <= barrier_ends_.at(barrier); ++position)
                made.changes[position] = "";
            continue;
        }
        const step_call &c = found->second;
        const std::string first = std::to_string(number + 1);
        const std::string frame = "cuda_emulator_mine.cuda_emulator_call_" + first;
        std::string cases;
        for (int step = 0; step < c.function->steps; ++step)
            cases += "case " + std::to_string(++number) + ": ";
        for (int position = barrier; position < c.name; ++position)
            made.changes[position] = "";
        made.changes[c.name] = "{ " + frame + ".begin";
        made.changes[c.close] = "); CUDA_EMULATOR_CALL_STEPS(" + c.function->name + ", " + frame +
                                ", " + first + ", " + cases + ", " + keep + ", " + restore + ") " +
                                c.before +
                                (c.before.empty() ? "" : frame + ".cuda_emulator_result");
        made.changes[syntax_.end_of_statement(barrier) - 1] =
            c.returns ? "; return ::cuda_emulator::STEPS_FINISHED; }" : "; }";
        made.members +=
            " cuda_emulator_frame_" + c.function->name + " cuda_emulator_call_" + first + ";";
    }
    std::string comparison;
    for (const auto &[name, v] : known) {
        const std::string type =
            v.generic ? "::cuda_emulator::step_variable<" + v.type + "> " : v.type;
        if (v.generic)
            made.definitions += type + "cuda_emulator_room_" + name + "; [[maybe_unused]] auto &" +
                                name + " = cuda_emulator_room_" + name + ".value; ";
        else
            made.definitions += type + name + "{}; ";
        if (kept.count(name) != 0)
            made.members += " " + type + name + ";";
        if (common.count(name) == 0)
            continue;
        made.common += " " + type + name + ";";
        comparison += (comparison.empty() ? "" : " && ") + name + " == cuda_emulator_other." + name;
    }
    if (!common.empty())
        made.common =
            " struct cuda_emulator_common {" + made.common +
            " bool operator==(const cuda_emulator_common &cuda_emulator_other) const { return " +
            comparison + "; } };";
    made.arguments_stay = values.arguments_stay;
    made.definitions += "switch (cuda_emulator_from) { case 0:; ";
    return made;
}

// A variable without a value would get one: in steps it is defined in front of the switch, all
// zero. What may be a reference to shared memory has to lead. And the checker would be told of what
// a thread keeps, or compilers would make one of its reads and the program's.
bool step_rewriter::shows_all(const std::vector<std::string> *arguments) const {
    const auto is_plain = [](const auto &known) {
        return known.second.value >= 0 && !known.second.generic;
    };
    if (!calls_.empty() || !late_shared_.empty() ||
        !std::all_of(names_.variables.begin(), names_.variables.end(), is_plain))
        return false;
    const made_text made = make_text(arguments);
    return made.arguments_stay && made.members.empty();
}

step_ends step_rewriter::apply(const std::string &bounds, const std::vector<std::string> *arguments,
                               edit_list &edits) const {
    for (const int specifier : late_shared_)
        context_.late_shared[specifier] = may_come_first(specifier) ? first_statement_ : -1;
    for (const auto &[first, called] : calls_)
        context_.functions->write(*called.function, edits);
    const made_text made = make_text(arguments);
    for (const auto &[position, replacement] : made.changes)
        edits.replace(text_.token_index(position), replacement);
    edits.insert_first(text_.token_index(first_statement_), made.definitions);
    return {
        " struct cuda_emulator_kept {" + made.members + " };" + made.common +
            " CUDA_EMULATOR_STEPS_BEGIN(" + bounds + ", " + std::to_string(count_steps()) +
            (made.common.empty() ? ", ::cuda_emulator::nothing_common" : ", cuda_emulator_common") +
            (made.arguments_stay ? ", stay" : ", change") + ") ",
        " } CUDA_EMULATOR_STEPS_END "};
}

// The function stays as it is, for those who call it in other ways. Behind it stands what takes its
// steps, made of the same text.
void step_rewriter::apply_to_function(edit_list &edits) const {
    for (const auto &[first, called] : calls_)
        context_.functions->write(*called.function, edits);
    const made_text made = make_text(nullptr);
    for (const auto &[position, replacement] : made.changes)
        edits.replace_in_repetition(text_.token_index(position), replacement);
    std::string members, list, begin, names;
    for (const step_function::parameter &p : function_->parameters) {
        members += p.type + " cuda_emulator_p_" + p.name + "; ";
        list += (list.empty() ? "" : ", ") + p.type + " cuda_emulator_a_" + p.name;
        begin += "cuda_emulator_p_" + p.name + " = cuda_emulator_a_" + p.name + "; ";
        names += "[[maybe_unused]] auto &" + p.name + " = cuda_emulator_mine.cuda_emulator_p_" +
                 p.name + "; ";
    }
    if (!function_->result.empty())
        members += function_->result + " cuda_emulator_result; ";
    const std::uint32_t open = text_.token_index(body_),
                        first = text_.token_index(first_statement_),
                        close = text_.token_index(end_);
    const std::string lines = context_.file.line_marker(open) + "\n";
    edits.repeat_after(close,
                       {{open + 1, first,
                         "\n" + lines + "struct cuda_emulator_frame_" + function_->name + " { " +
                             members + made.members + " void begin(" + list + ") { " + begin +
                             "} }; CUDA_EMULATOR_FUNCTION_BEGIN(" + function_->name + ") " + names},
                        {first, close, made.definitions}},
                       " } CUDA_EMULATOR_FUNCTION_END\n" + context_.file.line_marker(close) + "\n" +
                           std::string(context_.file.column_of(close) + 1, ' '));
}

} // namespace cuda_rewriter
