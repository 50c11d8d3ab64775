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
#include "parameters.h"
#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

class kernel_rewriter {
public:
    kernel_rewriter(const source_file &file, const region &text, const specifier_uses &specifiers,
                    step_context *steps, edit_list &edits)
        : file_(file), text_(text), specifiers_(specifiers), steps_(steps), edits_(edits) {}

    bool rewrite();

private:
    enum class outcome { declaration, body, unfinished };
    struct declaration {
        outcome found = outcome::declaration;
        int body = -1;
        int parameters = -1; // the opening parenthesis
        std::string bounds;
    };

    declaration read(int specifier) const;
    int body_in_arguments(int open) const;
    bool is_body(int open, bool has_parameters) const;
    std::string bounds_before(int specifier) const;
    std::string bounds_text(int position) const;
    void wrap_bodies();

    const source_file &file_;
    const region &text_;
    const specifier_uses &specifiers_;
    step_context *steps_;
    edit_list &edits_;
    std::map<int, declaration> declarations_; // by the position of the specifier
    std::map<int, std::string> bodies_;       // the launch bounds by the opening brace
    std::map<int, int> heads_;                // the specifier, likewise
    std::map<int, int> parameters_;           // their opening parenthesis, or -1
};

// Last to first, because a declaration that holds two specifiers ends where the second one does.
bool kernel_rewriter::rewrite() {
    bool unfinished = false;
    for (int position = text_.size() - 1; position >= 0; --position) {
        if (!specifiers_.at(position))
            continue;
        declaration d = read(position);
        unfinished = unfinished || d.found == outcome::unfinished;
        if (d.found == outcome::body) {
            if (text_.closer(d.body) < 0)
                file_.fatal_error_at(text_.token_index(d.body),
                                     "the body of this kernel is not closed: a } is missing");
            heads_[d.body] = position;
            // Two heads in the branches of an #if may name them otherwise.
            const auto [list, is_first] = parameters_.emplace(d.body, d.parameters);
            if (!is_first && list->second != d.parameters)
                list->second = -1;
            const auto [known, is_new] = bodies_.emplace(d.body, d.bounds);
            // Two heads in the branches of an #if share the body, but not the bounds.
            if (!is_new && known->second != d.bounds)
                known->second.clear();
        }
        declarations_.emplace(position, std::move(d));
    }
    wrap_bodies();
    return unfinished;
}

kernel_rewriter::declaration kernel_rewriter::read(int specifier) const {
    declaration d;
    d.bounds = bounds_before(specifier);
    int position = specifier + 1;
    if (specifiers_.has_arguments(specifier)) {
        const int body = body_in_arguments(position);
        if (body >= 0) {
            d.found = outcome::body;
            d.body = body;
            return d;
        }
    }
    bool has_parameters = false;
    for (; position < text_.size(); ++position) {
        const std::string_view here = text_.text(position);
        if (here == ";" || here == ")" || here == "]" || here == "}")
            return d;
        if (specifiers_.at(position)) {
            const declaration &rest = declarations_.at(position);
            d.found = rest.found;
            d.body = rest.body;
            d.parameters = rest.parameters;
            if (d.bounds.empty() &&
                text_.directives_before(specifier) == text_.directives_before(position))
                d.bounds = rest.bounds;
            return d;
        }
        // Bounds that only one branch of an #if has do not always hold.
        if (here == "__launch_bounds__" && d.bounds.empty() &&
            text_.directives_before(specifier) == text_.directives_before(position))
            d.bounds = bounds_text(position);
        if (here == "{" && is_body(position, has_parameters)) {
            d.found = outcome::body;
            d.body = position;
            return d;
        }
        if (here == "(" || here == "[" || here == "{") {
            if (here == "(" && text_.is_identifier(position - 1) &&
                !takes_arguments(text_.text(position - 1))) {
                has_parameters = true;
                d.parameters = position;
            }
            position = text_.closer(position);
            if (position < 0)
                return d;
        }
    }
    d.found = outcome::unfinished;
    return d;
}

// DEFINE_KERNEL(name, { ... }): the macro's definition has the head, its use the body.
int kernel_rewriter::body_in_arguments(int open) const {
    const int close = text_.closer(open);
    int body = -1;
    for (int position = open + 1; position < close; ++position) {
        const std::string_view here = text_.text(position);
        if (here != "(" && here != "[" && here != "{")
            continue;
        if (here == "{" && (text_.is(position - 1, ",") || position == open + 1))
            body = position;
        const int end = text_.closer(position);
        if (end < 0)
            return -1;
        position = end;
    }
    return body;
}

// Braces also occur in a return type, "enable_if_t<is_same<T, int>{}, void>", and in a requires
// expression.
bool kernel_rewriter::is_body(int open, bool has_parameters) const {
    int before = open - 1;
    if (text_.is(before, ")") && text_.opener(before) >= 0)
        before = text_.opener(before) - 1;
    if (text_.is(before, "requires"))
        return false;
    if (has_parameters || text_.closer(open) < 0)
        return true;
    const std::string_view after = text_.text(text_.closer(open) + 1);
    return after != ">" && after != "," && after != "::" && after != "&&" && after != "||";
}

// "__launch_bounds__(256) __global__ void k()" has the bounds in front.
std::string kernel_rewriter::bounds_before(int specifier) const {
    for (int position = specifier - 1; position >= 0; --position) {
        const std::string_view here = text_.text(position);
        if (here == "__launch_bounds__")
            return bounds_text(position);
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
    return {};
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
        if (steps_ != nullptr && text_.canonical_opener(open) == open)
            steps = rewrite_steps(text_, heads_.at(open), open, bounds, plain ? &names : nullptr,
                                  *steps_, edits_);
        if (steps.begin.empty())
            steps = {" CUDA_EMULATOR_KERNEL_BEGIN(" + bounds + ") ", " CUDA_EMULATOR_KERNEL_END "};
        // Both begin with a macro and its arguments.
        steps.begin.insert(steps.begin.rfind(')'), arguments.captures);
        const std::string taken = list >= 0 ? take_parameters(text_, list) : "";
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

bool rewrite_kernels(const source_file &file, const region &text, const specifier_uses &specifiers,
                     step_context *steps, edit_list &edits) {
    return kernel_rewriter(file, text, specifiers, steps, edits).rewrite();
}

} // namespace cuda_rewriter
