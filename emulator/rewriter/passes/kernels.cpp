//     __global__ void k(float *x) { *x = 1; }
// becomes
//     __global__ void k(float *x) { CUDA_EMULATOR_KERNEL_BEGIN(0) *x = 1; CUDA_EMULATOR_KERNEL_END
//     }
// The macros (emulator/kernel.h) make a lambda of the body and launch it. Their argument is that of
// __launch_bounds__, or 0. A kernel with barriers gets other macros: see steps.cpp.
#include "kernels.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "arguments.h"
#include "lanes.h"
#include "parameters.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

class kernel_rewriter {
public:
    kernel_rewriter(const source_file &file, const tree &syntax, const specifier_uses &specifiers,
                    step_context *steps, edit_list &edits)
        : file_(file), syntax_(syntax), text_(syntax.text()), specifiers_(specifiers),
          steps_(steps), edits_(edits) {}

    bool rewrite();

private:
    int body_of(int specifier, bool &unfinished) const;
    std::string bounds_of(int specifier, int body) const;
    int word_before(int specifier, std::string_view word) const;
    std::string bounds_text(int position) const;
    std::string clusters_of(int specifier, int body) const;
    void wrap_bodies();

    const source_file &file_;
    const tree &syntax_;
    const region &text_;
    const specifier_uses &specifiers_;
    step_context *steps_;
    edit_list &edits_;
    std::map<int, std::string> bodies_; // the launch bounds by the opening brace
    std::map<int, int> heads_;          // the specifier, likewise
    std::map<int, int> parameters_;     // their opening parenthesis, or -1
};

bool kernel_rewriter::rewrite() {
    bool unfinished = false;
    for (int position = text_.size() - 1; position >= 0; --position) {
        if (!specifiers_.at(position))
            continue;
        const int body = body_of(position, unfinished);
        if (body < 0)
            continue;
        if (text_.closer(body) < 0)
            file_.fatal_error_at(text_.token_index(body),
                                 "the body of this kernel is not closed: a } is missing");
        heads_[body] = position;
        const node *function = syntax_.function_around(position);
        parameters_[body] = function == nullptr ? -1 : function->open;
        const auto [known, is_new] = bodies_.emplace(body, bounds_of(position, body));
        // Two heads in the branches of an #if share the body, but not the bounds.
        if (!is_new && known->second != bounds_of(position, body))
            known->second.clear();
    }
    wrap_bodies();
    return unfinished;
}

// The '{' of the kernel that a specifier belongs to, or -1.
int kernel_rewriter::body_of(int specifier, bool &unfinished) const {
    const node *function = syntax_.function_around(specifier);
    if (function != nullptr && specifier < function->body)
        return function->body;
    int index = syntax_.at(specifier);
    // DEFINE_KERNEL(name, { ... }): the macro's definition has the head, its use the body.
    if (specifiers_.has_arguments(specifier))
        for (const node &below : syntax_.below(syntax_[index]))
            if (below.what == kind::block)
                return below.body;
    for (; index > 0; index = syntax_[index].parent)
        unfinished =
            unfinished || (syntax_[index].what == kind::declaration &&
                           syntax_[index].last == text_.size() && !text_.is(text_.size() - 1, ";"));
    return -1;
}

// "__global__ void __launch_bounds__(256) k()". Those that only one branch of an #if has do not
// always hold.
std::string kernel_rewriter::bounds_of(int specifier, int body) const {
    const int before = word_before(specifier, "__launch_bounds__");
    std::string bounds = before < 0 ? "" : bounds_text(before);
    for (int position = specifier + 1; position < body && bounds.empty(); ++position)
        if (text_.is(position, "__launch_bounds__") &&
            text_.directives_before(specifier) == text_.directives_before(position))
            bounds = bounds_text(position);
    return bounds;
}

// "__launch_bounds__(256) __global__ void k()" has the bounds in front: where, or -1.
int kernel_rewriter::word_before(int specifier, std::string_view word) const {
    for (int position = specifier - 1; position >= 0; --position) {
        const std::string_view here = text_.text(position);
        if (here == word)
            return position;
        if (here == ")" || here == "]") {
            position = text_.opener(position);
            if (position < 0)
                break;
        } else if (here == ";" || here == "{" || here == "}" || here == "(" ||
                   specifiers_.at(position) ||
                   text_.directives_before(position) != text_.directives_before(specifier)) {
            break;
        }
    }
    return -1;
}

// "__global__ void __cluster_dims__(2, 1, 1) k()": what says so before the kernel is launched.
std::string kernel_rewriter::clusters_of(int specifier, int body) const {
    int position = word_before(specifier, "__cluster_dims__");
    for (int behind = specifier + 1; behind < body && position < 0; ++behind)
        position = text_.is(behind, "__cluster_dims__") ? behind : -1;
    return position < 0 || text_.closer(position + 1) < 0
               ? std::string()
               : " ::cuda_emulator::cluster_of_launch({" +
                     text_.joined(position + 2, text_.closer(position + 1)) + "});";
}

// The first argument. A comma inside template arguments does not end it.
std::string kernel_rewriter::bounds_text(int position) const {
    const int open = position + 1;
    const int close = text_.closer(open);
    if (!text_.is(open, "(") || close < 0)
        return {};
    int balance = 0;
    int first_comma = close;
    for (int here = open + 1; here < close; ++here) {
        const std::string_view spelling = text_.text(here);
        if (spelling == "(" || spelling == "[" || spelling == "{") {
            here = text_.closer(here);
            if (here < 0)
                return {};
        } else if (spelling == "<" && text_.is_name(here - 1)) {
            ++balance;
        } else if (spelling == ">") {
            --balance;
        } else if (spelling == ",") {
            if (balance == 0)
                return text_.joined(open + 1, here);
            first_comma = first_comma == close ? here : first_comma;
        }
    }
    return text_.joined(open + 1, balance == 0 ? close : first_comma);
}

void kernel_rewriter::wrap_bodies() {
    std::map<int, std::string> ends; // by the canonical opener
    for (const auto &[open, stated] : bodies_) {
        const std::string bounds = stated.empty() ? "0" : "(" + stated + ")";
        const class_arguments arguments = find_class_arguments(text_, open);
        const int list = parameters_.at(open);
        std::vector<std::string> names;
        const bool plain =
            arguments.captures.empty() && list >= 0 && read_parameters(text_, list, names);
        step_ends steps;
        const node *kernel = syntax_.function_around(heads_.at(open));
        if (steps_ != nullptr && steps_->lanes && plain && kernel != nullptr &&
            kernel->body == open && text_.canonical_opener(open) == open) {
            steps = rewrite_lanes(syntax_, *kernel, open, bounds, *steps_, edits_);
            if (!steps.begin.empty())
                steps_->bodies_in_lanes.insert(open);
        }
        if (steps_ != nullptr && steps.begin.empty() && text_.canonical_opener(open) == open)
            steps = rewrite_steps(syntax_, heads_.at(open), open, bounds, plain ? &names : nullptr,
                                  *steps_, edits_);
        if (steps.begin.empty())
            steps = {" CUDA_EMULATOR_KERNEL_BEGIN(" + bounds + ") ", " CUDA_EMULATOR_KERNEL_END "};
        // Both begin with a macro and its arguments.
        steps.begin.insert(steps.begin.rfind(')'), arguments.captures);
        const std::string taken =
            clusters_of(heads_.at(open), open) + (list >= 0 ? take_parameters(text_, list) : "");
        edits_.insert_after(text_.token_index(open), taken + steps.begin + arguments.definitions);
        ends.emplace(text_.canonical_opener(open), steps.end);
    }
    if (ends.empty())
        return;
    // Not only the closer of each one: every branch of an #if may have its own.
    for (int position = 0; position < text_.size(); ++position) {
        const int open = text_.opener(position);
        const auto end = open >= 0 ? ends.find(open) : ends.end();
        if (end != ends.end())
            edits_.insert_before(text_.token_index(position), end->second);
    }
}

} // namespace

bool rewrite_kernels(const source_file &file, const tree &syntax, const specifier_uses &specifiers,
                     step_context *steps, edit_list &edits) {
    return kernel_rewriter(file, syntax, specifiers, steps, edits).rewrite();
}

} // namespace cuda_rewriter
