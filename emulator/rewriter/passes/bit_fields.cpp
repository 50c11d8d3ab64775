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
#include "../syntax/postfix.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// The brace that opens a class, from its "struct" on, or -1.
int class_body(const region &text, int key) {
    for (int position = key + 1; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (here == "{")
            return text.closer(position) >= 0 ? position : -1;
        if (here == "(" && takes_arguments(text.text(position - 1)))
            position = text.closer(position);
        else if (is_class_key(here) || (!text.is_identifier(position) && here != "::" &&
                                        here != ":" && here != "," && here != "<" && here != ">"))
            return -1;
        if (position < 0)
            return -1;
    }
    return -1;
}

// What is no member with a place of its own.
bool has_no_place(std::string_view word) {
    static constexpr std::array<std::string_view, 6> words = {
        "static", "typedef", "using", "friend", "template", "static_assert"};
    return one_of(word, words);
}

bool writes(const region &text, int first, int behind) {
    static constexpr std::array<std::string_view, 13> after = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};
    // '<' and '>' stand alone.
    const bool shifts = (text.is(behind, "<") || text.is(behind, ">")) &&
                        text.is(behind + 1, text.text(behind).substr(0, 1) == "<" ? "<=" : ">=");
    return one_of(text.text(behind), after) || shifts || text.is(first - 1, "++") ||
           text.is(first - 1, "--");
}

} // namespace

void bit_fields::find(const region &text) {
    for (int position = 0; position < text.size(); ++position)
        if (is_class_key(text.text(position)) && !text.is(position, "enum") &&
            !text.is(position - 1, "enum")) {
            const int open = class_body(text, position);
            if (open >= 0)
                find_in_class(text, open);
        }
}

void bit_fields::add(const run &fields) {
    for (const std::string &name : fields.fields)
        runs_[name].push_back(fields);
}

void bit_fields::find_in_class(const region &text, int open) {
    const int close = text.closer(open);
    run here;
    for (int position = open + 1; position < close; ++position) {
        if (text.is(position + 1, ":") && !is_arithmetic(text.text(position))) {
            ++position; // public:
            continue;
        }
        // A declaration: its declarators, and what it is if it has no bit fields.
        const int first = position;
        int colon = -1, name = -1;
        bool is_function = false, ends = false;
        for (; position < close && !ends; ++position) {
            const std::string_view word = text.text(position);
            if (word == "(" && colon < 0 && !takes_arguments(text.text(position - 1)))
                is_function = true;
            if (word == ":" && !is_function && !is_class_key(text.text(first)))
                colon = position;
            else if (text.is_name(position) && colon < 0 && !is_arithmetic(word))
                name = position;
            if ((word == "," || word == ";") && colon >= 0) {
                if (position - colon == 2 && text.is(colon + 1, "0")) { // `int : 0`
                    add(here);
                    here = {};
                } else if (text.is_name(colon - 1) && !is_arithmetic(text.text(colon - 1)) &&
                           colon - 1 > first) {
                    here.fields.emplace_back(text.text(colon - 1));
                }
            }
            if (word == "," && colon >= 0)
                name = colon = -1;
            ends = word == ";";
            if (word == "(" || word == "[" || word == "{") {
                const int closer = text.closer(position);
                if (closer < 0 || closer > close)
                    return;
                ends = word == "{" && is_function;
                position = closer;
            }
        }
        --position;
        if (text.is(position, ";") && colon >= 0)
            continue;
        if (!is_function && !has_no_place(text.text(first)) && !here.fields.empty()) {
            here.next = name >= 0 ? text.text(name) : "";
            add(here);
            here = {};
        }
    }
    add(here);
}

void bit_fields::note_use(const region &text, int dot, edit_list &edits) const {
    const auto found = runs_.find(std::string(text.text(dot + 1)));
    const int first = first_of_postfix(text, dot);
    if (found == runs_.end() || first < 0 ||
        text.directives_before(first) != text.directives_before(dot))
        return;
    const std::string function = std::string(text.is(dot, ".") ? "::cuda_emulator::with_field<"
                                                               : "::cuda_emulator::to_field<") +
                                 (writes(text, first, dot + 2) ? "true" : "false") + ">(";
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

void bit_fields::note(const tree &syntax, const specifier_uses &functions,
                      const std::set<std::string> &macros, edit_list &edits) const {
    const region &text = syntax.text();
    if (runs_.empty())
        return;
    for (const int body : device_bodies(syntax, functions))
        walk_body(text, body, macros, [&](int position, int bracket) {
            // sizeof and decltype read nothing.
            const std::string_view head = text.text(bracket - 1);
            if ((text.is(position, ".") || text.is(position, "->")) && head != "sizeof" &&
                !takes_arguments(head))
                note_use(text, position, edits);
        });
}

} // namespace cuda_rewriter
