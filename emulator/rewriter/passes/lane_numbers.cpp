// What numbers an expression is made of, and whether its sums are ladders. In
//     int from = x - r;              a ladder, but not if `r` is a float
//     size_t at = threadIdx.x - 1;   none: 0xffffffff is followed by 0
#include "lane_values.h"

#include "../syntax/words.h"

#include <algorithm>
#include <array>

namespace cuda_rewriter {
namespace {

unsigned numbers_of_type_word(std::string_view word) {
    static constexpr std::array<std::string_view, 2> unsigned_words = {"uint", "uint32_t"};
    static constexpr std::array<std::string_view, 5> wide_words = {"long", "ptrdiff_t", "intptr_t",
                                                                   "clock_t", "int64_t"};
    static constexpr std::array<std::string_view, 3> wide_unsigned = {"size_t", "uintptr_t",
                                                                      "uint64_t"};
    if (word == "unsigned" || one_of(word, unsigned_words))
        return numbers::UNSIGNED;
    if (one_of(word, wide_words))
        return numbers::WIDE;
    if (one_of(word, wide_unsigned))
        return numbers::WIDE | numbers::WIDE_UNSIGNED;
    if (is_arithmetic(word))
        return word == "float" || word == "double" ? numbers::OTHER : 0;
    return is_number_type(word) && word.back() == 't' ? 0 : numbers::OTHER; // int8_t, not float4
}

// "unsigned long" is both.
unsigned numbers_of_type(std::string_view type) {
    if (contains(type, "*"))
        return numbers::WIDE;
    unsigned found = 0;
    while (!type.empty()) {
        const std::size_t end = std::min(type.find(' '), type.size());
        found |= numbers_of_type_word(type.substr(0, end));
        type.remove_prefix(std::min(end + 1, type.size()));
    }
    return found & numbers::WIDE && found & numbers::UNSIGNED
               ? (found & ~numbers::UNSIGNED) | numbers::WIDE_UNSIGNED
               : found;
}

unsigned numbers_of_literal(std::string_view word) {
    const bool hexadecimal = word.size() > 1 && (word[1] == 'x' || word[1] == 'X');
    if (word.find_first_of(hexadecimal ? ".pP" : ".eEfF") != std::string_view::npos)
        return numbers::OTHER;
    unsigned found = word.size() > 9 ? numbers::WIDE | numbers::WIDE_UNSIGNED : 0;
    if (word.find_first_of("lL") != std::string_view::npos)
        found |= numbers::WIDE;
    if (word.find_first_of("uU") != std::string_view::npos)
        found |= numbers::UNSIGNED | numbers::WIDE_UNSIGNED;
    // threadIdx.x + 4294967290: numbers as large go on at 0, too, as sums or times blockIdx.x.
    return word.size() > 5 ? found | numbers::NEGATIVE : found;
}

} // namespace

// Whether this file defines it as a number, and as one that is the same wherever it stands.
bool lane_values::is_constant_macro(std::string_view name, int depth) const {
    constexpr int deepest = 16;
    bool known = false;
    for (const macro_definition &macro : context_.file.macros()) {
        if (macro.name != name)
            continue;
        const region &body = macro.body;
        const int end = body.size() - 1;
        if (depth == deepest || macro.function_like || end < 0 || body.is(0, "+") ||
            (!body.is(end, ")") && !body.is_number(end) && !body.is_identifier(end)))
            return false;
        for (int position = 0; position <= end; ++position) {
            static constexpr std::array<std::string_view, 9> operators = {"+", "-", "*", "/", "%",
                                                                          "(", ")", "<", ">"};
            if (!body.is_number(position) && !is_arithmetic(body.text(position)) &&
                !one_of(body.text(position), operators) &&
                !is_constant_macro(body.text(position), depth + 1))
                return false;
            if ((body.is(position, "<") || body.is(position, ">")) &&
                !body.is(position + 1, body.text(position)) &&
                !body.is(position - 1, body.text(position)))
                return false; // no shift
        }
        known = true;
    }
    return known;
}

// Whether "const int NAME =" or the like stands in front of the kernel.
bool lane_values::is_constant(int position) const {
    const std::string name(text_.text(position));
    const auto known = constants_.find(name);
    if (known != constants_.end())
        return known->second;
    return constants_[name] = is_defined_as_constant(name);
}

bool lane_values::is_defined_as_constant(std::string_view name) const {
    const int first = constant_type(name);
    for (int position = first; position >= 0 && !text_.is(position, name); ++position)
        if (text_.is(position, "const") || text_.is(position, "constexpr"))
            return true;
    return false;
}

// Where the type begins of a variable at namespace scope that has a value, or -1.
int lane_values::constant_type(std::string_view name) const {
    for (int other = 2; other < kernel_.first; ++other)
        if (text_.is(other, name) && text_.is(other + 1, "=") &&
            syntax_.function_around(other) == nullptr) {
            int first = other;
            while (is_type(text_.text(first - 1)) || text_.is(first - 1, "const") ||
                   text_.is(first - 1, "constexpr") || text_.is(first - 1, "static"))
                --first;
            return first;
        }
    return -1;
}

// Of a macro that stands for a number: all its numbers, whatever the file says in between.
unsigned lane_values::numbers_of_macro(std::string_view name, int depth) const {
    constexpr int deepest = 16;
    unsigned found = depth == deepest ? numbers::OTHER : 0u;
    int depth_of_brackets = 0;
    for (const macro_definition &macro : context_.file.macros())
        for (int position = 0;
             macro.name == name && depth < deepest && position < macro.body.size(); ++position) {
            const std::string_view here = macro.body.text(position);
            depth_of_brackets += here == "(" ? 1 : here == ")" ? -1 : 0;
            if (depth_of_brackets == 0 && (here == "<" || here == ">"))
                found |= numbers::SHIFT;
            if (macro.body.is_number(position))
                found |= numbers_of_literal(here);
            else if (here == "-" || here == "~" || here == "<")
                found |= numbers::NEGATIVE;
            else if (is_arithmetic(here))
                found |= numbers_of_type_word(here);
            else if (macro.body.is_identifier(position))
                found |= numbers_of_macro(here, depth + 1);
        }
    return found;
}

unsigned lane_values::numbers_of_constant(int position) const {
    const std::string_view name = text_.text(position);
    unsigned found = 0;
    for (int type = constant_type(name); type >= 0 && !text_.is(type, name); ++type)
        if (is_type(text_.text(type)))
            found |= numbers_of_type_word(text_.text(type));
    return found;
}

unsigned lane_values::numbers_of_variable(const lane_variable &v) const {
    const auto known = numbers_.find(v.definition);
    if (known != numbers_.end())
        return known->second;
    const unsigned type = numbers_of_type(v.type);
    unsigned &result = numbers_[v.definition] = type | numbers::NEGATIVE;
    if (type & numbers::OTHER || contains(v.type, "*") || v.value < 0)
        return result;
    unsigned all = numbers_in(v.value, v.value_end);
    for (int position = v.definition + 1; position < v.scope_end; ++position) {
        if (at(position) != &v || !changes(position))
            continue;
        int end = position + 2; // of "v += e"
        while (end < v.scope_end && !text_.is(end, ";") && !text_.is(end, ")"))
            end = std::max(text_.closer(end), end) + 1;
        all |= text_.is(position + 1, "+=") ? numbers_in(position + 2, end) : numbers::NEGATIVE;
    }
    if (!(all & (numbers::NEGATIVE | numbers::OTHER)))
        numbers_[v.definition] = type;
    return numbers_[v.definition];
}

unsigned lane_values::numbers_in(int first, int last) const {
    unsigned found = 0;
    for (int position = first; position < last; ++position) {
        const std::string_view here = text_.text(position);
        if (here == "." && text_.is_identifier(position + 1)) {
            ++position;
        } else if (text_.is_number(position)) {
            found |= numbers_of_literal(here);
        } else if (text_.is_literal(position) || here == "-" || here == "~" ||
                   (here == "<" && text_.is(position + 1, "<"))) {
            found |= numbers::NEGATIVE;
        } else if (is_builtin_variable(here)) {
            found |= numbers::UNSIGNED;
        } else if (const lane_variable *v = at(position)) {
            found |= numbers_of_variable(*v);
        } else if (context_.macros.count(std::string(here)) != 0) {
            found |= numbers_of_macro(here, 0);
        } else if (is_arithmetic(here) || is_number_type(here)) {
            found |= numbers_of_type_word(here);
        } else if (here == "min" || here == "max" || here == "abs" || here == "warpSize") {
            found |= numbers::NEGATIVE;
        } else if (text_.is_name(position)) {
            found |= is_constant(position) ? numbers::NEGATIVE | numbers_of_constant(position)
                                           : numbers::OTHER;
        }
    }
    return found;
}

// Whether numbers of 32 bits that begin anew at 0 are made wider.
bool lane_values::may_jump(unsigned all) {
    return all & numbers::WIDE && all & numbers::UNSIGNED && all & numbers::NEGATIVE;
}

bool lane_values::may_lie_apart(int ladder, int ladder_end, int bound, int bound_end) const {
    const unsigned of_ladder = numbers_in(ladder, ladder_end);
    return of_ladder & numbers::NEGATIVE && (of_ladder | numbers_in(bound, bound_end)) &
                                                (numbers::UNSIGNED | numbers::WIDE_UNSIGNED);
}

bool lane_values::is_ladder_for(const lane_variable &v, int first, int last) const {
    return v.may_be_ladder && is_ladder(first, last) &&
           !may_jump(numbers_of_type(v.type) | numbers_in(first, last));
}

// A sum in which one part is a ladder, and the others are the same for a row.
bool lane_values::is_ladder(int first, int last) const {
    while (text_.is(first, "(") && text_.closer(first) == last - 1)
        ++first, --last;
    if (last - first == 3 && text_.is(first, "threadIdx") && text_.is(first + 2, "x"))
        return true;
    if (last - first == 1) {
        const lane_variable *v = at(first);
        return v != nullptr && v->how == sameness::ladder;
    }
    const unsigned all = numbers_in(first, last);
    if (all & (numbers::OTHER | numbers::SHIFT) || may_jump(all))
        return false;
    int ladders = 0, begin = first;
    char sign = '+';
    for (int position = first; position <= last; ++position) {
        const std::string_view here = position < last ? text_.text(position) : "+";
        if (position < last && text_.closer(position) > position) {
            position = text_.closer(position);
            continue;
        }
        if (here == "+" || here == "-") {
            if (begin == position)
                return false; // a sign
            if (begin == first && position == last)
                return is_ladder_behind_cast(first, last);
            if (sign == '+' &&
                (is_ladder(begin, position) || is_ladder_behind_cast(begin, position)))
                ++ladders;
            else if (of_names(begin, position) > sameness::row)
                return false;
            sign = here.front();
            begin = position + 1;
            continue;
        }
        for (const char *other : {"<", ">", "<=", ">=", "==", "!=", "&&", "||", "?", ":", "&", "|",
                                  "^", "=", "!", "~", ","})
            if (here == other)
                return false;
    }
    return ladders == 1;
}

// (long long)threadIdx.x, (int)(i + 1); but not (size_t)(a + i), which counts bytes.
bool lane_values::is_ladder_behind_cast(int first, int last) const {
    const int close = text_.closer(first);
    std::string type;
    for (int position = first + 1; text_.is(first, "(") && position < close; ++position)
        type += (type.empty() ? "" : " ") + std::string(text_.text(position));
    if (!is_wide_integer(type))
        return false;
    for (int position = close + 1; position < last; ++position) {
        const lane_variable *v = at(position);
        if (v != nullptr && contains(v->type, "*"))
            return false;
    }
    const bool whole = last - close == 2 ||
                       (text_.is(close + 1, "threadIdx") && last - close == 4) ||
                       (text_.is(close + 1, "(") && text_.closer(close + 1) == last - 1);
    return whole && is_ladder(close + 1, last);
}

} // namespace cuda_rewriter
