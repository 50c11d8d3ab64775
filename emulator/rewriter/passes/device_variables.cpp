//     __device__ int total = 3;
// becomes (with shorter names, and on one line)
//     static GAP(before_total) DATA(total);
//     __device__ int total DATA(total) = 3;
//     static GAP(after_total) DATA(total);
//     NOTE(total, total, false, gap_before_total, gap_after_total);
// DATA (or BSS, for a variable that is all 0) puts the three into a section of their own. The note
// is an object that tells the runtime, or the checker, of the variable before main begins. See
// emulator/guarded.h.
#include "device_variables.h"

#include <string>
#include <vector>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

struct declarator {
    int name;        // the last token of it
    int end;         // behind the name and its bounds
    int initialiser; // or -1
};

struct declaration {
    int first;
    int end = -1; // the ';', or -1 if there is nothing that a note can be made of
    bool is_constant = false;
    bool is_function_pointer = false;
    bool is_zero = false; // of a type whose variables are all 0 without a value
    std::vector<declarator> names;
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

// One that several translation units may define, or that the compiler keeps in read-only memory,
// cannot lie between gaps.
bool may_lie_anywhere(const region &text, int first, int end, const macro_words &macros) {
    for (int position = first; position < end; ++position)
        for (const char *word : {"const", "__const__", "__const", "constexpr", "inline",
                                 "__inline__", "__inline", "__managed__"})
            if (stands_for(text.text(position), word, macros))
                return false;
    return true;
}

class device_variable_noter {
public:
    device_variable_noter(const region &text, const specifier_uses &specifiers,
                          const specifier_uses &constants, const macro_words &macros,
                          edit_list &edits)
        : text_(text), specifiers_(specifiers), constants_(constants), macros_(macros),
          edits_(edits) {}

    void note_all();

private:
    declaration read(int specifier);
    bool is_in_bss(const declaration &d, const declarator &variable) const;
    void note(const declaration &d);

    const region &text_;
    const specifier_uses &specifiers_;
    const specifier_uses &constants_;
    const macro_words &macros_;
    edit_list &edits_;
    bool unclosed_ = false; // a bracket: what stands behind it is not understood
};

void device_variable_noter::note_all() {
    for (int position = 0; position < text_.size() && !unclosed_; ++position) {
        if (text_.is(position, "{") && !text_.opens_namespace(position)) {
            if (text_.closer(position) > position)
                position = text_.closer(position);
        } else if (specifiers_.at(position)) {
            const declaration d = read(position);
            if (d.end < 0)
                continue;
            note(d);
            position = d.end;
        }
    }
}

declaration device_variable_noter::read(int specifier) {
    declaration d;
    d.first = begin_of_declaration(text_, specifier);
    for (int here = d.first; here < specifier; ++here) {
        // A template, or a declaration without a definition: neither has one address here.
        if (text_.is(here, "template") || text_.is(here, "extern") ||
            stands_for(text_.text(here), "__shared__", macros_))
            return d;
        d.is_constant = d.is_constant || constants_.at(here);
    }
    // From an opening bracket to the closing one, if there is one.
    const auto skip = [this](int &here) {
        here = text_.closer(here);
        unclosed_ = here < 0;
        return !unclosed_;
    };
    bool named = false;
    int template_depth = 0;
    for (int here = specifier; here < text_.size(); ++here) {
        const std::string_view spelling = text_.text(here);
        // "__device__ __shared__" is a shared variable.
        if (spelling == "extern" || spelling == "operator" ||
            (!named && stands_for(spelling, "__shared__", macros_)))
            return d;
        d.is_constant = d.is_constant || constants_.at(here);
        if (takes_arguments(spelling) && text_.is(here + 1, "(")) {
            if (!skip(++here))
                return d;
            continue;
        }
        if (!named && d.names.empty() && template_depth == 0 &&
            (is_arithmetic(spelling) || is_number_type(spelling)))
            d.is_zero = true;
        if (!named && spelling == "<") {
            ++template_depth;
        } else if (!named && spelling == ">") {
            --template_depth;
        } else if (template_depth != 0) {
            continue;
        } else if (!named && text_.is_name(here - 1) && here - 1 > specifier &&
                   (spelling == "[" || spelling == "," || spelling == ";" || spelling == "=" ||
                    spelling == "{")) {
            // "struct point {" is a type, which the variable comes after.
            if (spelling == "{" &&
                (is_class_key(text_.text(here - 1)) || is_class_key(text_.text(here - 2)))) {
                if (!skip(here))
                    return d;
                continue;
            }
            d.names.push_back({here - 1, here, -1});
            named = true;
        }
        if (spelling == "(" && !named && text_.is(here + 1, "*") && text_.is_name(here + 2) &&
            (text_.is(here + 3, ")") || text_.is(here + 3, "[")) && text_.closer(here) > here) {
            d.is_function_pointer = true; // void (*action)(int)
            d.names.push_back({here + 2, here + 3, -1});
            named = true;
            here = text_.closer(here);
            continue;
        }
        if (spelling == "(" && !named)
            return d; // a function
        if (spelling == ";") {
            d.end = named ? here : -1;
            return d;
        }
        if (named && d.names.back().initialiser < 0 && (spelling == "=" || spelling == "{"))
            d.names.back().initialiser = here;
        if (spelling == ",") {
            named = false;
        } else if (spelling == "(" || spelling == "[" || spelling == "{") {
            const bool bound = spelling == "[" && named && d.names.back().initialiser < 0;
            if (!skip(here))
                return d;
            if (bound)
                d.names.back().end = here + 1;
        } else if (spelling == "}" || spelling == ")") {
            return d;
        }
    }
    return d;
}

bool device_variable_noter::is_in_bss(const declaration &d, const declarator &variable) const {
    if (variable.initialiser < 0)
        return d.is_zero && !text_.is(variable.name - 1, "::");
    int end = variable.initialiser;
    while (end < d.end && !text_.is(end, ",")) {
        const int closer = text_.closer(end);
        end = closer > end ? closer + 1 : end + 1;
    }
    return d.is_zero && is_all_zero(text_, variable.initialiser, end);
}

void device_variable_noter::note(const declaration &d) {
    const bool with_gaps =
        !d.is_function_pointer && may_lie_anywhere(text_, d.first, d.end, macros_);
    std::string before, after;
    for (const declarator &variable : d.names) {
        int whole = variable.name; // A::b
        while (text_.is(whole - 1, "::") && text_.is_name(whole - 2))
            whole -= 2;
        const std::string name = text_.joined(whole, variable.name + 1);
        const std::string unique = std::to_string(text_.token_index(variable.name)) + "_" +
                                   std::string(text_.text(variable.name));
        std::string gaps = "nullptr, nullptr";
        if (with_gaps && whole == variable.name) {
            const std::string section =
                (is_in_bss(d, variable) ? "CUDA_EMULATOR_BSS(" : "CUDA_EMULATOR_DATA(") + unique +
                ")";
            before += "static CUDA_EMULATOR_GAP(before_" + unique + ") " + section + "; ";
            after += " static CUDA_EMULATOR_GAP(after_" + unique + ") " + section + ";";
            edits_.insert_after(text_.token_index(variable.end - 1), " " + section);
            gaps = "cuda_emulator_gap_before_" + unique + ", cuda_emulator_gap_after_" + unique;
        }
        after += " CUDA_EMULATOR_NOTE(" + unique + ", " + name + ", " +
                 (d.is_constant ? "true" : "false") + ", " + gaps + ");";
    }
    if (!before.empty())
        edits_.insert_before(text_.token_index(d.first), before);
    edits_.insert_after(text_.token_index(d.end), after);
}

} // namespace

void note_device_variables(const region &text, const specifier_uses &specifiers,
                           const specifier_uses &constants, const macro_words &macros,
                           edit_list &edits) {
    device_variable_noter(text, specifiers, constants, macros, edits).note_all();
}

} // namespace cuda_rewriter
