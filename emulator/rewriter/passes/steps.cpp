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

#include "../sema/functions.h"
#include "step_names.h"
#include "step_values.h"
#include "../syntax/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

// A kernel with one of these words is left alone. A lock or a warp operation needs context switches
// in the middle of a step, which fibers have from the start. With other words there may be a return
// of another function, or memory that is gone after the step.
bool needs_fibers(std::string_view word) {
    static constexpr std::array<std::string_view, 19> words = {
        "goto",       "asm",    "__asm__",    "try",          "co_await",  "atomicCAS",
        "atomicExch", "__trap", "__syncwarp", "__activemask", "static",    "struct",
        "class",      "union",  "alloca",     "bitand",       "addressof", "__builtin_alloca",
        "_Pragma"};
    for (const char *beginning :
         {"__shfl", "__syncthreads_", "__any", "__all", "__ballot", "__match", "__reduce"})
        if (word.substr(0, std::string_view(beginning).size()) == beginning)
            return true;
    return is_type_query(word) || one_of(word, words);
}

// Words of cooperative groups, beside the block's own, with which a kernel is left alone too.
bool is_other_group(std::string_view word) {
    static constexpr std::array<std::string_view, 14> words = {
        "thread_block_tile", "tiled_partition",  "coalesced_threads", "coalesced_group",
        "grid_group",        "this_grid",        "this_cluster",      "thread_group",
        "invoke_one",        "binary_partition", "labeled_partition", "memcpy_async",
        "barrier_arrive",    "this_multi_grid"};
    return one_of(word, words);
}

// Tokens that a constant expression may consist of, names and literals aside.
bool may_be_in_constant(std::string_view word) {
    static constexpr std::array<std::string_view, 4> names = {"true", "false", "nullptr", "sizeof"};
    static constexpr std::array<std::string_view, 22> operators = {
        "(",  ")",  "+",  "-",  "*", "/", "%", "<", ">", "<=", ">=",
        "==", "!=", "&&", "||", "!", "~", "|", "^", "?", ":",  "="};
    return word == "," || one_of(word, names) || one_of(word, operators) || is_arithmetic(word);
}

} // namespace

// A function that waits at barriers, and takes the steps of the thread that calls it.
struct step_function {
    struct parameter {
        std::string type, name;
    };
    std::string name, result; // the type, or nothing
    std::vector<parameter> parameters;
    int steps = 0; // how many barriers it has, with those in what it calls
};

class step_rewriter {
public:
    // function: what is known of it by its head, or null for a kernel.
    step_rewriter(const tree &syntax, int specifier, int body, step_context &context,
                  step_function *function = nullptr)
        : syntax_(syntax), text_(syntax.text()), body_(body), end_(text_.closer(body)),
          context_(context), shared_(context.shared), macros_(context.macros),
          statements_(context.statement_macros), words_in_macros_(context.words),
          function_(function), names_(syntax, specifier, body, context.macros, context.words) {}

    // Whether the kernel or function can be rewritten: then everything about it is known.
    bool plan();
    step_ends apply(const std::string &bounds, const std::vector<std::string> *arguments,
                    edit_list &edits) const;
    void apply_to_function(edit_list &edits) const;
    int count_steps() const;

private:
    // "x = f(a, b) + 1;" of a function that takes steps.
    struct call {
        const step_function *function;
        int name, close;    // the position of the name, and of the ')'
        bool declares;      // "int x = f();"
        std::string before; // what to do with the result: "x = "
        bool returns;
    };
    struct made_text {
        std::string definitions, members;
        std::string common; // the definition of what the threads of a kernel have in common
        bool arguments_stay;
        std::map<int, std::string> changes; // by position
    };

    void read_call(int name);
    bool read_return(int position);
    bool may_be_in_value(int position) const;
    made_text make_text(const std::vector<std::string> *arguments) const;
    bool find_blocks();
    int name_of_block(int first, int last) const;
    int end_of_barrier(int first) const;
    bool find_barriers();
    bool has_barrier(int first, int last) const;
    void read_block(const node &block, int loop);
    void read_statement(const node &statement, int loop);
    void read_block_variable(int first, int last, bool leads);
    void read_inner(int first, int loop);
    std::string derive(const step_values &values, const std::set<std::string> &needed) const;
    bool is_compound(const node &statement) const;
    bool is_leading(const node &statement) const;
    bool is_shared(int first, int last) const;
    bool is_constant(int first, int last) const;
    bool stands_for_constant(const std::string &macro, int depth) const;
    void note_names(int first, int last);
    bool declares_in_condition(int first, int last) const;
    int behind_type(int first) const;
    bool read_declaration(int first, int last, int scope_end);
    bool begins_expression(int first) const;
    bool may_come_first(int specifier) const;
    void replace(int position, const std::string &by) { changes_[position] = by; }
    void fail() { failed_ = true; }

    const tree &syntax_;
    const region &text_;
    const int body_, end_;
    step_context &context_;
    const specifier_uses &shared_;
    const std::set<std::string> &macros_, &statements_;
    const macro_words &words_in_macros_;
    step_function *const function_;
    step_names names_;
    std::map<int, int> barriers_;        // positions, and the outermost loop around each, or -1
    std::map<int, int> barrier_ends_;    // their last tokens in front of the ';'
    std::set<std::string_view> blocks_;  // variables that stand for the thread block
    std::string moved_blocks_;           // their definitions, if they do not lead
    std::map<int, call> calls_;          // by the first positions of their statements
    std::map<int, std::string> changes_; // by position
    int first_statement_ = -1;           // that has to be in the switch
    std::vector<int> late_shared_;       // see step_context
    step_values::ranges unconditional_;
    bool failed_ = false;
};

namespace {

// Behind "cooperative_groups::" or nothing.
int behind_namespaces(const region &text, int position) {
    while (text.is_name(position) && text.is(position + 1, "::"))
        position += 2;
    return position;
}

} // namespace

// The functions of a file, by name. What they are is found when a kernel calls them.
class step_functions {
public:
    step_functions(const tree &syntax, step_context &context);
    // The function that a name in front of a '(' means, if it takes steps, or null.
    const step_function *find(int name);
    // Writes it, if it is not there yet.
    void write(const step_function &function, edit_list &edits);

private:
    enum class state { unknown, being_read, takes_steps, does_not, written };
    struct entry {
        function declared;
        state is = state::unknown;
        step_function known;
        std::unique_ptr<step_rewriter> rewriter;
    };
    bool read_head(entry &e) const;
    bool read_parameter(int first, int last, step_function &known) const;

    const tree &syntax_;
    const region &text_;
    step_context &context_;
    std::map<std::string, entry, std::less<>> entries_;
};

// The name in [first, last) if that is "cg::thread_block cta = cg::this_thread_block();", or -1.
int step_rewriter::name_of_block(int first, int last) const {
    int position = text_.is(first, "const") ? first + 1 : first;
    position = text_.is(position, "auto") ? position : behind_namespaces(text_, position);
    if (!text_.is(position, "auto") && !text_.is(position, "thread_block"))
        return -1;
    const int name = position + 1;
    const int call = text_.is(name + 1, "=") ? behind_namespaces(text_, name + 2) : -1;
    return text_.is_name(name) && text_.is(call, "this_thread_block") && text_.is(call + 1, "(") &&
                   text_.is(call + 2, ")") && call + 4 == last
               ? name
               : -1;
}

// Whether it is known of each such name what it means.
bool step_rewriter::find_blocks() {
    if (function_ != nullptr)
        for (const step_function::parameter &p : function_->parameters)
            if (p.type.size() >= 12 && p.type.substr(p.type.size() - 12) == "thread_block")
                blocks_.insert(p.name);
    for (int position = body_ + 1; position < end_; ++position) {
        if (!text_.is(position, "this_thread_block"))
            continue;
        int first = position;
        while (first > body_ && !text_.is(first - 1, ";") && !text_.is(first - 1, "{") &&
               !text_.is(first - 1, "}"))
            --first;
        const int name = name_of_block(first, position + 4);
        if (name < 0)
            continue;
        for (int other = body_ + 1; other < end_; ++other)
            if (other != name && text_.is(other, text_.text(name)) &&
                (other < name || text_.is_identifier(other - 1)))
                return false;
        blocks_.insert(text_.text(name));
    }
    return true;
}

// The last token in front of the ';' of "__syncthreads();", "cta.sync();" or "cg::sync(cta);", or
// -1.
int step_rewriter::end_of_barrier(int first) const {
    int last = -1;
    if (text_.is(first, "__syncthreads") && text_.is(first + 1, "(")) {
        last = first + 2;
    } else if (syntax_.begins_statement(first) && text_.is_name(first)) {
        const int name = behind_namespaces(text_, first);
        if (blocks_.count(text_.text(first)) != 0 && text_.is(first + 1, ".") &&
            text_.is(first + 2, "sync") && text_.is(first + 3, "("))
            last = first + 4;
        else if (text_.is(name, "sync") && text_.is(name + 1, "(") &&
                 blocks_.count(text_.text(name + 2)) != 0)
            last = name + 3;
        else if (text_.is(name, "this_thread_block") && text_.is(name + 1, "(") &&
                 text_.is(name + 2, ")") && text_.is(name + 3, ".") && text_.is(name + 4, "sync") &&
                 text_.is(name + 5, "("))
            last = name + 6;
    }
    return text_.is(last, ")") && text_.is(last + 1, ";") ? last : -1;
}

bool step_rewriter::find_barriers() {
    if (!find_blocks())
        return false;
    bool has_group_barrier = false, has_other_group = false;
    for (const std::string &word : names_.in_macros)
        if (needs_fibers(word) || statements_.count(word) != 0)
            return false;
    for (int position = body_ + 1; position < end_; ++position) {
        const std::string_view here = text_.text(position);
        if (needs_fibers(here) || statements_.count(std::string(here)) != 0)
            return false;
        // The captures of a lambda, as against the index of an array.
        if (here == "[" && !text_.is_name(position - 1) && !text_.is(position - 1, "]") &&
            !text_.is(position - 1, ")"))
            return false;
        if (here == "return" && !read_return(position))
            return false;
        if (function_ != nullptr && (shared_.at(position) || here == "gridDim"))
            return false; // there would be two of it; see strides.h
        if (text_.is(position + 1, "(") && context_.functions->find(position) != nullptr)
            read_call(position);
        has_other_group = has_other_group || is_other_group(here);
        const int last = end_of_barrier(position);
        if (last >= 0) {
            barriers_.emplace(position, -1);
            barrier_ends_[position] = last;
            has_group_barrier = has_group_barrier || here != "__syncthreads";
            position = last;
        } else if (here == "__syncthreads") {
            return false;
        }
    }
    if (has_group_barrier && has_other_group)
        return false;
    // See CUDA_EMULATOR_STEP. What is called becomes a part of what calls it.
    const int most = calls_.empty() ? 255 : 32;
    return !barriers_.empty() && count_steps() <= most;
}

int step_rewriter::count_steps() const {
    int count = static_cast<int>(barriers_.size());
    for (const auto &[first, called] : calls_)
        count += called.function->steps - 1;
    return count;
}

bool step_rewriter::read_return(int position) {
    if (text_.is(position + 1, ";")) {
        replace(position, "return ::cuda_emulator::STEPS_FINISHED");
        return true;
    }
    if (function_ == nullptr || function_->result.empty())
        return false;
    const int end = syntax_.end_of_statement(position);
    if (end < 0)
        return false;
    replace(position, "{ cuda_emulator_mine.cuda_emulator_result =");
    replace(end - 1, "; return ::cuda_emulator::STEPS_FINISHED; }");
    return true;
}

// Whether a token may stand in an expression that changes nothing and is always worked out.
bool step_rewriter::may_be_in_value(int position) const {
    static constexpr std::array<std::string_view, 16> plain = {
        "(", ")", "[", "]", "+", "-", "*", "/", "%", "&", "|", "^", ".", "->", "::", "~"};
    return text_.is_identifier(position) || text_.is_number(position) ||
           one_of(text_.text(position), plain);
}

// Reads the statement around a call: a definition of one variable, an assignment, or "return", in
// which nothing else is called or changed. In others a call is as any other: see give_fibers().
void step_rewriter::read_call(int name) {
    call c = {context_.functions->find(name), name, text_.closer(name + 1), false, "", false};
    const node &around = syntax_.statement_around(name);
    const int first = around.first, last = around.last;
    if (c.close < 0 || c.close >= last || !text_.is(last - 1, ";") || calls_.count(first) != 0 ||
        macros_.count(std::string(text_.text(first))) != 0)
        return;
    if (first == name) {
        if (c.close + 1 != last - 1)
            return;
    } else if (text_.is(first, "return") && first + 1 == name) {
        c.returns = true;
        c.before = "cuda_emulator_mine.cuda_emulator_result = ";
    } else {
        static constexpr std::array<std::string_view, 8> operators = {
            "=", "+=", "-=", "*=", "/=", "&=", "|=", "^="};
        if (!one_of(text_.text(name - 1), operators))
            return;
        const int target = name - 2;
        c.declares = text_.is_name(target) && target > first && text_.is_identifier(first) &&
                     (text_.is_identifier(target - 1) || text_.is(target - 1, "*"));
        for (int position = first; position < name - 1 && !c.declares; ++position)
            if (!may_be_in_value(position) ||
                (text_.is_name(position) && text_.is(position + 1, "(")))
                return;
        // An assignment works out its right side first.
        c.before = text_.joined(c.declares ? target : first, name) + " ";
    }
    if (first != name && c.function->result.empty())
        return;
    std::size_t arguments = c.close == name + 2 ? 0 : 1;
    for (int position = name + 2; position < last - 1; ++position) {
        const std::string_view here = text_.text(position);
        const bool behind = position > c.close;
        if (behind && (here == "," || (here == "(" && text_.is_name(position - 1))))
            return; // another variable, or a call that would come first
        if (!behind && here == ",") {
            int depth = 0;
            for (int inner = name + 2; inner < position; ++inner)
                depth += (text_.is(inner, "(") || text_.is(inner, "[")) -
                         (text_.is(inner, ")") || text_.is(inner, "]"));
            arguments += depth == 0 ? 1 : 0;
        }
        if (text_.is(position + 1, "(") && context_.functions->find(position) != nullptr)
            return;
        if (!may_be_in_value(position) && here != ",")
            return;
    }
    if (arguments != c.function->parameters.size())
        return;
    barriers_.emplace(first, -1);
    calls_.emplace(first, std::move(c));
}

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
    return !failed_ && first_statement_ >= 0 && names_.variables_can_move();
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
            if (!read_declaration(first, last - 1, close))
                fail();
        } else if (has_barrier(first, last))
            read_statement(statement, loop);
        else if (name_of_block(first, last) >= 0)
            read_block_variable(first, last, leads);
        else if (!leads && !read_declaration(first, last - 1, close) && !begins_expression(first))
            fail();
        else if (!leads && !is_compound(statement))
            unconditional_.emplace_back(first, last);
    }
}

// What stands for the block has no state. It may have been defined for its barriers only, which are
// not there any more.
void step_rewriter::read_block_variable(int first, int last, bool leads) {
    if (leads) {
        replace(first, "[[maybe_unused]] " + std::string(text_.text(first)));
        return;
    }
    for (int position = first_statement_; position < first; ++position)
        if (text_.is(position, "using"))
            return fail(); // what it needs may be named there
    moved_blocks_ += "[[maybe_unused]] " + text_.joined(first, last) + " ";
    replace(first, "(void)0");
    for (int position = first + 1; position < last - 1; ++position)
        replace(position, "");
}

// A statement with a barrier in it.
void step_rewriter::read_statement(const node &statement, int loop) {
    const int first = statement.first, last = statement.last;
    const kind what = statement.what;
    const bool is_loop =
        what == kind::while_loop || what == kind::for_loop || what == kind::do_loop;
    if (loop < 0 && is_loop)
        loop = first;
    if (what == kind::block)
        return read_block(statement, loop);
    if (barrier_ends_.count(first) != 0 ||
        (calls_.count(first) != 0 && !calls_.at(first).declares)) {
        barriers_[first] = loop;
        return;
    }
    const int open = statement.open, condition = statement.condition;
    if ((!is_loop && what != kind::if_statement) || condition < 0 ||
        text_.is(open - 1, "constexpr"))
        return fail();
    if (what == kind::do_loop) {
        unconditional_.emplace_back(open - 1, last);
    } else {
        // Of "if (a; b)" all counts.
        const int from = what == kind::for_loop ? condition : open + 1;
        if (declares_in_condition(from, statement.condition_end) ||
            (what == kind::for_loop && condition != open + 2 &&
             !read_declaration(open + 1, condition - 1, last) && !begins_expression(open + 1)))
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
            name_of_block(first, last) >= 0 || is_constant(first, last));
}

// Whether [first, last) defines constants, and its text shows that their values are the same every
// time: a name may be that of a variable that changes.
bool step_rewriter::is_constant(int first, int last) const {
    const bool known = text_.is(first, "constexpr");
    if (!known && !text_.is(first, "const"))
        return false;
    const int declarators = behind_type(known ? first + 1 : first);
    if (declarators < 0)
        return false;
    for (int position = declarators; position < last - 1; ++position) {
        const std::string_view here = text_.text(position);
        if (text_.is(position + 1, "=") ? !text_.is_name(position) : here == "[" || here == "&")
            return false;
        if (known || text_.is(position + 1, "=") || text_.is_number(position) ||
            text_.is_literal(position) || names_.leading.count(here) != 0 ||
            names_.value_parameters.count(here) != 0 || stands_for_constant(std::string(here), 0))
            continue;
        if (!may_be_in_constant(here) ||
            (here == "*" && (position == declarators || text_.is(position - 1, ","))))
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

// if (int i = ...), while (node *n = ...)
bool step_rewriter::declares_in_condition(int first, int last) const {
    for (int position = first; position < last; ++position) {
        if (text_.is(position, "{") || text_.is(position, ";"))
            return true;
        if (text_.is(position, "=") && position - 1 > first && text_.is_name(position - 1))
            for (const char *word : {"*", "&", "&&", ">", "const"})
                if (text_.is(position - 2, word))
                    return true;
        if (text_.is(position, "=") && text_.is_identifier(position - 1) &&
            text_.is_identifier(position - 2))
            return true;
        const int closer = text_.closer(position);
        if (closer > position)
            position = closer;
    }
    return false;
}

// The position behind a type that can be made without a value and assigned, as far as its name
// tells; or -1.
int step_rewriter::behind_type(int first) const {
    bool arithmetic = false, plain = false;
    for (int position = first;; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "const")
            continue;
        if (is_arithmetic(here) && !plain)
            arithmetic = true;
        else if (!arithmetic && !plain && macros_.count(std::string(here)) == 0 &&
                 (is_plain_type(here) || names_.type_parameters.count(here) != 0) &&
                 text_.is_identifier(position + 1) + text_.is(position + 1, "*") != 0)
            plain = true;
        else
            return arithmetic || plain ? position : -1;
    }
}

// Whether [first, last) in front of a ';' declares variables that can be kept. Then it becomes
// assignments.
bool step_rewriter::read_declaration(int first, int last, int scope_end) {
    if (is_shared(first, last)) {
        // A static one may lie anywhere. A dynamic one is a reference here.
        if (!text_.is(first, "__shared__"))
            fail();
        late_shared_.push_back(first);
        return true;
    }
    const int declarators = behind_type(first);
    if (declarators < 0 || text_.is(declarators, "("))
        return false; // or it is a conversion, int(x)
    std::string base, plain_base;
    bool is_const = false, is_integer = true, is_number = true, has_sizeof = false;
    bool of_parameter = false; // it may be any class, or const
    for (int position = first; position < declarators; ++position) {
        const std::string word(text_.text(position));
        is_const = is_const || word == "const";
        is_integer = is_integer && word != "float" && word != "double";
        is_number = is_number && (is_arithmetic(word) || word == "const" || word == "size_t");
        of_parameter = of_parameter || names_.type_parameters.count(word) != 0;
        base += word + " ";
        plain_base += word == "const" ? "" : word + " ";
        replace(position, "");
    }
    for (int position = declarators; position < last; ++position)
        has_sizeof = has_sizeof || text_.is(position, "sizeof");
    if (is_const && is_integer && !text_.is(declarators, "*") &&
        (has_sizeof || !names_.mentions_variable(declarators, last)))
        return false; // a constant that the size of an array may need
    for (int position = declarators;; ++position) {
        std::string stars;
        for (; text_.is(position, "*") || is_qualifier(text_.text(position)); ++position) {
            if (text_.is(position, "*") && position > declarators &&
                is_qualifier(text_.text(position - 1)))
                return false; // of a pointer that is const itself
            if (text_.is(position, "*"))
                stars += "*";
            replace(position, "");
        }
        if (!text_.is_name(position) || macros_.count(std::string(text_.text(position))) != 0)
            return false;
        const int name = position++;
        const bool generic = of_parameter && stars.empty();
        const std::string type = stars.empty() ? plain_base : base + stars;
        const std::string spelling(text_.text(name));
        if (is_plain_type(spelling) || is_arithmetic(spelling))
            return false;
        names_.variables.emplace(spelling,
                                 step_variable{type, name, scope_end, generic,
                                               is_number && is_integer && stars.empty(),
                                               text_.is(position, "=") ? position + 1 : -1});
        bool has_less = false;
        const std::string beginning = "::cuda_emulator::begin_variable<" + type + ">(" + spelling;
        if (!text_.is(position, "=")) {
            replace(name, generic           ? beginning + ")"
                          : type == "dim3 " ? spelling + " = dim3()"
                                            : "(void)0");
        } else {
            if (generic) {
                replace(name, beginning);
                replace(position++, ",");
            }
            for (; position < last && !text_.is(position, ","); ++position) {
                has_less = has_less || text_.is(position, "<");
                const int closer = text_.closer(position);
                if (closer > position)
                    position = closer;
            }
        }
        if (generic && text_.is(name + 1, "="))
            replace(position, ")" + std::string(text_.text(position)));
        if (position == last)
            return true;
        // Or it is an array, has its value in brackets, or the comma is one of f<a, b>(c).
        if (!text_.is(position, ",") || has_less)
            return false;
    }
}

// Whether a statement in a block with a barrier is certainly no declaration. (A '>' or '<' stands
// alone: see tokenize().)
bool step_rewriter::begins_expression(int first) const {
    static constexpr std::array<std::string_view, 23> behind_name = {
        "=",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ">", "[", ".",
        "->", "++", "--", ",",  ";",  "?",  "==", "!=", "+",  "-", "|"};
    const std::string_view here = text_.text(first);
    for (const char *word : {";", "{", "if", "while", "for", "do", "switch", "return", "break",
                             "continue", "*", "(", "++", "--", "using", "typedef", "static_assert"})
        if (here == word)
            return true;
    if (text_.is(first + 1, "(")) { // or it is "pair (*p)(int)", or "alignas(8) int i"
        const int behind = text_.closer(first + 1) + 1;
        return text_.is_name(first) && !is_arithmetic(here) &&
               names_.type_parameters.count(here) == 0 && !is_plain_type(here) &&
               (text_.is(behind, ";") || text_.is(behind, ".") || text_.is(behind, "->") ||
                text_.is(behind, ","));
    }
    return text_.is_name(first) &&
           (one_of(text_.text(first + 1), behind_name) ||
            (text_.is(first + 1, "<") && (text_.is(first + 2, "<") || text_.is(first + 2, "<="))));
}

// Whether a __shared__ variable may as well be declared in front of the first statement: what it
// is made of is known there, and its name means nothing else.
bool step_rewriter::may_come_first(int specifier) const {
    for (int position = first_statement_; position < specifier; ++position)
        if (text_.is(position, "using") || text_.is(position, "typedef"))
            return false;
    for (int name = specifier + 1; !text_.is(name, ";") && name < end_; ++name) {
        if (!text_.is_name(name) || is_arithmetic(text_.text(name)))
            continue;
        if (names_.variables.count(text_.text(name)) != 0)
            return false;
        const bool declared =
            text_.is(name + 1, "[") || text_.is(name + 1, ",") || text_.is(name + 1, ";");
        for (int other = body_; declared && other < end_; ++other)
            if (text_.is(other, text_.text(name)) && !text_.is(other - 1, ".") &&
                !text_.is(other - 1, "->") && (other < specifier || names_.declares(other)) &&
                other != name)
                return false;
    }
    return true;
}

// Calculates the needed variables that are derived, and those that they are made of.
std::string step_rewriter::derive(const step_values &values,
                                  const std::set<std::string> &needed) const {
    std::map<int, std::string> found; // by their definitions' positions
    std::vector<std::string> open(needed.begin(), needed.end());
    while (!open.empty()) {
        const auto variable = values.derived.find(open.back());
        open.pop_back();
        if (variable == values.derived.end())
            continue;
        const auto [first, last] = variable->second;
        const bool is_new =
            found.emplace(first, variable->first + " = " + text_.joined(first, last) + "; ").second;
        for (int position = first; is_new && position < last; ++position)
            open.emplace_back(text_.text(position));
    }
    std::string all;
    for (const auto &[position, assignment] : found)
        all += assignment;
    return all;
}

// arguments: as rewrite_steps() gets them, or null for a function.
step_rewriter::made_text step_rewriter::make_text(const std::vector<std::string> *arguments) const {
    made_text made = {moved_blocks_, "", "", false, changes_};
    std::map<std::string, step_variable> known; // one for each name
    for (const auto &[name, v] : names_.variables)
        known.emplace(name, v);
    // What threads have in common is known of kernels without such functions only.
    const bool alone = function_ == nullptr && calls_.empty();
    const step_values::ranges unconditional = alone ? unconditional_ : step_values::ranges();
    const step_values values(names_, arguments, unconditional, [this](const std::string &macro) {
        return stands_for_constant(macro, 0);
    });
    std::set<std::string> kept, common;
    int number = 0;
    for (const auto &[barrier, loop] : barriers_) {
        std::string keep, restore;
        std::set<std::string> needed;
        for (const auto &[name, v] : known)
            if (names_.is_needed_behind(barrier, loop, name))
                needed.insert(name);
        restore = derive(values, needed);
        for (const auto &[name, v] : known) {
            if (needed.count(name) == 0 || values.derived.count(name) != 0)
                continue;
            const bool of_all = values.common.count(name) != 0;
            (of_all ? common : kept).insert(name);
            const std::string place =
                (of_all ? "cuda_emulator_ours." : "cuda_emulator_mine.") + name;
            if (v.generic) {
                keep += "::cuda_emulator::copy_variable(" + place + ".value, " + name + "); ";
                restore += "::cuda_emulator::copy_variable(" + name + ", " + place + ".value); ";
            } else {
                keep += place + " = " + name + "; ";
                restore += name + " = " + place + "; ";
            }
        }
        const auto found = calls_.find(barrier);
        if (found == calls_.end()) {
            // All on the line on which the barrier begins, which is the one that reports name.
            made.changes[barrier] = "CUDA_EMULATOR_STEP(" + std::to_string(++number) + ", " + keep +
                                    ", " + restore + ")";
            for (int position = barrier + 1; position <= barrier_ends_.at(barrier); ++position)
                made.changes[position] = "";
            continue;
        }
        const call &c = found->second;
        const std::string first = std::to_string(number + 1);
        const std::string frame = "cuda_emulator_mine.cuda_emulator_call_" + first;
        std::string cases;
        for (int step = 0; step < c.function->steps; ++step)
            cases += "case " + std::to_string(++number) + ": ";
        for (int position = barrier; position < c.name; ++position)
            made.changes[position] = "";
        made.changes[c.name] = "{ " + frame + ".begin";
        made.changes[c.close] = "); CUDA_EMULATOR_CALL_STEPS(" + c.function->name + ", " + frame +
                                ", " + first + ", " + cases + ", " + keep + ", " + restore + ") " +
                                c.before +
                                (c.before.empty() ? "" : frame + ".cuda_emulator_result");
        made.changes[syntax_.end_of_statement(barrier) - 1] =
            c.returns ? "; return ::cuda_emulator::STEPS_FINISHED; }" : "; }";
        made.members +=
            " cuda_emulator_frame_" + c.function->name + " cuda_emulator_call_" + first + ";";
    }
    std::string comparison;
    for (const auto &[name, v] : known) {
        const std::string type =
            v.generic ? "::cuda_emulator::step_variable<" + v.type + "> " : v.type;
        if (v.generic)
            made.definitions += type + "cuda_emulator_room_" + name + "; [[maybe_unused]] auto &" +
                                name + " = cuda_emulator_room_" + name + ".value; ";
        else
            made.definitions += type + name + "{}; ";
        if (kept.count(name) != 0)
            made.members += " " + type + name + ";";
        if (common.count(name) == 0)
            continue;
        made.common += " " + type + name + ";";
        comparison += (comparison.empty() ? "" : " && ") + name + " == cuda_emulator_other." + name;
    }
    if (!common.empty())
        made.common =
            " struct cuda_emulator_common {" + made.common +
            " bool operator==(const cuda_emulator_common &cuda_emulator_other) const { return " +
            comparison + "; } };";
    made.arguments_stay = values.arguments_stay;
    made.definitions += "switch (cuda_emulator_from) { case 0:; ";
    return made;
}

step_ends step_rewriter::apply(const std::string &bounds, const std::vector<std::string> *arguments,
                               edit_list &edits) const {
    for (const int specifier : late_shared_)
        context_.late_shared[specifier] = may_come_first(specifier) ? first_statement_ : -1;
    for (const auto &[first, called] : calls_)
        context_.functions->write(*called.function, edits);
    const made_text made = make_text(arguments);
    for (const auto &[position, replacement] : made.changes)
        edits.replace(text_.token_index(position), replacement);
    edits.insert_before(text_.token_index(first_statement_), made.definitions);
    return {
        " struct cuda_emulator_kept {" + made.members + " };" + made.common +
            " CUDA_EMULATOR_STEPS_BEGIN(" + bounds + ", " + std::to_string(count_steps()) +
            (made.common.empty() ? ", ::cuda_emulator::nothing_common" : ", cuda_emulator_common") +
            (made.arguments_stay ? ", stay" : ", change") + ") ",
        " } CUDA_EMULATOR_STEPS_END "};
}

// The function stays as it is, for those who call it in other ways. Behind it stands what takes its
// steps, made of the same text.
void step_rewriter::apply_to_function(edit_list &edits) const {
    for (const auto &[first, called] : calls_)
        context_.functions->write(*called.function, edits);
    const made_text made = make_text(nullptr);
    for (const auto &[position, replacement] : made.changes)
        edits.replace_in_repetition(text_.token_index(position), replacement);
    std::string members, list, begin, names;
    for (const step_function::parameter &p : function_->parameters) {
        members += p.type + " cuda_emulator_p_" + p.name + "; ";
        list += (list.empty() ? "" : ", ") + p.type + " cuda_emulator_a_" + p.name;
        begin += "cuda_emulator_p_" + p.name + " = cuda_emulator_a_" + p.name + "; ";
        names += "[[maybe_unused]] auto &" + p.name + " = cuda_emulator_mine.cuda_emulator_p_" +
                 p.name + "; ";
    }
    if (!function_->result.empty())
        members += function_->result + " cuda_emulator_result; ";
    const std::uint32_t open = text_.token_index(body_),
                        first = text_.token_index(first_statement_),
                        close = text_.token_index(end_);
    const std::string lines = context_.file.line_marker(open) + "\n";
    edits.repeat_after(close,
                       {{open + 1, first,
                         "\n" + lines + "struct cuda_emulator_frame_" + function_->name + " { " +
                             members + made.members + " void begin(" + list + ") { " + begin +
                             "} }; CUDA_EMULATOR_FUNCTION_BEGIN(" + function_->name + ") " + names},
                        {first, close, made.definitions}},
                       " } CUDA_EMULATOR_FUNCTION_END\n" + context_.file.line_marker(close) + "\n" +
                           std::string(context_.file.column_of(close) + 1, ' '));
}

step_functions::step_functions(const tree &syntax, step_context &context)
    : syntax_(syntax), text_(syntax.text()), context_(context) {
    std::set<std::string> twice; // or perhaps: which is meant the arguments decide
    for (const function &f : find_declarations(syntax_, context.words).functions) {
        if (f.body < 0)
            continue;
        if (context.others.count(f.name) != 0 ||
            !context.file.is_certain(text_.directives_before(f.head)) ||
            text_.directives_before(f.head) != text_.directives_before(text_.closer(f.body)))
            twice.insert(f.name);
        entry e;
        e.declared = f;
        e.known.name = f.name;
        if (!entries_.emplace(f.name, std::move(e)).second)
            twice.insert(f.name);
    }
    for (const std::string &name : twice)
        entries_.erase(name);
}

const step_function *step_functions::find(int name) {
    const auto found = entries_.find(text_.text(name));
    if (found == entries_.end() || text_.is(name - 1, ".") || text_.is(name - 1, "->") ||
        text_.is(name - 1, "::") || name < found->second.declared.body)
        return nullptr;
    entry &e = found->second;
    if (e.is == state::unknown) {
        e.is = state::being_read;
        const function &f = e.declared;
        if (f.runs == function::space::device && !f.is_template && !f.is_member && !f.is_constant &&
            f.space_name.empty() && read_head(e)) {
            e.rewriter =
                std::make_unique<step_rewriter>(syntax_, f.head, f.body, context_, &e.known);
            if (e.rewriter->plan())
                e.known.steps = e.rewriter->count_steps();
        }
        e.is = e.known.steps > 0 ? state::takes_steps : state::does_not;
    }
    return e.is == state::takes_steps || e.is == state::written ? &e.known : nullptr;
}

void step_functions::write(const step_function &function, edit_list &edits) {
    entry &e = entries_.at(function.name);
    if (e.is == state::written)
        return;
    e.is = state::written;
    e.rewriter->apply_to_function(edits);
}

// What it returns and takes: numbers, vectors of these, pointers, and the block.
bool step_functions::read_head(entry &e) const {
    static constexpr std::array<std::string_view, 8> specifiers = {
        "static",     "inline",   "__device__",   "__forceinline__",
        "__inline__", "__inline", "__noinline__", "extern"};
    const function &f = e.declared;
    bool typed = false;
    for (int position = f.head; position < f.position; ++position) {
        const std::string_view here = text_.text(position);
        if (one_of(here, specifiers))
            continue;
        if (!is_arithmetic(here) && !is_plain_type(here) && here != "void" && here != "*")
            return false;
        typed = true;
        e.known.result += (e.known.result.empty() ? "" : " ") + std::string(here);
    }
    if (e.known.result == "void")
        e.known.result.clear();
    const int close = text_.closer(f.parameters);
    if (!typed || f.body != close + 1)
        return false;
    int first = f.parameters + 1;
    if (text_.is(first, "void") && first + 1 == close)
        return true;
    for (int position = first; position <= close; ++position)
        if (text_.is(position, ",") || (position == close && first < close)) {
            if (!read_parameter(first, position, e.known))
                return false;
            first = position + 1;
        }
    return true;
}

bool step_functions::read_parameter(int first, int last, step_function &known) const {
    const int name = last - 1;
    if (!text_.is_name(name) || context_.macros.count(std::string(text_.text(name))) != 0)
        return false;
    const int type = text_.is(first, "const") ? first + 1 : first;
    const int block = behind_namespaces(text_, type);
    if (text_.is(block, "thread_block") &&
        (block + 1 == name || (block + 2 == name && text_.is(block + 1, "&")))) {
        known.parameters.push_back({text_.joined(type, block + 1), std::string(text_.text(name))});
        return true;
    }
    bool pointer = false, typed = false;
    std::string spelling;
    for (int position = first; position < name; ++position) {
        const std::string_view here = text_.text(position);
        const bool of_pointer = pointer && is_qualifier(here);
        if (here == "*")
            pointer = true;
        else if (is_arithmetic(here) || is_plain_type(here))
            typed = true;
        else if (!is_qualifier(here) && here != "volatile")
            return false;
        if (!of_pointer)
            spelling += (spelling.empty() ? "" : " ") + std::string(here);
    }
    if (!typed || is_plain_type(text_.text(name)))
        return false;
    if (!pointer) { // a variable that changes only once
        if (spelling.find("volatile") != std::string::npos)
            return false;
        for (std::size_t at; (at = spelling.find("const")) != std::string::npos;)
            spelling.erase(at, 5);
    }
    known.parameters.push_back({spelling, std::string(text_.text(name))});
    return true;
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
    if (!rewriter.plan())
        return {};
    context.bodies.insert(body);
    return rewriter.apply(bounds, arguments, edits);
}

} // namespace cuda_rewriter
