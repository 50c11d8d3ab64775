// __global__ void k(float *out) {
//     __shared__ float cache[256];
//     int i = threadIdx.x;
//     cache[i] = out[i];
//     __syncthreads();
//     out[i] = cache[255 - i];
// }
// becomes a state machine (with shorter names, and all on the same lines as before)
//     struct kept { int i; };
//     STEPS_BEGIN
//     __shared__ float cache[256];
//     int i{};
//     switch (from) {
//     case 0:
//         i = threadIdx.x;
//         cache[i] = out[i];
//         { mine.i = i; return 1; case 1: i = mine.i; }
//         out[i] = cache[255 - i];
//     }
//     return STEPS_FINISHED;
//     STEPS_END
//
// The case label of a barrier may lie in a loop or a branch. The jump to it must not lead past the
// initialisation of a variable into its scope. So such variables are defined in front of the
// switch, and what was their definition becomes an assignment. Variables of blocks without a
// barrier stay where they are.
//
// A function with barriers gets a second version behind it, which is such a state machine, too. Its
// frame, with the arguments, is a part of what its caller keeps. So
//     x = sum(a, n);
// becomes
//     { mine.call.begin(a, n); case 2: if (!steps_of_sum(mine.call)) return 2; x =
//     mine.call.result; }
#include "steps.h"

#include "step_functions.h"
#include "step_rewriter.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>

namespace cuda_rewriter {
namespace {

// Words that a constant expression may consist of, names and literals aside.
bool may_be_in_constant(std::string_view word) {
    static constexpr std::array<std::string_view, 4> words = {"true", "false", "nullptr", "sizeof"};
    return one_of(word, words) || is_arithmetic(word);
}

} // namespace

bool step_rewriter::has_barrier(int first, int last) const {
    const auto found = barriers_.lower_bound(first);
    return found != barriers_.end() && found->first < last;
}

bool step_rewriter::plan() {
    if (end_ < 0 || text_.directives_before(body_) != text_.directives_before(end_))
        return false;
    if (!find_barriers())
        return false;
    read_block(*syntax_.statement(body_), -1);
    return !failed_ && first_statement_ >= 0 && names_.variables_can_move() &&
           std::none_of(late_shared_.begin(), late_shared_.end(),
                        [&](int specifier) { return has_variable_length(specifier); });
}

// A block with a barrier in it. loop: the outermost one around it, or -1.
void step_rewriter::read_block(const node &block, int loop) {
    const int close = text_.closer(block.body);
    for (const node *at : syntax_.statements_in(block)) {
        const node &statement = *at;
        const int first = statement.first, last = statement.last;
        if (failed_ || statement.what == kind::label ||
            macros_.count(std::string(text_.text(first))) != 0)
            return fail();
        const bool leads = first_statement_ < 0 && is_leading(statement);
        if (leads)
            note_names(first, last);
        else if (first_statement_ < 0)
            first_statement_ = first;
        const auto called = calls_.find(first);
        if (called != calls_.end() && called->second.declares) {
            barriers_[first] = loop;
            if (!read_declaration(statement, close))
                fail();
        } else if (has_barrier(first, last))
            read_statement(statement, loop);
        else if (is_compound(statement) && is_shared(first, last))
            fail();
        else if (block_variable(statement) != nullptr)
            read_block_variable(statement, leads);
        else if (!leads && !is_expression(statement) &&
                 (statement.what != kind::declaration || !read_declaration(statement, close)))
            fail();
        else if (!leads && !is_compound(statement))
            unconditional_.emplace_back(first, last);
    }
}

// What stands for the block has no state. It may have been defined for its barriers only, which are
// not there any more.
void step_rewriter::read_block_variable(const node &statement, bool leads) {
    const int first = statement.first, last = statement.last;
    if (leads) {
        replace(first, "[[maybe_unused]] " + std::string(text_.text(first)));
        return;
    }
    if (declares_type(first_statement_, first)) // which it needs
        return fail();
    moved_blocks_ += "[[maybe_unused]] " + text_.joined(first, last) + " ";
    replace(first, "(void)0");
    for (int position = first + 1; position < last - 1; ++position)
        replace(position, "");
}

// A statement with a barrier in it.
void step_rewriter::read_statement(const node &statement, int loop) {
    const int first = statement.first, last = statement.last;
    const kind what = statement.what;
    if (loop < 0 && is_loop(what))
        loop = first;
    if (what == kind::block)
        return read_block(statement, loop);
    if (barrier_ends_.count(first) != 0 ||
        (calls_.count(first) != 0 && !calls_.at(first).declares)) {
        barriers_[first] = loop;
        return;
    }
    const int open = statement.open, condition = statement.condition;
    if ((!is_loop(what) && what != kind::if_statement) || condition < 0 ||
        text_.is(open - 1, "constexpr"))
        return fail();
    if (what == kind::do_loop) {
        unconditional_.emplace_back(open - 1, last);
    } else {
        // Of "if (a; b)" nothing is known.
        if (syntax_.declared_in_condition(statement) != nullptr ||
            (what == kind::for_loop
                 ? !syntax_.variables_of(statement).empty() && !read_declaration(statement, last)
                 : condition != open + 1))
            return fail();
        unconditional_.emplace_back(what == kind::for_loop ? open : first, text_.closer(open));
    }
    read_inner(statement.body, loop);
    if (what == kind::if_statement && statement.other >= 0)
        read_inner(statement.other, loop);
}

void step_rewriter::read_inner(int first, int loop) {
    const node *statement = syntax_.statement(first);
    if (statement != nullptr && has_barrier(first, statement->last))
        read_statement(*statement, loop);
}

bool step_rewriter::is_shared(int first, int last) const {
    for (int position = first; position < last; ++position)
        if (shared_.at(position))
            return true;
    return false;
}

// Whether a statement has others in it.
bool step_rewriter::is_compound(const node &statement) const {
    return statement.what >= kind::block && statement.what <= kind::switch_statement;
}

// What may stay in front of the switch: shared variables, and types and constants, which others may
// need. It is run again in each step.
bool step_rewriter::is_leading(const node &statement) const {
    const int first = statement.first, last = statement.last;
    return !is_compound(statement) &&
           (is_shared(first, last) || text_.is(first, "typedef") || text_.is(first, "using") ||
            block_variable(statement) != nullptr || is_constant(statement));
}

// Whether a statement defines constants, and its text shows that their values are the same every
// time: a name may be that of a variable that changes.
bool step_rewriter::is_constant(const node &statement) const {
    const bool known = text_.is(statement.first, "constexpr");
    const std::vector<const node *> variables = syntax_.variables_of(statement);
    if ((!known && !text_.is(statement.first, "const")) || variables.empty())
        return false;
    int behind = end_of_type(*variables.front());
    if (!is_kept_type(known ? statement.first + 1 : statement.first, behind))
        return false;
    for (const node *variable : variables) {
        if (variable->body != variable->name + 1 || text_.is(variable->first - 1, "&") ||
            (!known && (variable->first != behind || !has_constant_value(*variable))))
            return false;
        behind = variable->last + 1;
    }
    return true;
}

bool step_rewriter::has_constant_value(const node &variable) const {
    const int first = variable.body + 1, last = variable.last;
    if (!text_.is(variable.body, "=") || text_.is(first, "{"))
        return false;
    for (const node &n : syntax_.within(first, last))
        if (n.what == kind::operation
                ? syntax_.changes(n) || syntax_.is_prefix(n, "*") || text_.is(n.name, "&")
                : n.what != kind::query)
            return false;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "::" ||
            (text_.is_identifier(position) && !may_be_in_constant(here) &&
             names_.leading.count(here) == 0 && names_.value_parameters.count(here) == 0 &&
             !stands_for_constant(std::string(here), 0)))
            return false;
    }
    return true;
}

// "#define SIZE (4 * LENGTH)"
bool step_rewriter::stands_for_constant(const std::string &macro, int depth) const {
    constexpr int deepest = 16; // a macro may name itself
    if (macros_.count(macro) == 0 || depth == deepest)
        return false;
    const auto words = words_in_macros_.find(macro);
    return words == words_in_macros_.end() ||
           std::all_of(words->second.begin(), words->second.end(), [&](const std::string &word) {
               return is_arithmetic(word) || stands_for_constant(word, depth + 1);
           });
}

// All of a definition's names: see addresses_stay().
void step_rewriter::note_names(int first, int last) {
    if (is_shared(first, last))
        return;
    for (int position = first; position < last; ++position)
        if (text_.is_name(position))
            names_.leading.insert(std::string(text_.text(position)));
}

// Where the type ends that the first variable of a declaration has in front.
int step_rewriter::end_of_type(const node &variable) const {
    int position = variable.condition;
    while (position < variable.first && !text_.is(position, "*") && !text_.is(position, "&"))
        ++position;
    return position;
}

// Whether it is a type that can be made without a value and assigned, as far as its name tells.
bool step_rewriter::is_kept_type(int first, int last) const {
    bool arithmetic = false, plain = false;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "const")
            continue;
        if (plain ||
            (!is_arithmetic(here) && (arithmetic || macros_.count(std::string(here)) != 0 ||
                                      (!is_plain_type(here) && !context_.floats.contains(here) &&
                                       names_.type_parameters.count(here) == 0))))
            return false;
        (is_arithmetic(here) ? arithmetic : plain) = true;
    }
    return arithmetic || plain;
}

// Whether all of a declaration, or of what the head of a loop declares, are variables that can be
// kept. Then it becomes assignments.
bool step_rewriter::read_declaration(const node &around, int scope_end) {
    const std::vector<const node *> variables = syntax_.variables_of(around);
    if (is_shared(around.first, around.body < 0 ? around.last : around.body)) {
        // A static one may lie anywhere. A dynamic one is a reference here.
        if (!text_.is(around.first, "__shared__"))
            fail();
        late_shared_.push_back(around.first);
        return true;
    }
    if (variables.empty())
        return false;
    const int first = variables.front()->condition, last = variables.back()->last;
    const int declarators = end_of_type(*variables.front());
    if (!is_kept_type(first, declarators) || text_.is(declarators, "("))
        return false;
    step_variable known = {"", 0, scope_end, false, true, 0, 0};
    std::string base;
    bool is_const = false, has_sizeof = false;
    for (int position = first; position < declarators; ++position) {
        const std::string word(text_.text(position));
        is_const = is_const || word == "const";
        known.integer = known.integer &&
                        (is_arithmetic(word) || word == "const" || word == "size_t") &&
                        word != "float" && word != "double";
        // It may be any class, or const.
        known.generic = known.generic || names_.type_parameters.count(word) != 0;
        base += word + " ";
        known.type += word == "const" ? "" : word + " ";
        replace(position, "");
    }
    for (int position = declarators; position < last; ++position)
        has_sizeof = has_sizeof || is_query(text_.text(position)); // sizeof x, which has no node
    if (is_const && known.type != "float " && known.type != "double " &&
        !text_.is(declarators, "*") && (has_sizeof || !names_.mentions_variable(declarators, last)))
        return false; // a constant that the size of an array may need
    int behind = declarators;
    for (const node *variable : variables) {
        if (!read_variable(*variable, behind, base, known))
            return false;
        behind = variable->last + 1;
    }
    return true;
}

// One of them, with the '*' in front of its name. known: what is known by the type.
bool step_rewriter::read_variable(const node &variable, int first, const std::string &base,
                                  step_variable known) {
    std::string stars;
    for (int position = first; position < variable.first; ++position) {
        const bool star = text_.is(position, "*");
        if ((!star && !is_qualifier(text_.text(position))) ||
            (star && position > first && is_qualifier(text_.text(position - 1))))
            return false; // or a pointer that is const itself
        stars += star ? "*" : "";
        replace(position, "");
    }
    const int name = variable.name;
    const std::string spelling(text_.text(name));
    const bool has_value = text_.is(name + 1, "=");
    if (variable.first != name || (!has_value && variable.last != name + 1) ||
        macros_.count(spelling) != 0 || is_plain_type(spelling))
        return false;
    for (const node &n : syntax_.below(variable)) // or the comma is one of f<a, b>(c)
        if (n.what == kind::operation && text_.is(n.name, "<") && text_.is(variable.last, ","))
            return false;
    if (!stars.empty()) {
        known.generic = known.integer = false;
        known.type = base + stars;
    }
    known.begin = name;
    known.value = has_value ? name + 2 : -1;
    known.end_of_value = variable.last;
    const std::string beginning = "::cuda_emulator::begin_variable<" + known.type + ">(" + spelling;
    if (!has_value) {
        replace(name, known.generic           ? beginning + ")"
                      : known.type == "dim3 " ? spelling + " = dim3()"
                                              : "(void)0");
    } else if (known.generic) {
        replace(name, beginning);
        replace(name + 1, ",");
        replace(variable.last, ")" + std::string(text_.text(variable.last)));
    }
    names_.variables.emplace(spelling, known);
    return true;
}

// Whether a statement in a block with a barrier is certainly no declaration.
bool step_rewriter::is_expression(const node &statement) const {
    const int first = statement.first;
    switch (statement.what) {
    case kind::declaration:
        return text_.is(first, "using") || text_.is(first, "typedef") ||
               text_.is(first, "static_assert");
    case kind::expression:
        break;
    default:
        return statement.what >= kind::block && statement.what <= kind::empty;
    }
    if (!text_.is_name(first))
        return !text_.is(first, "::");
    if (!text_.is(first + 1, "("))
        return !text_.is(first + 1, "::") && !text_.is_name(first + 1) &&
               (!text_.is(first + 1, "<") || text_.is_launch(first + 1) ||
                syntax_.operation_at(first + 1) != nullptr);
    // Or it is "pair (*p)(int)", or "alignas(8) int i".
    const std::string_view here = text_.text(first),
                           behind = text_.text(text_.closer(first + 1) + 1);
    return !is_arithmetic(here) && names_.type_parameters.count(here) == 0 &&
           !is_plain_type(here) &&
           (behind == ";" || behind == "." || behind == "->" || behind == ",");
}

bool hides_statements(const region &macro) {
    for (int position = 0; position < macro.size(); ++position) {
        for (const char *word :
             {";", "{", "}", "##", "return", "break", "continue", "goto", "case", "if", "else",
              "for", "while", "do", "switch", "__syncthreads", "__shared__", "_Pragma"})
            if (macro.is(position, word))
                return true;
        // The address of something that this text does not show.
        if (macro.takes_address(position))
            return true;
    }
    for (int position = 0; position < macro.size(); ++position) {
        if (macro.is(position, ","))
            return true; // "int i = THREE_AND_J;"
        const int closer = macro.closer(position);
        if (closer > position)
            position = closer;
    }
    return false;
}

step_ends rewrite_steps(const tree &syntax, int specifier, int body, const std::string &bounds,
                        const std::vector<std::string> *arguments, step_context &context,
                        edit_list &edits) {
    if (context.functions == nullptr)
        context.functions = std::make_shared<step_functions>(syntax, context);
    step_rewriter rewriter(syntax, specifier, body, context);
    if (!rewriter.plan() || (context.check && !rewriter.shows_all(arguments)))
        return {};
    context.bodies.insert(body);
    return rewriter.apply(bounds, arguments, edits);
}

} // namespace cuda_rewriter
