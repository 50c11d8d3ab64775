// `float sum, part[4];` in a kernel becomes
//     float cuda_emulator_l_sum, cuda_emulator_l_part[4];
//     CUDA_EMULATOR_LOCAL(sum) CUDA_EMULATOR_LOCAL(part)
// where the macro (emulator/checked.h) makes `sum` a reference to memory that the checker knows.
// Arrays with a value have CUDA_EMULATOR_LOCAL_WITH_VALUE in its place.
//
// What is not understood for certain stays as it is: then the checker knows nothing of the
// variable, and the program means what it says.
#include "local_variables.h"

#include "../sema/device_bodies.h"
#include "../syntax/words.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

namespace cuda_rewriter {
namespace {

// What no declaration of an automatic variable without a value begins with.
bool rules_out(std::string_view word) {
    static constexpr std::array<std::string_view, 15> words = {
        "static",    "extern",    "typedef",    "using",        "auto",
        "const",     "constexpr", "friend",     "asm",          "thread_local",
        "namespace", "__asm__",   "__device__", "__constant__", "__managed__"};
    return one_of(word, words) || takes_arguments(word);
}

class local_variable_rewriter {
public:
    local_variable_rewriter(const tree &syntax, const specifier_uses &functions,
                            const specifier_uses &shared, const std::set<std::string> &macros,
                            edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), functions_(functions), shared_(shared),
          macros_(macros), edits_(edits) {}

    void rewrite() {
        for (const int body : device_bodies(syntax_, functions_)) {
            const node &block = *syntax_.statement(body);
            has_goto_ = occurs(body, text_.closer(body), "goto");
            rewrite_block(block);
            for (const node &n : syntax_.below(block))
                if (n.what == kind::block)
                    rewrite_block(n);
        }
    }

private:
    void rewrite_block(const node &block);
    void rewrite_declaration(int first, int block_end);
    bool is_ruled_out(int position) const {
        return rules_out(text_.text(position)) || shared_.at(position) ||
               macros_.count(std::string(text_.text(position))) != 0;
    }
    int after_type(int first) const;
    bool gets_value_first(int after, int block_end, std::string_view name) const;
    bool occurs(int first, int last, std::string_view name) const;
    bool has_its_type_asked(int first, int last, std::string_view name) const;

    const tree &syntax_;
    const region &text_;
    const specifier_uses &functions_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    bool has_goto_ = false; // in the function
};

// Nothing may jump past the initialisation of an object: so only what comes behind the last label
// of the block, a goto's or a switch's, becomes one.
void local_variable_rewriter::rewrite_block(const node &block) {
    const int end = text_.closer(block.body);
    const std::vector<const node *> statements = syntax_.statements_in(block);
    int last_label = block.first;
    for (const node &n : syntax_.below(block))
        if (n.what == kind::label &&
            (n.parent == syntax_.index_of(block) || (has_goto_ && !text_.is(n.first, "case"))))
            last_label = std::max(last_label, n.first);
    for (const node *statement : statements)
        if (statement->what == kind::declaration && statement->first > last_label)
            rewrite_declaration(statement->first, end);
}

// The position behind the type that a declaration begins with, or -1.
int local_variable_rewriter::after_type(int first) const {
    bool named = false, builtin = false;
    int position = first;
    for (;; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "volatile" || here == "typename" || here == "register")
            continue;
        if ((here == "struct" || here == "union" || here == "enum") && position == first)
            continue;
        if (is_arithmetic(here) && !named) {
            builtin = true;
            continue;
        }
        if (named || builtin || !(text_.is_name(position) || here == "::"))
            break;
        named = true;
        if (here == "::")
            ++position;
        for (;; ++position) {
            if (!text_.is_name(position))
                return -1;
            if (text_.is(position + 1, "<")) {
                int depth = 0;
                int closing = position + 1;
                for (;; ++closing) {
                    const std::string_view there = text_.text(closing);
                    if (there == "<") {
                        ++depth;
                    } else if (there == ">" && --depth == 0) {
                        break;
                    } else if (there == "(" || there == "[") {
                        closing = text_.closer(closing);
                        if (closing < 0)
                            return -1;
                    } else if (there.empty() || there == ";" || there == "{" || there == "}" ||
                               there == ")" || there == "&&" || there == "||") {
                        return -1; // a comparison
                    }
                }
                position = closing;
            }
            if (!text_.is(position + 1, "::"))
                break;
            ++position;
            if (text_.is(position + 1, "template"))
                ++position;
        }
    }
    return named || builtin ? position : -1;
}

// Whether the first thing that the rest of the block does with the variable is to give it a value,
// `name = ...;` or `for (name = ...`: then nothing can be said of it, and its accesses need not be
// looked at.
bool local_variable_rewriter::gets_value_first(int after, int block_end,
                                               std::string_view name) const {
    for (int position = after; position < block_end; ++position) {
        const std::string_view before = text_.text(position - 1);
        if (before == ";" || before == "{" || before == "}") {
            const bool loop = text_.is(position, "for") && text_.is(position + 1, "(");
            const int target = loop ? position + 2 : position;
            if (text_.is(target, name) && text_.is(target + 1, "=")) {
                int end = target + 2;
                while (end < block_end && !text_.is(end, ";"))
                    ++end;
                return !occurs(target + 2, end, name);
            }
        }
        if (text_.is(position, name))
            return false;
        const int closer = text_.closer(position);
        if (closer > position) {
            if (occurs(position, closer, name))
                return false;
            position = closer;
        }
    }
    return false;
}

// In [first, last).
bool local_variable_rewriter::occurs(int first, int last, std::string_view name) const {
    for (int position = first; position < last; ++position)
        if (text_.is(position, name))
            return true;
    return false;
}

// The variable becomes a reference, and the type of a reference is another one.
bool local_variable_rewriter::has_its_type_asked(int first, int last, std::string_view name) const {
    for (int position = first; position + 2 < last; ++position)
        if (is_type_query(text_.text(position)) &&
            occurs(position, text_.closer(position + 1), name))
            return true;
    return false;
}

void local_variable_rewriter::rewrite_declaration(int first, int block_end) {
    if (!text_.is_identifier(first) && !text_.is(first, "::"))
        return;
    if (is_ruled_out(first))
        return;
    const int declarators = after_type(first);
    if (declarators < 0)
        return;
    for (int position = first; position < declarators; ++position)
        if (is_ruled_out(position))
            return;
    std::vector<int> names;
    std::set<int> with_value; // arrays: pointers may lead beyond them
    int position = declarators;
    bool has_less = false;
    for (;;) {
        // Not __restrict__, of which local_variable (emulator/checked.h) cannot be made.
        while (text_.is(position, "*") || text_.is(position, "const") ||
               text_.is(position, "volatile"))
            ++position;
        if (!text_.is_name(position) || is_ruled_out(position))
            return;
        const int name = position++;
        while (text_.is(position, "[")) {
            position = text_.closer(position);
            if (position < 0)
                return;
            ++position;
        }
        bool plain = true;
        if (text_.is(position, "(") || text_.is(position, "{")) {
            plain = false;
            position = text_.closer(position) + 1;
            if (position == 0)
                return;
        } else if (text_.is(position, "=")) {
            plain = text_.is(position - 1, "]");
            if (plain)
                with_value.insert(name);
            for (; position < block_end; ++position) {
                const std::string_view here = text_.text(position);
                if (here == "," || here == ";")
                    break;
                has_less = has_less || here == "<";
                if (here == "(" || here == "[" || here == "{") {
                    position = text_.closer(position);
                    if (position < 0)
                        return;
                }
            }
        }
        if (plain)
            names.push_back(name);
        if (text_.is(position, ";"))
            break;
        // The comma of "a = f<x, y>(z)" does not separate declarators.
        if (!text_.is(position, ",") || has_less)
            return;
        ++position;
    }
    const int end = position;
    if (text_.directives_before(first) != text_.directives_before(end))
        return; // an #if in the middle
    std::string after;
    for (const int name : names) {
        const std::string_view spelling = text_.text(name);
        // `int n, *p = &n;`: there is no reference yet.
        if (occurs(first, name, spelling) || occurs(name + 1, end, spelling) ||
            has_its_type_asked(end, block_end, spelling) ||
            (!text_.is(name + 1, "[") && gets_value_first(end + 1, block_end, spelling)))
            continue;
        edits_.replace(text_.token_index(name),
                       "cuda_emulator_l_" + std::string(spelling) + " [[maybe_unused]]");
        after += (with_value.count(name) != 0 ? " CUDA_EMULATOR_LOCAL_WITH_VALUE("
                                              : " CUDA_EMULATOR_LOCAL(") +
                 std::string(spelling) + ")";
    }
    if (!after.empty())
        edits_.insert_after(text_.token_index(end), after);
}

} // namespace

bool stands_for_a_type(const region &macro) {
    for (int position = 0; position < macro.size(); ++position)
        if (!macro.is_name(position) || rules_out(macro.text(position)) ||
            macro.is(position, "__shared__"))
            return false;
    return true;
}

void note_local_variables(const tree &syntax, const specifier_uses &functions,
                          const specifier_uses &shared, const std::set<std::string> &macros,
                          edit_list &edits) {
    local_variable_rewriter(syntax, functions, shared, macros, edits).rewrite();
}

} // namespace cuda_rewriter
