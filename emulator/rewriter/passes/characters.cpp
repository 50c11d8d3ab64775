//     printf(“hello”);
// has two: '“' and '”' are curved quotation marks, which are no part of C++.
#include "characters.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace cuda_rewriter {

// Pasted from a page: what looks like a sign of C++, and is none.
std::vector<std::pair<int, std::string>> pasted_characters(const source_file &file) {
    std::vector<std::pair<int, std::string>> result;
    static const std::vector<std::tuple<std::string_view, std::string_view, std::string_view>>
        characters = {{"\u201C", "a curved quotation mark", "\""},
                      {"\u201D", "a curved quotation mark", "\""},
                      {"\u201E", "a curved quotation mark", "\""},
                      {"\u00AB", "a quotation mark of print", "\""},
                      {"\u00BB", "a quotation mark of print", "\""},
                      {"\u2018", "a curved quotation mark", "'"},
                      {"\u2019", "a curved quotation mark", "'"},
                      {"\u2212", "a minus sign of print", "-"},
                      {"\u2013", "a dash", "-"},
                      {"\u2014", "a dash", "-"},
                      {"\u00D7", "a multiplication sign", "*"},
                      {"\u22C5", "a multiplication dot", "*"},
                      {"\u2217", "an asterisk of print", "*"},
                      {"\u00F7", "a division sign", "/"},
                      {"\u2264", "a less-or-equal sign", "<="},
                      {"\u2265", "a greater-or-equal sign", ">="},
                      {"\u2260", "a not-equal sign", "!="},
                      {"\u2026", "an ellipsis of print", "..."},
                      {"\u2192", "an arrow", "->"},
                      {"\u00A0", "a blank that does not break", " "},
                      {"\u2007", "a blank that does not break", " "},
                      {"\u202F", "a blank that does not break", " "},
                      {"\u3000", "a full-width blank", " "},
                      {"\u200B", "a blank without width", ""},
                      {"\uFEFF", "a byte order mark", ""},
                      {"\uFF08", "a full-width parenthesis", "("},
                      {"\uFF09", "a full-width parenthesis", ")"},
                      {"\uFF1B", "a full-width semicolon", ";"},
                      {"\uFF0C", "a full-width comma", ","},
                      {"\uFF1D", "a full-width equals sign", "="},
                      {"\uFF0B", "a full-width plus sign", "+"},
                      {"\uFF1A", "a full-width colon", ":"},
                      {"\u037E", "a Greek question mark", ";"}};
    const region &text = file.main_text();
    for (int position = 0; position < text.size(); ++position) {
        const std::string_view here = text.text(position);
        if (!text.is_identifier(position) ||
            std::all_of(here.begin(), here.end(), [](char c) { return (c & 0x80) == 0; }) ||
            !file.is_certain(text.directives_before(position)))
            continue;
        std::size_t first = std::string_view::npos;
        const std::tuple<std::string_view, std::string_view, std::string_view> *found = nullptr;
        for (const auto &c : characters)
            if (const std::size_t at = here.find(std::get<0>(c)); at < first) {
                first = at;
                found = &c;
            }
        if (found == nullptr)
            continue;
        const auto &[spelling, name, instead] = *found;
        std::string what =
            std::string(spelling == "\u200B" || spelling == "\uFEFF" || instead == " "
                            ? "there is "
                            : "'" + std::string(spelling) + "' is ") +
            std::string(name) + ", which is no part of C++. ";
        if (instead.empty())
            what += "Delete it.";
        else if (instead == " ")
            what += "Write a plain blank.";
        else
            what += "Write " + std::string(instead) + " instead.";
        result.push_back({position, std::move(what)});
    }
    return result;
}

} // namespace cuda_rewriter
