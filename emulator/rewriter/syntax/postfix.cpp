// Read backwards, from the bracket or the dot that follows it:
//     sum += f(x).rows[i]
//            ^ here ends the way from '[': a name, and no dot in front of it
#include "postfix.h"

#include "words.h"

#include <string_view>

namespace cuda_rewriter {

int first_of_postfix(const region &text, int end) {
    for (int position = end - 1;;) {
        while (text.is(position, "]") || text.is(position, ")")) {
            const int open = text.opener(position);
            if (open < 0)
                return -1;
            const bool element = text.is(open, "[");
            const bool may_declare = text.is(open + 1, "*") || text.is(open + 1, "&");
            position = open - 1;
            if (text.is(position, ">") && !element) {
                position = text.template_opener(position) - 1; // a cast, or a call of a template
                if (!text.is_name(position))
                    return -1;
            }
            const bool goes_on = text.is(position, "]") || text.is(position, ")");
            if (!goes_on && !text.is_name(position))
                return element ? -1 : open;
            if (!goes_on && may_declare && !element && text.is(end, "["))
                return -1; // float (*rows)[4]
        }
        const std::string_view here = text.text(position);
        if ((!text.is_name(position) || is_arithmetic(here) || here == "auto") && here != "this")
            return -1;
        if (text.is(position - 1, "::") && !text.is_name(position - 2))
            return text.is(position - 2, ">") ? -1 : position - 1;
        if (!text.is(position - 1, ".") && !text.is(position - 1, "->") &&
            !text.is(position - 1, "::"))
            return position;
        position -= 2;
    }
}

} // namespace cuda_rewriter
