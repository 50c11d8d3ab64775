// `float sum, part[4];` in a kernel becomes
//     float cuda_emulator_l_sum, cuda_emulator_l_part[4];
//     CUDA_EMULATOR_LOCAL(sum) CUDA_EMULATOR_LOCAL(part)
// where the macro (emulator/checked.h) makes `sum` a reference to memory that the checker knows.
// Arrays with a value have CUDA_EMULATOR_LOCAL_WITH_VALUE in its place. If all elements of an array
// have a value before anything else is done with it, and nothing is done but with elements by their
// indices, nothing can be said of it but that an index lies outside:
//     float sum[4][4] = {};
//     sum[i][j] += 1;
// becomes
//     float cuda_emulator_l_sum[4][4] = {}; CUDA_EMULATOR_OWN_WITH_VALUE(sum, 2)
//     sum[::cuda_emulator::own_index(cuda_emulator_h_sum, (i))][j] += 1;
// and its accesses need not be looked at.
//
// What is not understood for certain stays as it is: then the checker knows nothing of the
// variable, and the program means what it says.
#include "local_variables.h"

#include "../sema/device_bodies.h"

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
    local_variable_rewriter(const source_file &source, const device_functions &functions,
                            const specifier_uses &shared, const std::set<std::string> &macros,
                            const macro_words &words_in_macros, edit_list &edits)
        : source_(source), syntax_(source.syntax()), text_(syntax_.text()), functions_(functions),
          shared_(shared), macros_(macros), words_in_macros_(words_in_macros), edits_(edits) {}

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
    bool is_filled_first(const node &block, int after, const node &array) const;
    bool has_macro_that_jumps(const node &loop) const;
    bool is_used_as_value(int position) const;
    bool is_counted(int first, int last) const;
    bool is_only_indexed(const node &block, int after, const node &array, int rank) const;
    bool is_own(const node &block, int after, const node &array, int rank) const;
    bool goes_with(int position, int before) const;
    std::vector<int> uses_behind(const node &block, int after, std::string_view name) const;
    bool occurs(int first, int last, std::string_view name) const;
    bool has_its_type_asked(int first, int last, std::string_view name) const;

    const source_file &source_;
    const tree &syntax_;
    const region &text_;
    const device_functions &functions_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_;
    const macro_words &words_in_macros_;
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

// The uses of a name in the rest of the block; not those of members.
std::vector<int> local_variable_rewriter::uses_behind(const node &block, int after,
                                                      std::string_view name) const {
    std::vector<int> result;
    for (const int position : syntax_.uses(name))
        if (position >= after && position < block.last && !text_.is(position - 1, ".") &&
            !text_.is(position - 1, "->"))
            result.push_back(position);
    return result;
}

// Whether the first thing that the rest of the block does with an array is to give all elements a
// value: `for (int i = 0; i < N; i++) name[i] = ...;`, perhaps with other statements.
bool local_variable_rewriter::is_filled_first(const node &block, int after,
                                              const node &array) const {
    const std::string_view name = text_.text(array.name);
    const std::vector<int> uses = uses_behind(block, after, name);
    if (uses.empty())
        return false;
    const node &statement = syntax_.statement_around(uses[0]);
    const node *loop = &syntax_[statement.parent];
    if (loop->what == kind::block && loop->parent >= 0)
        loop = &syntax_[loop->parent];
    const node *operation = syntax_.operation_at(uses[0] + 4);
    if (statement.first != uses[0] || loop->what != kind::for_loop ||
        loop->parent != syntax_.index_of(block) || operation == nullptr ||
        !text_.is(operation->name, "=") || occurs(operation->body, operation->last, name) ||
        !goes_with(loop->first, array.name) || !goes_with(uses[0], array.name))
        return false;
    const int test = loop->condition, step = loop->condition_end + 1;
    const int end = text_.closer(loop->open);
    const std::string_view counter = text_.text(test);
    const auto is_at_counter = [&](int use) {
        return use >= loop->last ||
               (text_.is(use + 1, "[") && text_.is(use + 2, counter) && text_.is(use + 3, "]"));
    };
    const auto stays = [&](int use) {
        return is_used_as_value(use) && syntax_.changed_by(use, use + 1) == nullptr;
    };
    const tree::nodes_below nodes = syntax_.below(*loop);
    const std::vector<int> counts = uses_behind(*loop, end, counter);
    const std::string bound = text_.joined(array.name + 2, text_.closer(array.name + 1));
    return test - 4 > loop->open && text_.is(test - 4, counter) && text_.is(test - 3, "=") &&
           text_.is(test - 2, "0") && text_.is(test + 1, "<") &&
           text_.joined(test + 2, step - 1) == bound && end == step + 2 &&
           (text_.is(step, "++") || text_.is(step + 1, "++")) &&
           std::all_of(uses.begin(), uses.end(), is_at_counter) &&
           std::all_of(counts.begin(), counts.end(), stays) &&
           std::none_of(nodes.begin(), nodes.end(),
                        [](const node &n) { return n.what == kind::jump; }) &&
           !has_macro_that_jumps(*loop);
}

bool local_variable_rewriter::has_macro_that_jumps(const node &loop) const {
    for (int position = loop.first; position < loop.last; ++position) {
        const auto macro = words_in_macros_.find(std::string(text_.text(position)));
        for (const char *jump : {"break", "continue", "goto"})
            if (macro != words_in_macros_.end() && macro->second.count(jump) != 0)
                return true;
    }
    return false;
}

// Whether what begins at a position is part of an expression that asks, or changes, its value: its
// address goes nowhere.
bool local_variable_rewriter::is_used_as_value(int position) const {
    const node *n = &syntax_[syntax_.at(position)];
    // Those whose result may be the object itself.
    while (n->what == kind::operation &&
           (text_.is(n->name, "?") || text_.is(n->name, ",") || syntax_.changes(*n)))
        n = &syntax_[n->parent];
    switch (n->what) {
    case kind::operation:
        return !syntax_.is_prefix(*n, "&");
    case kind::declarator:
        return n->name >= 0 && text_.is(n->body, "=") && !text_.is(n->name - 1, "&") &&
               !text_.is(n->name - 1, "&&");
    case kind::call:
    case kind::launch:
    case kind::lambda:
    case kind::member:
    case kind::query:
        return false;
    default:
        return true;
    }
}

// Whether ++ or -- changes what stands in [first, last): then clang++ does not tell of a last index
// that is just the length.
bool local_variable_rewriter::is_counted(int first, int last) const {
    const node *operation = syntax_.changed_by(first, last);
    return operation != nullptr && !syntax_.assigns(*operation);
}

// Whether the rest of the block only uses elements of the array, by as many indices as it has
// bounds.
bool local_variable_rewriter::is_only_indexed(const node &block, int after, const node &array,
                                              int rank) const {
    for (const int use : uses_behind(block, after, text_.text(array.name))) {
        int behind = use + 1;
        for (int i = 0; i < rank && behind > 0; ++i)
            behind = text_.is(behind, "[") ? text_.closer(behind) + 1 : -1;
        if (behind < 0 || text_.is(behind, "[") || text_.is(behind, ".") ||
            text_.is(use - 1, "::") || syntax_.declares(use) || !is_used_as_value(use) ||
            (rank > 1 && is_counted(use, behind)) || is_argument_of_macro(syntax_, use, macros_) ||
            syntax_.function_around(use) != syntax_.function_around(array.name))
            return false;
    }
    return true;
}

// Whether compilers see what stands at a position wherever they see what stands before it.
bool local_variable_rewriter::goes_with(int position, int before) const {
    const std::uint32_t directives = text_.directives_before(position);
    return directives == text_.directives_before(before) || source_.is_certain(directives);
}

// Whether nobody has to be told of the accesses to an array. Macros may use it where the text does
// not show it.
bool local_variable_rewriter::is_own(const node &block, int after, const node &array,
                                     int rank) const {
    const std::string name(text_.text(array.name));
    return goes_with(array.name, block.first) &&
           (array.body >= 0 || is_filled_first(block, after, array)) &&
           is_only_indexed(block, after, array, rank) &&
           std::none_of(words_in_macros_.begin(), words_in_macros_.end(),
                        [&](const auto &macro) { return macro.second.count(name) != 0; });
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
        int rank = 0;
        for (int at = name + 1; text_.is(at, "["); at = text_.closer(at) + 1)
            ++rank;
        const bool own = array && is_own(block, end + 1, *variable, rank);
        for (const int use : own ? uses_behind(block, end + 1, spelling) : std::vector<int>()) {
            edits_.insert_after(text_.token_index(use + 1),
                                "::cuda_emulator::own_index(cuda_emulator_h_" +
                                    std::string(spelling) + ", (");
            edits_.insert_before(text_.token_index(text_.closer(use + 1)), "))");
        }
        // Pointers may lead beyond an array with a value.
        after += std::string(own ? " CUDA_EMULATOR_OWN" : " CUDA_EMULATOR_LOCAL") +
                 (has_value ? "_WITH_VALUE(" : "(") + std::string(spelling) +
                 (own ? ", " + std::to_string(rank) + ")" : ")");
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

void note_local_variables(const source_file &source, const device_functions &functions,
                          const specifier_uses &shared, const std::set<std::string> &macros,
                          const macro_words &words_in_macros, edit_list &edits) {
    local_variable_rewriter(source, functions, shared, macros, words_in_macros, edits).rewrite();
}

} // namespace cuda_rewriter
