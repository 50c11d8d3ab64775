// advice.cpp: see advice.h.
#include "advice.h"

#include <algorithm>
#include <climits>
#include <functional>

namespace practice {
namespace {

using property = std::function<bool(const size &)>;

// Whether all sizes that are wrong have it, and some that are right have not.
bool tells(const std::vector<tried> &all, const property &has) {
    const auto explained = [&](const tried &t) { return t.right || has(t.s); };
    const auto differs = [&](const tried &t) { return t.right && !has(t.s); };
    return std::all_of(all.begin(), all.end(), explained) &&
           std::any_of(all.begin(), all.end(), differs);
}

// Where one of the numbers divides the sizes: right up to one and wrong from another on, or the
// other way round.
std::string from_where(const std::vector<tried> &all, const std::string &name, int size::*number) {
    int least[2] = {INT_MAX, INT_MAX}, most[2] = {0, 0}; // of those that are wrong, and right
    for (const tried &t : all) {
        least[t.right] = std::min(least[t.right], t.s.*number);
        most[t.right] = std::max(most[t.right], t.s.*number);
    }
    const auto is = [&](int n) { return name + " = " + std::to_string(n); };
    if (most[true] < least[false])
        return "right up to " + is(most[true]) + ", wrong from " + is(least[false]) +
               " on: are there threads for all elements, and " +
               (least[false] > 32 ? "what is different in a second block?"
                                  : "does each read and write the right ones?");
    if (most[false] < least[true])
        return "wrong up to " + is(most[false]) + ", right from " + is(least[true]) +
               " on: is there a block where it would not be full? The number of blocks is rounded "
               "up";
    return "";
}

// Where all sizes are wrong.
std::string of_all(const std::vector<tried> &all) {
    if (std::all_of(all.begin(), all.end(), [](const tried &t) { return t.refused; }))
        return "a launch, or another call, is refused for all sizes above 0: a grid has 1 block or "
               "more, and a block has 1 to 1024 threads, its dimensions multiplied";
    if (std::all_of(all.begin(), all.end(), [](const tried &t) { return t.unwritten; }))
        return "for all sizes, a part of the result is never written: does solve() launch the "
               "kernel, and does each thread write its element?";
    return "wrong for all sizes above 0: what does a single thread compute, and where does it "
           "write?";
}

} // namespace

std::string advice(const std::vector<tried> &all) {
    const size named = sizes().front();
    const std::string n = named.name_of_n, m = named.name_of_m;
    const property none = [](const size &s) { return s.n == 0 || s.m == 0; };
    const property single = [](const size &s) { return s.n <= 1 && s.m <= 1; };
    const property tail_of_n = [](const size &s) { return s.n % 32 != 0; };
    const property tail_of_m = [](const size &s) { return s.has_rows() && s.m % 32 != 0; };
    const property tail = [&](const size &s) { return tail_of_n(s) || tail_of_m(s); };
    if (tells(all, none))
        return "wrong only where there are no elements: a launch of no blocks is an error, so it "
               "must not be made; is there a result all the same?";
    std::vector<tried> some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some),
                 [&](const tried &t) { return !none(t.s); });
    if (std::none_of(some.begin(), some.end(), [](const tried &t) { return t.right; }))
        return of_all(some);
    if (tells(some, single))
        return "wrong only for a single element: what do the other threads of its block do?";
    std::string text = from_where(some, n, &size::n);
    if (text.empty() && named.has_rows())
        text = from_where(some, m, &size::m);
    if (!text.empty())
        return text;
    const std::string which = tells(some, tail_of_n)   ? n
                              : tells(some, tail_of_m) ? m
                              : tells(some, tail)      ? n + " or " + m
                                                       : "";
    return which.empty()
               ? ""
               : "wrong only where " + which +
                     " is no multiple of 32, so of a warp: are there threads for the last "
                     "elements, and do those beyond the end keep away?";
}

} // namespace practice
