//     int2 pairs[3] = {1, 2, 3, 4};
// becomes
//     int2 pairs[3] = {{1, 2}, {3, 4}};
// as the vectors have constructors where they are to be copied whole: see include/vector_types.h.
#include "whole_vectors.h"

#include "../syntax/words.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace cuda_rewriter {
namespace {

// How many elements a vector of this type has: 2 or 4, or 0 if it is none of those.
int width_of(std::string_view type) {
    return is_number_type(type) && (type.back() == '2' || type.back() == '4') ? type.back() - '0'
                                                                              : 0;
}

// Where the parts of a list begin, and where it ends.
std::vector<int> parts_of(const region &text, int brace) {
    const int close = text.closer(brace);
    std::vector<int> parts;
    for (int position = brace; position < close; ++position) {
        if ((position == brace || text.is(position, ",")) && position + 1 < close)
            parts.push_back(position + 1);
        if (position > brace && text.closer(position) > position)
            position = text.closer(position);
    }
    parts.push_back(text.is(close - 1, ",") ? close - 1 : close);
    return parts;
}

// Whether all in a list are numbers, as the text shows.
bool holds_numbers(const region &text, int brace) {
    for (int position = brace + 1; position < text.closer(brace); ++position)
        if (text.is_identifier(position) || text.is(position, "{"))
            return false;
    return true;
}

} // namespace

void group_vectors(const region &text, edit_list &edits) {
    for (int position = 0; position < text.size(); ++position) {
        const int width = width_of(text.text(position)), open = position + 2;
        if (width == 0 || !text.is_name(position + 1) || !text.is(open, "["))
            continue;
        const int close = text.closer(open);
        const int brace = close + (text.is(close + 1, "=") ? 2 : 1);
        if (close < 0 || !text.is(brace, "{") || text.is(brace + 1, "{") || text.closer(brace) < 0)
            continue;
        const std::vector<int> parts = parts_of(text, brace);
        const int count = static_cast<int>(parts.size()) - 1;
        // More than the array has vectors: so they are no vectors.
        const bool too_many =
            text.is_number(open + 1) && close == open + 2 &&
            count > std::strtol(std::string(text.text(open + 1)).c_str(), nullptr, 0);
        if (!too_many && !holds_numbers(text, brace))
            continue;
        for (int first = 0; first < count; first += width) {
            const int end = parts[static_cast<std::size_t>(std::min(first + width, count))];
            edits.insert_before(text.token_index(parts[static_cast<std::size_t>(first)]), "{");
            edits.insert_after(text.token_index(first + width < count ? end - 2 : end - 1), "}");
        }
    }
}

} // namespace cuda_rewriter
