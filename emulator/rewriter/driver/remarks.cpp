//     dot.cu:8:67: error: 'blockidx' was not declared in this scope
// is an error in line 8, column 67 of dot.cu.
#include "remarks.h"

#include <array>
#include <string_view>

#include "../syntax/words.h"

namespace cuda_rewriter {
namespace {

// "name:12:5" or "name:12".
place read_place(std::string_view text) {
    place result;
    std::uint32_t numbers[2] = {0, 0};
    int count = 0;
    while (count < 2) {
        const std::size_t colon = text.rfind(':');
        if (colon == std::string_view::npos || colon + 1 == text.size() ||
            text.find_first_not_of("0123456789", colon + 1) != std::string_view::npos ||
            text.size() - colon > 9)
            break;
        numbers[count++] =
            static_cast<std::uint32_t>(std::stoul(std::string(text.substr(colon + 1))));
        text = text.substr(0, colon);
    }
    result.file = text;
    result.line = count == 2 ? numbers[1] : numbers[0];
    result.column = count == 2 ? numbers[0] : 0;
    return result;
}

} // namespace

bool read_remark(const std::string &line, remark &result) {
    static constexpr std::array<std::string_view, 4> kinds = {
        ": error: ", ": fatal error: ", ": warning: ", ": note: "};
    static constexpr std::array<std::string_view, 4> names = {"error", "error", "warning", "note"};
    std::size_t best = std::string::npos;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const std::size_t at = line.find(kinds[i]);
        if (at >= best)
            continue;
        best = at;
        result = {read_place(std::string_view(line).substr(0, at)), std::string(names[i]),
                  line.substr(at + kinds[i].size())};
    }
    if (best == std::string::npos)
        if (const std::size_t at = line.find(":   required from"); at != std::string::npos) {
            best = at;
            result = {read_place(std::string_view(line).substr(0, at)), "from",
                      line.substr(at + 4)};
        }
    result.text.erase(0, result.text.find_first_not_of(' '));
    if (const std::size_t at = result.text.find(" [-fpermissive]"); at != std::string::npos)
        result.text.erase(at);
    return best != std::string::npos && result.at.line != 0;
}

bool is_frame(const std::string &line) {
    static constexpr std::array<std::string_view, 11> parts = {"inlined from ",
                                                               "In function ",
                                                               "In file included from ",
                                                               "                 from ",
                                                               ": In ",
                                                               ": At global scope:",
                                                               "compilation terminated",
                                                               " generated.",
                                                               "   required by ",
                                                               "In module ",
                                                               "(skipping "};
    for (const std::string_view part : parts)
        if (contains(line, part))
            return true;
    return line.empty();
}

std::string quoted_word(const std::string &text) {
    const std::size_t begin = text.find('\'');
    const std::size_t end = begin == std::string::npos ? begin : text.find('\'', begin + 1);
    return end == std::string::npos ? std::string() : text.substr(begin + 1, end - begin - 1);
}

std::string with_types_of_text(std::string text) {
    constexpr std::string_view space = "cuda_emulator::multiply_adds::";
    for (const std::string_view type : {"operand<", "product<", "target<"})
        for (std::size_t at = 0; (at = text.find(type, at)) != std::string::npos;) {
            std::size_t end = at + type.size(), comma = end;
            for (int depth = 1; end < text.size() && depth != 0; ++end) {
                depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
                comma = depth == 1 && text[end] == ',' ? end : comma;
            }
            const std::string last = text.substr(comma, end - comma);
            if (last != ", false>" && last != ", true>" && last != ", asks>") {
                at += type.size();
                continue;
            }
            std::string inner = text.substr(at + type.size(), comma - at - type.size());
            while (!inner.empty() && (inner.back() == '&' || inner.back() == ' '))
                inner.pop_back();
            const bool is_named =
                at >= space.size() && text.compare(at - space.size(), space.size(), space) == 0;
            const std::size_t begin = is_named ? at - space.size() : at;
            text.replace(begin, end - begin, inner);
            at = begin;
        }
    // no match for 'operator*' in 'cuda_emulator::...' (operand types are 'float3' and 'float')
    const std::size_t from = text.find(" in 'cuda_emulator::multiply_adds::"),
                      to = text.find("' (operand types");
    if (from != std::string::npos && to != std::string::npos)
        text.erase(from, to + 1 - from);
    return text;
}

std::string with_straight_quotes(std::string text) {
    for (const std::string_view curved : {"\u2018", "\u2019"})
        for (std::size_t at = 0; (at = text.find(curved, at)) != std::string::npos;)
            text.replace(at, curved.size(), "'");
    return text;
}

} // namespace cuda_rewriter
