// Numbers without a sign, which may begin anew at 0 in the middle of a row, so that compilers make
// no vectors of the lanes that use them as indices:
//     int first = blockIdx.x * 1024 + 4 * threadIdx.x;
//     to[blockIdx.x * 1024 + i] = from[first];
// becomes, for as many lanes at a time as that does not happen to,
//     int first_0 = blockIdx.x * 1024 + 4 * index.x;       keep_in_range(first_0, 4, lanes)
//     unsigned index_0 = blockIdx.x * 1024 + i_0;          keep_in_range(index_0, 1, lanes)
//     EACH int first = first_0 + 4 * lane; to[(long long)index_0 + lane] = from[first];
#include "lane_writer.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>
#include <map>

namespace cuda_rewriter {

std::string lane_plan::step_of(int first, int last) const {
    while (text_.is(first, "(") && text_.closer(first) == last - 1)
        ++first, --last;
    if (values_.of(first, last) == sameness::ladder)
        return "1";
    if (last - first == 1) {
        const lane_variable *v = values_.at(first);
        return v != nullptr && is_recalculated(*v) && v->definition != first &&
                       is_wide_integer(v->type) &&
                       !(values_.numbers_in(v->value, v->value_end) &
                         (numbers::OTHER | numbers::SHIFT))
                   ? step_of(v->value, v->value_end)
                   : "";
    }
    for (int position = first; position < last; ++position) {
        static constexpr std::array<std::string_view, 13> looser = {
            "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||", "?", ","};
        position = std::max(position, text_.closer(position));
        if (one_of(text_.text(position), looser))
            return ""; // n == 1 + 4 * i
    }
    std::string step;
    const auto sum = values_.parts(first, last, "+");
    if (sum.size() > 1) {
        for (const auto &[begin, end] : sum) {
            if (begin == end)
                return ""; // a sign
            if (values_.of(begin, end) <= sameness::row)
                continue;
            if (!step.empty() || (step = step_of(begin, end)).empty())
                return "";
        }
        return step;
    }
    const auto is_one = [&](int begin, int end) {
        return end - begin == 1 || (text_.is(begin, "(") && text_.closer(begin) == end - 1) ||
               (text_.is(begin, "threadIdx") && end - begin == 3);
    };
    const auto product = values_.parts(first, last, "*");
    for (std::size_t i = 0; product.size() == 2 && i < 2; ++i) {
        const auto &[factor, factor_end] = product[i];
        const auto &[ladder, ladder_end] = product[1 - i];
        if (factor_end - factor == 1 && text_.is_number(factor) && // a macro may be 1 + 1
            is_one(ladder, ladder_end) && values_.of(ladder, ladder_end) == sameness::ladder)
            return text_.joined(factor, factor_end);
    }
    return "";
}

// Of 32 bits, and without a sign.
static bool may_begin_anew(const lane_values &values, int first, int last) {
    const unsigned all = values.numbers_in(first, last);
    return all & numbers::UNSIGNED && !(all & (numbers::WIDE | numbers::OTHER | numbers::SHIFT));
}

bool lane_writer::is_step(const lane_variable &v) const {
    return plan_.is_recalculated(v) && is_wide_integer(v.type) &&
           !plan_.step_of(v.value, v.value_end).empty() && !mentions(v.value, v.value_end, "/") &&
           !mentions(v.value, v.value_end, "%") && may_begin_anew(values_, v.value, v.value_end) &&
           !(values_.numbers_in(v.definition, v.definition + 1) & numbers::WIDE);
}

// Of the index behind a '['. That of a thread in its block is known to be small.
bool lane_writer::is_step(int open, int first_of_piece) const {
    const int first = open + 1, last = text_.closer(open);
    bool only_thread = true;
    for (int position = first; position < last; ++position) {
        const lane_variable *v = values_.at(position);
        if (text_.is(position, "/") || text_.is(position, "%") ||
            (v != nullptr && v->definition >= first_of_piece && !plan_.is_moved(*v)))
            return false;
        only_thread = only_thread && v == nullptr && !text_.is(position, "blockIdx");
    }
    return !only_thread && values_.of(first, last) == sameness::ladder &&
           may_begin_anew(values_, first, last);
}

bool lane_writer::has_steps(const piece &p) const {
    if (part_ >= 0 || in_rounds_ || p.is != piece::what::each || !plan_.pays(p.first, p.last, true))
        return false;
    for (const lane_variable *v : needed_in(p.first, p.last))
        if (is_step(*v))
            return true;
    for (int position = p.first; position < p.last; ++position)
        if (text_.is(position, "[") && is_step(position, p.first))
            return true;
    return false;
}

// What an expression is for the first of these lanes.
std::string lane_writer::in_first_lane(int first, int last, const std::string &lanes) const {
    std::string result;
    for (int position = first; position < last; ++position) {
        const lane_variable *v = values_.at(position);
        if (text_.is(position, "threadIdx") && text_.is(position + 2, "x")) {
            result += "(cuda_emulator_index.x + " + lanes + ".from)";
            position += 2;
        } else if (v != nullptr && plan_.is_recalculated(*v)) {
            result += "static_cast<" + v->type + ">(" +
                      in_first_lane(v->value, v->value_end, lanes) + ")";
        } else if (v != nullptr && v->how == sameness::ladder) {
            result += "cuda_emulator_0_" + v->name + " ";
        } else {
            result += text_.joined(position, position + 1);
            if (position + 1 < last && text_.follows_trivia(position + 1))
                result += ' '; // but not in "<<"
        }
    }
    return result;
}

// Has the indices of a piece count on from that of the first lane.
std::string lane_writer::indices_in_steps(const piece &p, const std::string &lanes) {
    std::string result;
    std::map<std::string, std::string> known;
    for (int position = p.first; position < p.last; ++position) {
        if (!text_.is(position, "[") || !is_step(position, p.first))
            continue;
        const int close = text_.closer(position);
        std::string &name = known[text_.joined(position + 1, close)];
        if (name.empty()) {
            name = "cuda_emulator_index_" + std::to_string(++indices_);
            result += "const auto " + name + " = " + in_first_lane(position + 1, close, lanes) +
                      "; ::cuda_emulator::keep_in_range(" + name + ", 1, " + lanes + "); ";
        }
        blank(position + 1, close, "static_cast<long long>(" + name + ") + cuda_emulator_lane");
    }
    return result;
}

} // namespace cuda_rewriter
