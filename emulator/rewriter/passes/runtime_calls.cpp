//     cudaLaunchKernel((void *)k, grid, block, arguments, 0, 0);
// becomes
//     cudaLaunchKernel(k, grid, block, arguments, 0, 0);
#include "runtime_calls.h"

namespace cuda_rewriter {
namespace {

class cast_remover {
public:
    cast_remover(const region &text, edit_list &edits) : text_(text), edits_(edits) {}

    void remove_from_argument(int begin);

private:
    int after_void_pointer(int position) const;
    int after_name(int position) const;
    void drop(int first, int last);

    const region &text_;
    edit_list &edits_;
};

void cast_remover::drop(int first, int last) {
    for (int position = first; position < last; ++position)
        edits_.replace(text_.token_index(position), "");
}

// Each of these returns the position after what it has read, or -1.
int cast_remover::after_void_pointer(int position) const {
    if (text_.is(position, "const"))
        ++position;
    if (!text_.is(position, "void"))
        return -1;
    ++position;
    if (text_.is(position, "const"))
        ++position;
    return text_.is(position, "*") ? position + 1 : -1;
}

int cast_remover::after_name(int position) const {
    if (text_.is(position, "&"))
        ++position;
    if (text_.is(position, "::"))
        ++position;
    for (;;) {
        if (text_.is(position, "template"))
            ++position;
        if (!text_.is_name(position))
            return -1;
        ++position;
        if (text_.is(position, "<")) {
            position = text_.behind_angles(position);
            if (position < 0)
                return -1;
        }
        // A macro may paste its parameter into the name.
        if (!text_.is(position, "::") && !text_.is(position, "##"))
            return position;
        ++position;
    }
}

void cast_remover::remove_from_argument(int begin) {
    if (text_.is(begin, "(")) {
        const int close = after_void_pointer(begin + 1);
        if (close < 0 || !text_.is(close, ")"))
            return;
        int name = close + 1;
        const bool parenthesised = text_.is(name, "(");
        name += parenthesised ? 1 : 0;
        int end = after_name(name);
        if (end >= 0 && parenthesised)
            end = text_.is(end, ")") ? end + 1 : -1;
        if (end >= 0 && text_.is(end, ","))
            drop(begin, close + 1);
    } else if (text_.is(begin, "reinterpret_cast") && text_.is(begin + 1, "<")) {
        const int close = after_void_pointer(begin + 2);
        if (close < 0 || !text_.is(close, ">") || !text_.is(close + 1, "("))
            return;
        const int end = after_name(close + 2);
        if (end >= 0 && text_.is(end, ")") && text_.is(end + 1, ","))
            drop(begin, close + 1);
    }
}

} // namespace

void rewrite_runtime_calls(const region &text, edit_list &edits) {
    cast_remover remover(text, edits);
    for (int position = 0; position < text.size(); ++position)
        if ((text.is(position, "cudaLaunchKernel") ||
             text.is(position, "cudaLaunchCooperativeKernel")) &&
            text.is(position + 1, "("))
            remover.remove_from_argument(position + 2);
}

} // namespace cuda_rewriter
