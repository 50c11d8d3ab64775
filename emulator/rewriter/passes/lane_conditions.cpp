//     i < n && row < height
// of lanes l, where `i` is a ladder, becomes
//     lanes_if((row < height), lanes_below(i, n, l))
#include "lane_plan.h"

#include <map>

namespace cuda_rewriter {

// What lanes are left by one comparison.
std::string lane_plan::term(int first, int last, const std::string &lanes, bool negated) const {
    while (text_.is(first, "(") && text_.closer(first) == last - 1)
        ++first, --last;
    const sameness how = values_.of(first, last);
    for (int position = first; position < last; ++position)
        if ((text_.is_name(position) && values_.changes(position)) ||
            ((text_.is(position, "/") || text_.is(position, "%")) &&
             !text_.is_number(position + 1)))
            return ""; // by 0 perhaps, where another part of the condition would keep it from that
    if (how <= sameness::row) {
        return std::string("::cuda_emulator::lanes_if(") + (negated ? "!(" : "(") +
               text_.joined(first, last) + "), " + lanes + ")";
    }
    const int operation = values_.comparison(first, last);
    if (operation < 0)
        return "";
    const bool leads = values_.of(first, operation) == sameness::ladder &&
                       values_.of(operation + 1, last) <= sameness::row;
    const bool follows = values_.of(operation + 1, last) == sameness::ladder &&
                         values_.of(first, operation) <= sameness::row;
    if (!leads && !follows)
        return "";
    if (!text_.is(operation, "==") &&
        (leads ? values_.may_lie_apart(first, operation, operation + 1, last)
               : values_.may_lie_apart(operation + 1, last, first, operation)))
        return "";
    const std::string ladder =
        leads ? text_.joined(first, operation) : text_.joined(operation + 1, last);
    const std::string bound =
        leads ? text_.joined(operation + 1, last) : text_.joined(first, operation);
    static const std::map<std::string, std::string, std::less<>> mirrored = {
        {"<", ">"}, {">", "<"}, {"<=", ">="}, {">=", "<="}, {"==", "=="}};
    static const std::map<std::string, std::string, std::less<>> opposite = {
        {"<", ">="}, {">", "<="}, {"<=", ">"}, {">=", "<"}};
    std::string how_they_compare(text_.text(operation));
    if (follows)
        how_they_compare = mirrored.find(how_they_compare)->second;
    if (negated) {
        const auto found = opposite.find(how_they_compare);
        if (found == opposite.end() || values_.numbers_in(first, last) & numbers::OTHER)
            return ""; // what is not less than NaN is not greater either
        how_they_compare = found->second;
    }
    static const std::map<std::string, std::string, std::less<>> functions = {
        {"<", "below"}, {">", "above"}, {"<=", "up_to"}, {">=", "from"}, {"==", "at"}};
    return "::cuda_emulator::lanes_" + functions.find(how_they_compare)->second + "(" + ladder +
           ", " + bound + ", " + lanes + ")";
}

std::string lane_plan::narrowed(int first, int last, const std::string &lanes, bool negated) const {
    std::string result = lanes;
    // The operator that binds least decides what the parts are.
    for (const char *looser : {",", "?", "="})
        if (values_.parts(first, last, looser).size() > 1)
            return term(first, last, result, negated);
    if (!negated && values_.parts(first, last, "||").size() > 1)
        return term(first, last, result, negated);
    for (const auto &[begin, end] : values_.parts(first, last, negated ? "||" : "&&")) {
        result = term(begin, end, result, negated);
        if (result.empty())
            return "";
    }
    return result;
}

} // namespace cuda_rewriter
