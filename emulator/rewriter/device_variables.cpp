#include "device_variables.h"

#include <vector>

namespace cuda_rewriter {
namespace {

bool is_specifier(const region &text, int position) {
    return text.is(position, "__device__") || text.is(position, "__constant__") ||
           text.is(position, "__managed__");
}

// A brace whose head says "namespace", or extern "C".
bool opens_namespace(const region &text, int brace) {
    int position = brace - 1;
    if (text.is_literal(position))
        return true;
    while (text.is_identifier(position) || text.is(position, "::")) {
        if (text.is(position, "namespace"))
            return true;
        --position;
    }
    return false;
}

bool begins_attribute(const region &text, int position) {
    return text.is(position, "__align__") || text.is(position, "alignas") ||
           text.is(position, "__attribute__") || text.is(position, "decltype");
}

// A template, or a declaration without a definition: neither has one address here.
bool has_no_address(const region &text, int specifier) {
    for (int position = specifier - 1; position >= 0; --position) {
        const std::string_view here = text.text(position);
        if (here == ";" || here == "}" || here == "{")
            break;
        if (here == "template" || here == "extern")
            return true;
    }
    return false;
}

} // namespace

void note_device_variables(const region &text, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position) {
        if (text.is(position, "{") && !opens_namespace(text, position)) {
            if (text.closer(position) > position)
                position = text.closer(position);
            continue;
        }
        if (!is_specifier(text, position) || has_no_address(text, position))
            continue;
        std::vector<int> names;
        bool named = false, is_variable = true;
        int end = -1, template_depth = 0;
        int here = position + 1;
        for (; here < text.size(); ++here) {
            const std::string_view spelling = text.text(here);
            if (spelling == "extern" || spelling == "operator")
                is_variable = false;
            if (begins_attribute(text, here) && text.is(here + 1, "(")) {
                here = text.closer(here + 1);
                if (here < 0)
                    break;
                continue;
            }
            if (!named && spelling == "<") {
                ++template_depth;
            } else if (!named && spelling == ">") {
                --template_depth;
            } else if (template_depth != 0) {
                continue;
            } else if (!named && text.is_name(here - 1) &&
                       (spelling == "[" || spelling == "," || spelling == ";" || spelling == "=" ||
                        spelling == "{")) {
                // "struct point {" is a type, which the variable comes after.
                if (spelling == "{" &&
                    (text.is(here - 2, "struct") || text.is(here - 2, "union"))) {
                    here = text.closer(here);
                    if (here < 0)
                        break;
                    continue;
                }
                names.push_back(here - 1);
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
            if (spelling == ",") {
                named = false;
            } else if (spelling == "(" || spelling == "[" || spelling == "{") {
                here = text.closer(here);
                if (here < 0)
                    break;
            } else if (spelling == "}" || spelling == ")") {
                break;
            }
        }
        if (here < 0)
            return;
        if (!is_variable || end < 0 || !named)
            continue;
        std::string notes;
        for (const int name : names) {
            const std::string spelling(text.text(name));
            notes += " static const ::cuda_emulator::device_variable_note cuda_emulator_note_" +
                     std::to_string(text.token_index(name)) + "_" + spelling + "(&" + spelling +
                     ", sizeof " + spelling + ", \"" + spelling + "\", __FILE__, __LINE__);";
        }
        edits.insert_after(text.token_index(end), notes);
        position = end;
    }
}

} // namespace cuda_rewriter
