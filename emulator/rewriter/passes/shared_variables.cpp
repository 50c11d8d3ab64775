//     __shared__ float a[4], b;
// becomes (on one line)
//     struct S { float a[4], b; };
//     auto &a = CUDA_EMULATOR_SHARED(S, 0, a); auto &b = CUDA_EMULATOR_SHARED(S, 1, b);
// (with its own type instead of auto where that is a class with template arguments) so that each
// variable lies where the checker wants it, and the checker knows its name. The struct
// keeps whatever stands in the declaration. See emulator/checked.h. Without the checker the same
// names the variables' line, too, and emulator/guarded.h has what becomes of it.
#include "shared_variables.h"

#include <cstddef>
#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {

namespace {

struct declarator {
    int name, end; // behind its bounds
};

struct declaration {
    int first, end; // `end` is the ';', or the last token of a macro whose use has it
    bool open_end;
    std::vector<declarator> declarators;
};

// False if the declaration has a form that is not understood.
bool read_declaration(const region &text, int specifier, bool is_macro_body, declaration &d) {
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
            d.declarators.push_back({position - 1, position});
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
            if (here == "[" && named)
                d.declarators.back().end = position + 1;
        } else if (here == "=" || here == ")" || here == "]" || here == "}") {
            return false;
        }
    }
    // The ';' of a macro's declaration may be that of its use.
    const bool open_end = end < 0 && is_macro_body;
    if ((end < 0 && !open_end) || !named)
        return false;
    d.first = first;
    d.open_end = open_end;
    d.end = open_end ? text.size() - 1 : end;
    return true;
}

// Whether a name for the variable that is a reference could mean something else than the variable
// itself. A lambda captures references, and a class in the function may not name them. Nobody may
// jump past the beginning of one.
bool is_better_left(const region &text, const enclosing_braces &around, int specifier) {
    const int end = text.closer(around.function), block_end = text.closer(around.block);
    for (int position = around.function + 1; position < end; ++position) {
        const std::string_view here = text.text(position);
        if (here == "goto")
            return true;
        if (position < specifier)
            continue;
        if (here == "struct" || here == "class" || here == "union" || here == "decltype")
            return true;
        if (here == "[" && !text.is_name(position - 1) && !text.is(position - 1, "]") &&
            !text.is(position - 1, ")"))
            return true;
        if ((here == "case" || here == "default") && position < block_end)
            return true;
    }
    return false;
}

// Whether the text has "class name" in front of a position.
bool is_class_before(const region &text, int position, std::string_view name) {
    while (--position > 0)
        if (text.is(position, name) && is_class_key(text.text(position - 1)))
            return true;
    return false;
}

// "auto &name", or "scan<T> (&name)[2]": the class template that the declaration may stand in, of
// which compilers know without being told that "name.run<32>()" is a call of a member template.
std::string reference(const region &text, int specifier, const declaration &d,
                      const declarator &variable) {
    const int first = specifier + 1, end = d.declarators.front().name;
    bool own = end == first + 1 && is_class_before(text, specifier, text.text(first));
    for (int position = first; position < end; ++position) {
        if (text.is(position, "<")) {
            own = true;
            position = text.behind_angles(position) - 1;
        }
        if (position < 0 ||
            !(text.is_identifier(position) || text.is(position, "::") || text.is(position, ">"))) {
            own = false;
            break;
        }
    }
    const std::string name(text.text(variable.name));
    if (!own)
        return "auto &" + name;
    const std::string bounds = text.joined(variable.name + 1, variable.end);
    return text.joined(first, end) + (bounds.empty() ? " &" + name : " (&" + name + ")" + bounds);
}

} // namespace

bool make_shared_references(const region &text, int specifier, bool in_function, bool is_macro_body,
                            edit_list &edits) {
    declaration d;
    if (!read_declaration(text, specifier, is_macro_body, d))
        return false;
    std::string tag = "cuda_emulator_shared_" + std::to_string(text.token_index(specifier));
    if (is_macro_body) // each use makes another variable
        tag += "_##" + std::string(text.text(d.declarators[0].name));
    edits.insert_before(text.token_index(d.first), "struct " + tag + " { ");
    std::string after = d.open_end ? "; };" : " };";
    for (std::size_t i = 0; i < d.declarators.size(); ++i) {
        const std::string name(text.text(d.declarators[i].name));
        after += std::string(in_function ? " " : " static ") +
                 reference(text, specifier, d, d.declarators[i]) + " = CUDA_EMULATOR_" +
                 (in_function ? "" : "FILE_") + "SHARED(" + tag + ", " + std::to_string(i) + ", " +
                 name + ")" + (d.open_end && i + 1 == d.declarators.size() ? "" : ";");
    }
    edits.insert_after(text.token_index(d.end), after);
    return true;
}

void guard_shared_variables(const source_file &file, const region &text, int specifier,
                            const enclosing_braces &around, int late, edit_list &edits) {
    declaration d;
    if (!read_declaration(text, specifier, false, d) || is_better_left(text, around, specifier))
        return;
    const std::uint32_t token = text.token_index(specifier);
    const std::string tag = "cuda_emulator_shared_" + std::to_string(token);
    std::string names, references;
    for (std::size_t i = 0; i < d.declarators.size(); ++i) {
        const std::string name(text.text(d.declarators[i].name));
        names += (i == 0 ? "" : ", ") + name;
        references += " " + reference(text, specifier, d, d.declarators[i]) +
                      " = CUDA_EMULATOR_SHARED(" + tag + ", " + std::to_string(i) + ", " + name +
                      ");";
    }
    const std::string note =
        " CUDA_EMULATOR_SHARED_NOTE(" + std::to_string(file.line_of(token)) + ", " + names + ") };";
    edits.replace(token, "");
    if (late < 0) {
        edits.insert_before(text.token_index(d.first), "struct " + tag + " { ");
        edits.insert_after(text.token_index(d.end), note + references);
        return;
    }
    edits.insert_first(text.token_index(late), "struct " + tag + " { " +
                                                   text.joined(specifier + 1, d.end + 1) + note +
                                                   references + " ");
    for (int position = specifier + 1; position < d.end; ++position)
        edits.replace(text.token_index(position), "");
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
