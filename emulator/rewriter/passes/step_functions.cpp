//     __device__ float sum(float *a, int n) { ... __syncthreads(); ... }
// takes steps if its head is understood, and all of its body: see steps.cpp.
#include "step_functions.h"

#include "../syntax/words.h"

#include <array>

namespace cuda_rewriter {

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

} // namespace cuda_rewriter
