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

struct declaration {
    int first, end; // the ';', or -1 if there is nothing that a note can be made of
    bool is_constant = false;
    bool is_zero = false; // of a type whose variables are all 0 without a value
    std::vector<const node *> variables;
};

bool is_all_zero(const region &text, int first, int end) {
    for (int position = first; position < end; ++position) {
        const std::string_view here = text.text(position);
        if (here != "=" && here != "{" && here != "}" && here != "0" && here != ",")
            return false;
    }
    return true;
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
    device_variable_noter(const tree &syntax, const specifier_uses &specifiers,
                          const specifier_uses &constants, const macro_words &macros,
                          edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), specifiers_(specifiers), constants_(constants),
          macros_(macros), edits_(edits) {}

    void note_all() {
        for (const node &n : syntax_.nodes())
            if (n.what == kind::declaration &&
                (syntax_[n.parent].what == kind::unit || syntax_[n.parent].what == kind::space))
                if (const declaration d = read(n); d.end >= 0)
                    note(d);
    }

private:
    declaration read(const node &n) const;
    bool is_in_bss(const declaration &d, const node &variable) const;
    bool is_function_pointer(const node &variable) const { return text_.is(variable.first, "("); }
    void note(const declaration &d);

    const tree &syntax_;
    const region &text_;
    const specifier_uses &specifiers_;
    const specifier_uses &constants_;
    const macro_words &macros_;
    edit_list &edits_;
};

declaration device_variable_noter::read(const node &n) const {
    declaration d = {n.first, -1, false, false, syntax_.variables_of(n)};
    bool is_device = false;
    const int behind = d.variables.empty() ? n.last : d.variables.front()->first;
    for (int here = n.first; here < behind; ++here) {
        const std::string_view spelling = text_.text(here);
        // A template, or a declaration without a definition: neither has one address here.
        // "__device__ __shared__" is a shared variable.
        if (spelling == "template" || spelling == "extern" || spelling == "operator" ||
            stands_for(spelling, "__shared__", macros_))
            return d;
        is_device = is_device || specifiers_.at(here);
        d.is_constant = d.is_constant || constants_.at(here);
        d.is_zero =
            d.is_zero || (is_device && (is_arithmetic(spelling) || is_number_type(spelling)));
        if (takes_arguments(spelling) && text_.closer(here + 1) > here)
            here = text_.closer(here + 1);
        else if (spelling == "<" && text_.behind_angles(here) > 0)
            here = text_.behind_angles(here) - 1;
        else if (spelling == "{" && text_.closer(here) > here) // of a type
            here = text_.closer(here);
    }
    if (is_device && !d.variables.empty() && text_.is(n.last - 1, ";"))
        d.end = n.last - 1;
    return d;
}

bool device_variable_noter::is_in_bss(const declaration &d, const node &variable) const {
    return d.is_zero && (variable.body < 0 ? !text_.is(variable.name - 1, "::")
                                           : is_all_zero(text_, variable.body, variable.last));
}

void device_variable_noter::note(const declaration &d) {
    const bool with_gaps = !is_function_pointer(*d.variables.front()) &&
                           may_lie_anywhere(text_, d.first, d.end, macros_);
    std::string before, after;
    for (const node *declared : d.variables) {
        const node &variable = *declared;
        int last = variable.name; // of the name and its bounds
        int own = last;           // "x UNUSED", where the macro is an attribute
        while (text_.is_name(own - 1) && stands_for(text_.text(own), "__attribute__", macros_))
            --own;
        int whole = own; // A::b
        while (text_.is(whole - 1, "::") && text_.is_name(whole - 2))
            whole -= 2;
        const std::string name = text_.joined(whole, own + 1);
        const std::string unique =
            std::to_string(text_.token_index(own)) + "_" + std::string(text_.text(own));
        std::string gaps = "nullptr, nullptr";
        if (with_gaps && whole == own) {
            const std::string section =
                (is_in_bss(d, variable) ? "CUDA_EMULATOR_BSS(" : "CUDA_EMULATOR_DATA(") + unique +
                ")";
            before += "static CUDA_EMULATOR_GAP(before_" + unique + ") " + section + "; ";
            after += " static CUDA_EMULATOR_GAP(after_" + unique + ") " + section + ";";
            while (text_.is(last + 1, "[") && text_.closer(last + 1) > last)
                last = text_.closer(last + 1);
            edits_.insert_after(text_.token_index(last), " " + section);
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

void note_device_variables(const tree &syntax, const specifier_uses &specifiers,
                           const specifier_uses &constants, const macro_words &macros,
                           edit_list &edits) {
    device_variable_noter(syntax, specifiers, constants, macros, edits).note_all();
}

} // namespace cuda_rewriter
