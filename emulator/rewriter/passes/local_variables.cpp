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
    local_variable_rewriter(const tree &syntax, const device_functions &functions,
                            const specifier_uses &shared, const std::set<std::string> &macros,
                            edit_list &edits)
        : syntax_(syntax), text_(syntax.text()), functions_(functions), shared_(shared),
          macros_(macros), edits_(edits) {}

    void rewrite() {
        for (const int body : device_bodies(syntax_, functions_)) {
            const node &block = *syntax_.statement(body);
            const tree::nodes_below nodes = syntax_.below(block);
            has_goto_ = std::any_of(nodes.begin(), nodes.end(), [this](const node &n) {
                return n.what == kind::jump && text_.is(n.first, "goto");
            });
            rewrite_block(block);
            for (const node &n : nodes)
                if (n.what == kind::block)
                    rewrite_block(n);
        }
    }

private:
    void rewrite_block(const node &block);
    void rewrite_declaration(const node &declaration, const node &block);
    bool is_ruled_out(int position) const {
        return rules_out(text_.text(position)) || shared_.at(position) ||
               macros_.count(std::string(text_.text(position))) != 0;
    }
    bool may_be_rewritten(const node &declaration) const;
    int behind_type(const node &variable, int first) const;
    bool gets_value_first(const node &block, int after, std::string_view name) const;
    bool occurs(int first, int last, std::string_view name) const;
    bool has_its_type_asked(int first, int last, std::string_view name) const;

    const tree &syntax_;
    const region &text_;
    const device_functions &functions_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_;
    edit_list &edits_;
    bool has_goto_ = false; // in the function
};

// Nothing may jump past the initialisation of an object: so only what comes behind the last label
// of the block, a goto's or a switch's, becomes one.
void local_variable_rewriter::rewrite_block(const node &block) {
    const std::vector<const node *> statements = syntax_.statements_in(block);
    int last_label = block.first;
    for (const node &n : syntax_.below(block))
        if (n.what == kind::label &&
            (n.parent == syntax_.index_of(block) || (has_goto_ && !text_.is(n.first, "case"))))
            last_label = std::max(last_label, n.first);
    for (const node *statement : statements)
        if (statement->what == kind::declaration && statement->first > last_label)
            rewrite_declaration(*statement, block);
}

// The position behind the type in front of a variable, which begins at `first`.
int local_variable_rewriter::behind_type(const node &variable, int first) const {
    int position = variable.first;
    while (position > first && (text_.is(position - 1, "*") || text_.is(position - 1, "const") ||
                                text_.is(position - 1, "volatile")))
        --position;
    return position;
}

// Whether all of a declaration is understood: types that nothing rules out, variables, and a ';'.
bool local_variable_rewriter::may_be_rewritten(const node &declaration) const {
    const std::vector<const node *> variables = syntax_.variables_of(declaration);
    const int first = declaration.first, end = declaration.last - 1;
    if (variables.empty() || variables.back()->last != end || !text_.is(end, ";") ||
        text_.directives_before(first) != text_.directives_before(end))
        return false;
    for (const node &n : syntax_.below(declaration))
        if (n.what == kind::type)
            return false;
    // Not __restrict__, of which local_variable (emulator/checked.h) cannot be made.
    const int behind = behind_type(*variables.front(), first);
    if ((!text_.is_identifier(behind - 1) && !text_.is(behind - 1, ">")) ||
        contains(text_.text(behind - 1), "restrict"))
        return false;
    for (int position = first; position < behind; ++position) {
        // A misspelt word in front of a type: what compilers say of it names the line as it was.
        const bool unknown = text_.is_name(position) && !is_arithmetic(text_.text(position)) &&
                             !is_class_key(text_.text(position)) && !text_.is(position, "register");
        if (is_ruled_out(position) ||
            (unknown && position + 1 < behind && text_.is_identifier(position + 1)))
            return false;
    }
    return std::all_of(variables.begin(), variables.end(), [&](const node *variable) {
        return variable->first == variable->name && !is_ruled_out(variable->name) &&
               (variable == variables.front() || text_.is(behind_type(*variable, first) - 1, ","));
    });
}

// Whether the first thing that the rest of the block does with the variable is to give it a value,
// `name = ...;` or `for (name = ...`: then nothing can be said of it, and its accesses need not be
// looked at.
bool local_variable_rewriter::gets_value_first(const node &block, int after,
                                               std::string_view name) const {
    for (const int position : syntax_.uses(name)) {
        if (position < after)
            continue;
        const node &statement = syntax_.statement_around(position);
        const node *operation = syntax_.operation_at(position + 1);
        return position < block.last && statement.parent == syntax_.index_of(block) &&
               (statement.first == position ||
                (statement.what == kind::for_loop && statement.open == position - 1)) &&
               operation != nullptr && text_.is(operation->name, "=") &&
               !occurs(operation->body, operation->last, name);
    }
    return false;
}

// In [first, last).
bool local_variable_rewriter::occurs(int first, int last, std::string_view name) const {
    const std::vector<int> &uses = syntax_.uses(name);
    const auto found = std::lower_bound(uses.begin(), uses.end(), first);
    return found != uses.end() && *found < last;
}

// The variable becomes a reference, and the type of a reference is another one.
bool local_variable_rewriter::has_its_type_asked(int first, int last, std::string_view name) const {
    const tree::nodes_below nodes = syntax_.within(first, last);
    return std::any_of(nodes.begin(), nodes.end(), [&](const node &n) {
        return n.what == kind::query && is_type_query(text_.text(n.open - 1)) &&
               occurs(n.first, n.last, name);
    });
}

void local_variable_rewriter::rewrite_declaration(const node &declaration, const node &block) {
    if (!may_be_rewritten(declaration))
        return;
    const int first = declaration.first, end = declaration.last - 1;
    std::string after;
    for (const node *variable : syntax_.variables_of(declaration)) {
        const int name = variable->name;
        const std::string_view spelling = text_.text(name);
        const bool array = text_.is(name + 1, "["), has_value = variable->body >= 0;
        if (text_.is(name + 1, "(") || (has_value && !(array && text_.is(variable->body, "="))))
            continue;
        // `int n, *p = &n;`: there is no reference yet.
        if (occurs(first, name, spelling) || occurs(name + 1, end, spelling) ||
            has_its_type_asked(end, block.last, spelling) ||
            (!array && gets_value_first(block, end + 1, spelling)))
            continue;
        edits_.replace(text_.token_index(name),
                       "cuda_emulator_l_" + std::string(spelling) + " [[maybe_unused]]");
        // Pointers may lead beyond an array with a value.
        after += (has_value ? " CUDA_EMULATOR_LOCAL_WITH_VALUE(" : " CUDA_EMULATOR_LOCAL(") +
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

void note_local_variables(const tree &syntax, const device_functions &functions,
                          const specifier_uses &shared, const std::set<std::string> &macros,
                          edit_list &edits) {
    local_variable_rewriter(syntax, functions, shared, macros, edits).rewrite();
}

} // namespace cuda_rewriter
