//     k<<<grid, block>>>(x);
// becomes
//     (::cuda_emulator::launch_guard(grid, block) ? (void)0 : k(x));
// so that the call of k finds the configuration: see emulator/launch.h. Where the kernel's name
// cannot be moved, because a macro or an #if may be a part of it, it becomes
//     k->* ::cuda_emulator::launch_config(grid, block)(x);
#include "launches.h"

#include <algorithm>
#include <string>
#include <vector>

#include "../sema/kernel_expression.h"
#include "../syntax/launch_angles.h"

namespace cuda_rewriter {
namespace {

class launch_rewriter {
public:
    launch_rewriter(const source_file &file, const region &text, edit_list &edits)
        : file_(file), text_(text), edits_(edits) {}

    void rewrite();

private:
    void rewrite_launch(int begin);
    [[noreturn]] void refuse_unclosed(int begin) const;
    void rewrite_as_guard(int kernel, int begin, int closing);
    void rewrite_as_operator(int begin, int closing);
    void replace_triple(int begin, const std::string &replacement);
    void close_argument_lists();

    const source_file &file_;
    const region &text_;
    edit_list &edits_;
    std::vector<int> argument_lists_; // the opening parentheses
};

void launch_rewriter::rewrite() {
    for (int position = 0; position < text_.size(); ++position) {
        if (text_.is(position, "operator")) {
            while (text_.is(position + 1, "<"))
                ++position;
        } else if (text_.is_launch(position)) {
            rewrite_launch(position);
            position += 2;
        }
    }
    close_argument_lists();
}

void launch_rewriter::rewrite_launch(int begin) {
    const launch_end closing = find_launch_end(text_, begin);
    if (closing.begin < 0)
        refuse_unclosed(begin);
    const kernel_expression kernel = find_kernel_expression(text_, begin);
    const int arguments = closing.begin + 3;
    // The kernel moves behind the configuration. That cannot be done when a directive may select
    // another one, or another argument list.
    const bool movable =
        kernel.begin >= 0 && !kernel.ambiguous &&
        text_.directives_before(kernel.begin) == text_.directives_before(begin) &&
        text_.directives_before(closing.begin) == text_.directives_before(arguments);
    if (movable && closing.before_arguments)
        rewrite_as_guard(kernel.begin, begin, closing.begin);
    else
        rewrite_as_operator(begin, closing.begin);
}

void launch_rewriter::refuse_unclosed(int begin) const {
    if (text_.is_launch(begin + 1))
        file_.fatal_error_at(
            text_.token_index(begin),
            "this line was left by a merge of two versions: choose one of them, and "
            "delete the lines of <<<<<<<, ======= and >>>>>>>");
    for (int end = begin + 3; text_.contains(end) && !text_.is(end, ";") && !text_.is(end, "}");
         ++end)
        if (text_.is(end, ">") && text_.is(end + 1, ">") && text_.is(end + 2, "("))
            file_.fatal_error_at(
                text_.token_index(end),
                "a launch has three angle brackets on each side: write '>>>' here");
    file_.fatal_error_at(
        text_.token_index(begin),
        "this '<<<' has no closing '>>>' in front of an argument list: a launch is "
        "kernel<<<blocks, threads>>>(arguments)");
}

void launch_rewriter::replace_triple(int begin, const std::string &replacement) {
    edits_.replace(text_.token_index(begin), replacement);
    edits_.replace(text_.token_index(begin + 1), "");
    edits_.replace(text_.token_index(begin + 2), "");
}

// Comments and line ends inside the kernel's name stay where they are, so that no line moves.
void launch_rewriter::rewrite_as_guard(int kernel, int begin, int closing) {
    const int arguments = closing + 3;
    if (text_.closer(arguments) < 0)
        file_.fatal_error_at(text_.token_index(arguments),
                             "the argument list of this kernel launch is not closed");
    edits_.insert_before(text_.token_index(kernel), "(::cuda_emulator::launch_guard(");
    for (int position = kernel; position < begin; ++position)
        edits_.replace(text_.token_index(position), "");
    replace_triple(begin, "");
    replace_triple(closing, ") ? (void)0 : ");
    edits_.insert_after(text_.token_index(closing), text_.joined(kernel, begin),
                        text_.token_index(kernel));
    argument_lists_.push_back(text_.canonical_opener(arguments));
}

void launch_rewriter::rewrite_as_operator(int begin, int closing) {
    replace_triple(begin, "->* ::cuda_emulator::launch_config(");
    replace_triple(closing, ")");
}

// An argument list may end in several branches of an #if: "k<<<1, 1>>>(a, #if ... b); #else c);".
void launch_rewriter::close_argument_lists() {
    if (argument_lists_.empty())
        return;
    std::sort(argument_lists_.begin(), argument_lists_.end());
    for (int position = 0; position < text_.size(); ++position) {
        const int open = text_.opener(position);
        if (open >= 0 && std::binary_search(argument_lists_.begin(), argument_lists_.end(), open))
            edits_.insert_after(text_.token_index(position), ")");
    }
}

} // namespace

void rewrite_launches(const source_file &file, const region &text, edit_list &edits) {
    launch_rewriter(file, text, edits).rewrite();
}

} // namespace cuda_rewriter
