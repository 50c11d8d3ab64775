#include "casts.h"

namespace cuda_rewriter {

casts::casts(const tree &syntax) : text_(syntax.text()) {
    for (const node &n : syntax.nodes())
        if (n.what == kind::declarator && n.name >= 0)
            variables_.insert(text_.text(n.name));
}

bool casts::may_end(int close) const {
    const int open = text_.is(close, ")") ? text_.opener(close) : -1;
    if (open < 0 || text_.is_name(open - 1) || text_.is(open - 1, ")") || text_.is(open - 1, "]") ||
        text_.is(open - 1, ">"))
        return false;
    if (open + 2 == close && variables_.count(text_.text(open + 1)) != 0)
        return false;
    bool is_pointer = false; // (const number *)x, but no (x * y)
    for (int position = open + 1; position < close; ++position) {
        const bool is_sign = text_.is(position, "*") || text_.is(position, "&");
        if ((is_pointer && !is_sign && !text_.is(position, "const")) ||
            (!is_sign && !text_.is_identifier(position) && !text_.is(position, "::") &&
             !text_.is(position, "<") && !text_.is(position, ">") && !text_.is(position, ",")))
            return false;
        is_pointer = is_pointer || is_sign;
    }
    return true;
}

} // namespace cuda_rewriter
