//     k<<<tiles<8>(n), (a > b) >>> (x)
// ends with the last three. What a '<' in front of them means their number tells.
#include "launch_angles.h"

#include <vector>

namespace cuda_rewriter {
namespace {

// How a "<...>" inside a configuration is told from a comparison.
enum class angle_rule { every_one_is_a_bracket, spaced_ones_are_operators };

struct candidate {
    int begin;
    int balance[2]; // of '<' and '>' before it, by angle_rule
};

} // namespace

// The configuration itself may hold ">>>", of nested template argument lists, and both '<' and
// '>' as operators. Believe a candidate in front of which they balance, else the first one.
launch_end find_launch_end(const region &text, int begin) {
    std::vector<candidate> before_arguments;
    std::vector<candidate> before_others;
    int balance[2] = {0, 0};
    int position = begin + 3;
    while (position < text.size()) {
        const std::string_view here = text.text(position);
        if (here == ";" || here == ")" || here == "]" || here == "}" || text.is_launch(position))
            break;
        if (here == "(" || here == "[" || here == "{") {
            position = text.closer(position);
            if (position < 0)
                break;
        } else if (here == "<" && text.is_name(position - 1)) {
            ++balance[0];
            if (!text.is_spaced(position))
                ++balance[1];
        } else if (here == ">") {
            int end = position + 1;
            bool touching = true;
            for (; text.is(end, ">"); ++end)
                touching = touching && !text.follows_trivia(end);
            const int count = end - position;
            if (count >= 3) {
                const candidate found{end - 3,
                                      {balance[0] - (count - 3), balance[1] - (count - 3)}};
                if (text.is(end, "("))
                    before_arguments.push_back(found);
                else if (text.is_identifier(end) || end == text.size())
                    before_others.push_back(found);
            }
            balance[0] -= count;
            const bool spaced =
                touching && text.follows_trivia(position) && text.follows_trivia(end);
            if (!spaced)
                balance[1] -= count;
            position = end - 1;
        }
        ++position;
    }
    const std::vector<candidate> &candidates =
        before_arguments.empty() ? before_others : before_arguments;
    for (const angle_rule rule :
         {angle_rule::every_one_is_a_bracket, angle_rule::spaced_ones_are_operators}) {
        for (const candidate &c : candidates)
            if (c.balance[static_cast<int>(rule)] == 0)
                return {c.begin, !before_arguments.empty()};
    }
    return {candidates.empty() ? -1 : candidates.front().begin, !before_arguments.empty()};
}

} // namespace cuda_rewriter
