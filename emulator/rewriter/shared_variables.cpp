//     __shared__ float a[4], b;
// becomes (on one line)
//     struct S { float a[4], b; };
//     auto &a = CUDA_EMULATOR_SHARED(S, 0, a); auto &b = CUDA_EMULATOR_SHARED(S, 1, b);
// so that each variable lies where the checker wants it, and the checker knows its name. The struct
// keeps whatever stands in the declaration. See emulator/checked.h.
#include "shared_variables.h"

#include <cstddef>
#include <vector>

namespace cuda_rewriter {

bool make_shared_references(const region &text, int specifier, bool in_function, bool is_macro_body,
                            edit_list &edits) {
    int first = specifier; // of the declaration
    for (; first > 0; --first) {
        const std::string_view before = text.text(first - 1);
        if (before == ";" || before == "{" || before == "}" || before == ":")
            break;
        if (!text.is_identifier(first - 1) && before != "::" && before != ")" && before != "(")
            return false;
        if (before == ")") {
            if (!text.ends_specifier(first - 1))
                return false;
            first = text.opener(first - 1) + 1;
        }
    }
    std::vector<int> names;
    bool named = false;
    int template_depth = 0, end = -1;
    for (int position = specifier + 1; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (here == "##")
            return false;
        if (here == "<") {
            ++template_depth;
            continue;
        }
        if (here == ">") {
            --template_depth;
            continue;
        }
        if (template_depth != 0)
            continue;
        if (!named && (here == "[" || here == "," || here == ";") && position - 1 > specifier &&
            text.is_name(position - 1)) {
            names.push_back(position - 1);
            named = true;
        }
        if (here == ",") {
            if (!named)
                return false;
            named = false;
        } else if (here == ";") {
            end = position;
            break;
        } else if (here == "(" && !text.ends_specifier(text.closer(position))) {
            return false;
        } else if (here == "(" || here == "[" || here == "{") {
            position = text.closer(position);
            if (position < 0)
                return false;
        } else if (here == "=" || here == ")" || here == "]" || here == "}") {
            return false;
        }
    }
    // The ';' of a macro's declaration may be that of its use.
    const bool open_end = end < 0 && is_macro_body;
    if ((end < 0 && !open_end) || !named)
        return false;
    std::string tag = "cuda_emulator_shared_" + std::to_string(text.token_index(specifier));
    if (is_macro_body) // each use makes another variable
        tag += "_##" + std::string(text.text(names[0]));
    edits.insert_before(text.token_index(first), "struct " + tag + " { ");
    std::string after = open_end ? "; };" : " };";
    if (open_end)
        end = text.size() - 1;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name(text.text(names[i]));
        after += std::string(in_function ? " " : " static ") + "auto &" + name +
                 " = CUDA_EMULATOR_" + (in_function ? "" : "FILE_") + "SHARED(" + tag + ", " +
                 std::to_string(i) + ", " + name + ")" +
                 (open_end && i + 1 == names.size() ? "" : ";");
    }
    edits.insert_after(text.token_index(end), after);
    return true;
}

std::string specifiers_of_static_shared(const region &macro) {
    bool found = false;
    std::string others = " ";
    for (int position = 0; position < macro.size(); ++position) {
        if (!macro.is_identifier(position) || macro.is(position, "extern"))
            return {};
        if (macro.is(position, "__shared__"))
            found = true;
        else if (!macro.is(position, "static"))
            others += std::string(macro.text(position)) + " ";
    }
    return found ? others : std::string();
}

} // namespace cuda_rewriter
