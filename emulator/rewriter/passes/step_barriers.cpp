// Where a kernel waits: at __syncthreads(), at sync() of its block, in functions that do so.
#include "step_functions.h"
#include "step_rewriter.h"

#include "../syntax/words.h"

#include <array>

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

} // namespace

int behind_namespaces(const region &text, int position) {
    while (text.is_name(position) && text.is(position + 1, "::"))
        position += 2;
    return position;
}

// The variable of "cg::thread_block cta = cg::this_thread_block();", or null.
const node *step_rewriter::block_variable(const node &statement) const {
    if (statement.what != kind::declaration || syntax_.variables_of(statement).size() != 1)
        return nullptr;
    const node &variable = *syntax_.variables_of(statement).front();
    const int type = text_.is(statement.first, "const") ? statement.first + 1 : statement.first;
    const int name = text_.is(type, "auto") ? type : behind_namespaces(text_, type);
    const int call = behind_namespaces(text_, variable.body + 1);
    return (text_.is(name, "auto") || text_.is(name, "thread_block")) &&
                   variable.name == name + 1 && text_.is(variable.body, "=") &&
                   text_.is(call, "this_thread_block") && variable.last == call + 3
               ? &variable
               : nullptr;
}

// Whether it is known of each such name what it means.
bool step_rewriter::find_blocks() {
    if (function_ != nullptr)
        for (const step_function::parameter &p : function_->parameters)
            if (p.type.size() >= 12 && p.type.substr(p.type.size() - 12) == "thread_block")
                blocks_.insert(p.name);
    for (const node &variable : syntax_.below(*syntax_.statement(body_))) {
        if (variable.what != kind::declarator ||
            block_variable(syntax_[variable.parent]) != &variable)
            continue;
        const std::string_view name = text_.text(variable.name);
        for (const int other : syntax_.uses(name))
            if (body_ < other && other < end_ && other != variable.name &&
                (other < variable.name || text_.is_identifier(other - 1)))
                return false;
        blocks_.insert(name);
    }
    return true;
}

// The last token of "__syncthreads()", "cta.sync()" or "cg::sync(cta)", if that is a statement, or
// -1.
int step_rewriter::end_of_barrier(const node &call) const {
    const node &around = syntax_.statement_around(call.name);
    const int first = around.first, name = call.name;
    if (call.last - 1 != text_.closer(call.open) || !text_.is(call.last, ";"))
        return -1;
    if (text_.is(name, "__syncthreads"))
        return call.last == call.open + 2 ? call.last - 1 : -1;
    if (!text_.is(name, "sync") || around.last != call.last + 1)
        return -1;
    const bool empty = call.last == call.open + 2;
    const bool of_block = empty && text_.is(name - 1, ".") && name - 2 == first &&
                          blocks_.count(text_.text(first)) != 0;
    const bool with_block = call.last == call.open + 3 && name == behind_namespaces(text_, first) &&
                            blocks_.count(text_.text(call.open + 1)) != 0;
    const int block = behind_namespaces(text_, first);
    const bool of_this_block = empty && text_.is(block, "this_thread_block") &&
                               text_.is(block + 1, "(") && name == block + 4;
    return of_block || with_block || of_this_block ? call.last - 1 : -1;
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
        if (function_ != nullptr && (shared_.at(position) || here == "gridDim"))
            return false; // there would be two of it; see strides.h
        has_other_group = has_other_group || is_other_group(here);
    }
    std::size_t known = 0; // calls of __syncthreads()
    for (const node &n : syntax_.below(*syntax_.statement(body_))) {
        if (n.what == kind::lambda ||
            (n.what == kind::jump && text_.is(n.first, "return") && !read_return(n)))
            return false;
        if (n.what != kind::call || n.name < 0)
            continue;
        if (n.name + 1 == n.open && context_.functions->find(n.name) != nullptr)
            read_call(n);
        if (const int last = end_of_barrier(n); last >= 0) {
            const bool of_group = text_.is(n.name, "sync");
            const int first = of_group ? syntax_.statement_around(n.name).first : n.name;
            barriers_.emplace(first, -1);
            barrier_ends_[first] = last;
            has_group_barrier = has_group_barrier || of_group;
            known += of_group ? 0 : 1;
        }
    }
    for (const int position : syntax_.uses("__syncthreads"))
        known -= body_ < position && position < end_ ? 1 : 0;
    if (known != 0)
        return false; // one that is no statement
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

bool step_rewriter::read_return(const node &jump) {
    if (text_.is(jump.first + 1, ";")) {
        replace(jump.first, "return ::cuda_emulator::STEPS_FINISHED");
        return true;
    }
    if (function_ == nullptr || function_->result.empty())
        return false;
    replace(jump.first, "{ cuda_emulator_mine.cuda_emulator_result =");
    replace(jump.last - 1, "; return ::cuda_emulator::STEPS_FINISHED; }");
    return true;
}

// Whether [first, last) changes nothing, and calls nothing that takes steps.
bool step_rewriter::only_reads(int first, int last, bool may_call) const {
    const tree::nodes_below nodes = syntax_.within(first, last);
    return std::none_of(nodes.begin(), nodes.end(), [&](const node &n) {
        if (n.last > last) // around it
            return false;
        if (n.what == kind::call)
            return !may_call || context_.functions->find(n.name) != nullptr;
        return n.what == kind::lambda || n.what == kind::launch ||
               (n.what == kind::operation && syntax_.changes(n));
    });
}

// Reads the statement around a call: a definition of one variable, an assignment, or "return", in
// which nothing else is called or changed. In others a call is as any other: see give_fibers().
void step_rewriter::read_call(const node &call) {
    const int name = call.name, close = call.last - 1;
    step_call c = {context_.functions->find(name), name, close, false, "", false};
    const node &around = syntax_.statement_around(name);
    const int first = around.first, last = around.last;
    if (!text_.is(close, ")") || close >= last || !text_.is(last - 1, ";") ||
        calls_.count(first) != 0 || macros_.count(std::string(text_.text(first))) != 0)
        return;
    if (first == name) {
        if (close + 1 != last - 1)
            return;
    } else if (text_.is(first, "return") && first + 1 == name) {
        c.returns = true;
        c.before = "cuda_emulator_mine.cuda_emulator_result = ";
    } else if (around.what == kind::declaration) {
        const std::vector<const node *> variables = syntax_.variables_of(around);
        c.declares = true;
        if (variables.size() != 1 || variables.front()->body != name - 1 ||
            !text_.is(name - 1, "="))
            return;
        c.before = text_.joined(variables.front()->name, name) + " ";
    } else {
        // An assignment works out its right side first.
        const node *assignment = syntax_.operation_at(name - 1);
        if (assignment == nullptr || !syntax_.assigns(*assignment) || assignment->first != first ||
            !only_reads(first, name - 1, false))
            return;
        c.before = text_.joined(first, name) + " ";
    }
    if ((first != name && c.function->result.empty()) || !only_reads(close + 1, last - 1, false) ||
        !only_reads(call.open + 1, close, true) ||
        text_.count_parts(call.open + 1, close) != static_cast<int>(c.function->parameters.size()))
        return;
    barriers_.emplace(first, -1);
    calls_.emplace(first, std::move(c));
}

} // namespace cuda_rewriter
