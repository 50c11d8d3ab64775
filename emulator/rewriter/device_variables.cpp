//     __device__ int total = 3;
// becomes (with shorter names, and on one line)
//     static GAP(before_total) DATA(total);
//     __device__ int total DATA(total) = 3;
//     static GAP(after_total) DATA(total);
//     NOTE(total, total, false, gap_before_total, gap_after_total);
// DATA (or BSS, for a variable that is all 0) puts the three into a section of their own. The note
// is an object that tells the checker of the variable before main begins. See emulator/checked.h.
#include "device_variables.h"

#include <string>
#include <vector>

#include "words.h"

namespace cuda_rewriter {
namespace {

struct declarator {
    int name;        // the last token of it
    int end;         // behind the name and its bounds
    int initialiser; // or -1
};

bool is_all_zero(const region &text, int first, int end) {
    for (int position = first; position < end; ++position) {
        const std::string_view here = text.text(position);
        if (here != "=" && here != "{" && here != "}" && here != "0" && here != ",")
            return false;
    }
    return true;
}

int begin_of_declaration(const region &text, int specifier) {
    int first = specifier;
    while (first > 0 && !text.is(first - 1, ";") && !text.is(first - 1, "}") &&
           !text.is(first - 1, "{"))
        --first;
    return first;
}

// One that several files may have, or that the compiler keeps where nothing may be written, cannot
// lie where the checker wants it.
bool may_lie_anywhere(const region &text, int first, int end) {
    for (int position = first; position < end; ++position)
        for (const char *word : {"const", "constexpr", "inline", "__managed__", "volatile"})
            if (text.is(position, word))
                return false;
    return true;
}

} // namespace

void note_device_variables(const region &text, const specifier_uses &specifiers,
                           const specifier_uses &constants, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position) {
        if (text.is(position, "{") && !text.opens_namespace(position)) {
            if (text.closer(position) > position)
                position = text.closer(position);
            continue;
        }
        if (!specifiers.at(position))
            continue;
        const int first = begin_of_declaration(text, position);
        // A template, or a declaration without a definition: neither has one address here.
        bool is_variable = true, is_constant = false, zero = false;
        for (int here = first; here < position; ++here)
            if (text.is(here, "template") || text.is(here, "extern"))
                is_variable = false;
            else if (constants.at(here))
                is_constant = true;
        std::vector<declarator> names;
        bool named = false;
        int end = -1, template_depth = 0;
        int here = position;
        for (; is_variable && here < text.size(); ++here) {
            const std::string_view spelling = text.text(here);
            if (spelling == "extern" || spelling == "operator")
                is_variable = false;
            if (constants.at(here))
                is_constant = true;
            if (takes_arguments(spelling) && text.is(here + 1, "(")) {
                here = text.closer(here + 1);
                if (here < 0)
                    break;
                continue;
            }
            if (!named && names.empty() && template_depth == 0 &&
                (is_arithmetic(spelling) || is_number_type(spelling)))
                zero = true;
            if (!named && spelling == "<") {
                ++template_depth;
            } else if (!named && spelling == ">") {
                --template_depth;
            } else if (template_depth != 0) {
                continue;
            } else if (!named && text.is_name(here - 1) && here - 1 > position &&
                       (spelling == "[" || spelling == "," || spelling == ";" || spelling == "=" ||
                        spelling == "{")) {
                // "struct point {" is a type, which the variable comes after.
                if (spelling == "{" &&
                    (is_class_key(text.text(here - 1)) || is_class_key(text.text(here - 2)))) {
                    here = text.closer(here);
                    if (here < 0)
                        break;
                    continue;
                }
                names.push_back({here - 1, here, -1});
                named = true;
            }
            if (spelling == "(" && !named) {
                is_variable = false; // a function
                break;
            }
            if (spelling == ";") {
                end = here;
                break;
            }
            if (named && names.back().initialiser < 0 && (spelling == "=" || spelling == "{"))
                names.back().initialiser = here;
            if (spelling == ",") {
                named = false;
            } else if (spelling == "(" || spelling == "[" || spelling == "{") {
                const bool bound = spelling == "[" && named && names.back().initialiser < 0;
                here = text.closer(here);
                if (here < 0)
                    break;
                if (bound)
                    names.back().end = here + 1;
            } else if (spelling == "}" || spelling == ")") {
                break;
            }
        }
        if (here < 0)
            return;
        if (!is_variable || end < 0 || !named)
            continue;
        const bool with_gaps = may_lie_anywhere(text, first, end);
        std::string before, after;
        for (const declarator &d : names) {
            int whole = d.name; // A::b
            while (text.is(whole - 1, "::") && text.is_name(whole - 2))
                whole -= 2;
            const std::string name = text.joined(whole, d.name + 1);
            const std::string unique =
                std::to_string(text.token_index(d.name)) + "_" + std::string(text.text(d.name));
            std::string gaps = "nullptr, nullptr";
            if (with_gaps && whole == d.name) {
                int value_end = d.initialiser;
                while (value_end >= 0 && value_end < end && !text.is(value_end, ",")) {
                    const int closer = text.closer(value_end);
                    value_end = closer > value_end ? closer + 1 : value_end + 1;
                }
                const bool in_bss = d.initialiser < 0
                                        ? zero && !text.is(d.name - 1, "::")
                                        : zero && is_all_zero(text, d.initialiser, value_end);
                const std::string section =
                    std::string(in_bss ? "CUDA_EMULATOR_BSS(" : "CUDA_EMULATOR_DATA(") + unique +
                    ")";
                before += "static CUDA_EMULATOR_GAP(before_" + unique + ") " + section + "; ";
                after += " static CUDA_EMULATOR_GAP(after_" + unique + ") " + section + ";";
                edits.insert_after(text.token_index(d.end - 1), " " + section);
                gaps = "cuda_emulator_gap_before_" + unique + ", cuda_emulator_gap_after_" + unique;
            }
            after += " CUDA_EMULATOR_NOTE(" + unique + ", " + name + ", " +
                     (is_constant ? "true" : "false") + ", " + gaps + ");";
        }
        if (!before.empty())
            edits.insert_before(text.token_index(first), before);
        edits.insert_after(text.token_index(end), after);
        position = end;
    }
}

} // namespace cuda_rewriter
