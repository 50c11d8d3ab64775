//     for (; i < n; i += blockDim.x * gridDim.x)
// becomes
//     for (; i < n; i += blockDim.x * gridDim.x, ::cuda_emulator::stride_taken())
#include "strides.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

namespace cuda_rewriter {
namespace {

// The position behind an expression: of the ';', ',' or closing bracket that ends it, or -1.
int end_of_expression(const region &text, int position) {
    for (; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (here == ";" || here == "," || here == ")" || here == "]" || here == "}")
            return position;
        if (here == "(" || here == "[" || here == "{") {
            position = text.closer(position);
            if (position < 0)
                return -1;
        }
    }
    return -1;
}

bool mentions(const region &text, int first, int last, const std::set<std::string_view> &names) {
    for (int position = first; position < last; ++position)
        if (text.is(position, "gridDim") || names.count(text.text(position)) != 0)
            return true;
    return false;
}

// Whether an assignment that begins at a position is a statement, or a part of a for's header, so
// that nothing asks for its value. `open` is the innermost bracket around it.
bool is_statement(const region &text, int position, int open) {
    if (text.is(open, "(") && !text.is(open - 1, "for"))
        return false;
    for (const char *before : {";", "{", "}", ")", "else", "do"})
        if (text.is(position - 1, before))
            return true;
    return text.is(open, "(") && text.is(position - 1, ",");
}

} // namespace

void rewrite_strides(const region &text, const std::set<int> &bodies_in_steps,
                     const std::set<int> &bodies_in_lanes, edit_list &edits) {
    std::set<std::string_view> strides; // variables of the function, by name
    std::vector<int> open;              // brackets
    std::size_t function_depth = 0;
    for (int position = 0; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (here == "{" || here == "(" || here == "[") {
            open.push_back(position);
        } else if ((here == "}" || here == ")" || here == "]") && !open.empty()) {
            open.pop_back();
            if (open.size() < function_depth)
                strides.clear();
        } else if (here == "=" && text.is_name(position - 1)) {
            const int end = end_of_expression(text, position + 1);
            if (end < 0 || !mentions(text, position + 1, end, {}))
                continue;
            if (strides.empty())
                function_depth = open.size();
            strides.insert(text.text(position - 1));
        } else if (here == "+=" && text.is_name(position - 1)) {
            const int end = end_of_expression(text, position + 1);
            const auto is_in = [&open](const std::set<int> &bodies) {
                return std::any_of(open.begin(), open.end(),
                                   [&](int bracket) { return bodies.count(bracket) != 0; });
            };
            const bool in_steps = is_in(bodies_in_steps);
            if (end >= 0 && !is_in(bodies_in_lanes) && mentions(text, position + 1, end, strides) &&
                is_statement(text, position - 1, open.empty() ? -1 : open.back()))
                edits.insert_before(text.token_index(end),
                                    in_steps
                                        ? ", ::cuda_emulator::stride_taken(cuda_emulator_strides)"
                                        : ", ::cuda_emulator::stride_taken()");
        }
    }
}

} // namespace cuda_rewriter
