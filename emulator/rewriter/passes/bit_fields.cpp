//     struct pixel { unsigned colour : 20; unsigned char depth; };
// makes of
//     all[i].colour = 3;
// in a kernel
//     ::cuda_emulator::with_field<true>(all[i] CUDA_EMULATOR_FIELD(colour, o.depth,
//     CUDA_EMULATOR_ONES(o.colour))).colour = 3;
// where the macro (emulator/checked.h) is empty for g++, which tells of all of them.
//
// Other members that have the name of a bit field only the compiler knows apart.
#include "bit_fields.h"

#include <array>
#include <string_view>

#include "../sema/device_bodies.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// What is no member with a place of its own.
bool has_no_place(std::string_view word) {
    static constexpr std::array<std::string_view, 6> words = {
        "static", "typedef", "using", "friend", "template", "static_assert"};
    return one_of(word, words);
}

} // namespace

void bit_fields::find(const tree &syntax) {
    for (const node &n : syntax.nodes())
        if (n.what == kind::type && !syntax.text().is(n.first, "enum"))
            find_in_class(syntax, n);
}

void bit_fields::add(const run &fields) {
    for (const std::string &name : fields.fields)
        runs_[name].push_back(fields);
}

void bit_fields::find_in_class(const tree &syntax, const node &type) {
    const region &text = syntax.text();
    run here;
    const auto end = [&](const std::string &next) {
        here.next = next;
        if (!here.fields.empty())
            add(here);
        here = {};
    };
    for (const node *member : syntax.statements_in(type)) {
        const std::vector<const node *> variables = syntax.variables_of(*member);
        const bool is_field = text.is(member->last - 1, ";") &&
                              (variables.empty() ? text.is(member->last - 3, ":")
                                                 : text.is(variables.front()->body, ":"));
        if (is_field && variables.empty() && text.is(member->last - 2, "0")) // int : 0;
            end("");
        for (const node *variable : variables)
            if (is_field)
                here.fields.emplace_back(text.text(variable->name));
        if (!is_field && member->what == kind::declaration && member->open < 0 &&
            !has_no_place(text.text(member->first)))
            end(variables.empty() ? "" : std::string(text.text(variables.front()->name)));
    }
    end("");
}

void bit_fields::note_use(const tree &syntax, const node &member, edit_list &edits) const {
    const region &text = syntax.text();
    const auto found = runs_.find(std::string(text.text(member.name)));
    const int first = member.object, dot = member.open;
    if (found == runs_.end() || first < 0 ||
        text.directives_before(first) != text.directives_before(dot))
        return;
    const std::string function = std::string(text.is(dot, ".") ? "::cuda_emulator::with_field<"
                                                               : "::cuda_emulator::to_field<") +
                                 (syntax.changed_by(first, member.last) ? "true" : "false") + ">(";
    for (const run &fields : found->second) {
        std::string ones;
        for (const std::string &name : fields.fields)
            ones += ", CUDA_EMULATOR_ONES(o." + name + ")";
        edits.insert_before(text.token_index(first), function);
        edits.insert_after(text.token_index(dot - 1),
                           " CUDA_EMULATOR_FIELD(" + found->first + ", " +
                               (fields.next.empty() ? "(&o)[1]" : "o." + fields.next) + ones +
                               "))");
    }
}

void bit_fields::note(const tree &syntax, const device_functions &functions,
                      const std::set<std::string> &macros, edit_list &edits) const {
    if (runs_.empty())
        return;
    for (const int body : device_bodies(syntax, functions))
        walk_nodes(syntax, body, macros, [&](const node &n) {
            if (n.what == kind::member && syntax.around(n.first, kind::query) < 0)
                note_use(syntax, n, edits);
        });
}

} // namespace cuda_rewriter
