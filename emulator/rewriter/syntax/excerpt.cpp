//     dot.cu:12:9: error: sum() runs on the host
//        12 |     x = sum(y);
//           |         ^~~
#include "excerpt.h"

#include <algorithm>
#include <cstdint>

namespace cuda_rewriter {
namespace {

bool begins_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

// How many columns of a terminal the character takes that begins at a byte.
int width_at(std::string_view line, std::size_t byte) {
    const auto at = [&](std::size_t i) {
        return i < line.size() ? static_cast<unsigned char>(line[i]) & 0x3Fu : 0u;
    };
    const unsigned first = static_cast<unsigned char>(line[byte]);
    std::uint32_t code = first;
    if (first >= 0xF0)
        code = (first & 7) << 18 | at(byte + 1) << 12 | at(byte + 2) << 6 | at(byte + 3);
    else if (first >= 0xE0)
        code = (first & 15) << 12 | at(byte + 1) << 6 | at(byte + 2);
    else if (first >= 0xC0)
        code = (first & 31) << 6 | at(byte + 1);
    if (code >= 0x200B && code <= 0x200F)
        return 0;
    // Chinese, Japanese, Korean; full-width forms; pictures.
    const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                      (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                      (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                      (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1FAFF) ||
                      (code >= 0x20000 && code <= 0x3FFFD);
    return wide ? 2 : 1;
}

// Of a long line, which many messages may quote, only the part around a byte. Changes `byte` to its
// place in that part.
std::string_view part_around(std::string_view line, std::size_t &byte) {
    constexpr std::size_t most = 1000;
    if (line.size() <= most)
        return line;
    std::size_t first = byte - std::min(byte, most / 2);
    while (first > 0 && !begins_character(line[first]))
        --first;
    std::size_t last = std::min(first + most, line.size());
    while (last < line.size() && !begins_character(line[last]))
        ++last;
    byte -= first;
    return line.substr(first, last - first);
}

} // namespace

std::size_t column_of(std::string_view line, std::size_t byte) {
    const std::string_view before = line.substr(0, byte);
    return 1 +
           static_cast<std::size_t>(std::count_if(before.begin(), before.end(), begins_character));
}

std::string marked_message(const std::string &name, unsigned number, std::string_view line,
                           std::size_t byte, std::size_t length, const std::string &kind,
                           const std::string &message) {
    while (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
    byte = std::min(byte, line.size());
    const std::size_t column = column_of(line, byte);
    line = part_around(line, byte);
    std::string margin = std::to_string(number);
    margin.insert(0, margin.size() < 5 ? 5 - margin.size() : 0, ' ');
    std::string mark;
    for (std::size_t i = 0; i < byte; ++i)
        if (line[i] == '\t')
            mark += '\t';
        else if (begins_character(line[i]))
            mark.append(static_cast<std::size_t>(width_at(line, i)), ' ');
    mark += '^';
    int rest = -1; // the first column has the '^'
    for (std::size_t i = byte; i < std::min(byte + length, line.size()); ++i)
        if (begins_character(line[i]))
            rest += width_at(line, i);
    mark.append(static_cast<std::size_t>(std::max(rest, 0)), '~');
    return name + ":" + std::to_string(number) + ":" + std::to_string(column) + ": " + kind + ": " +
           message + "\n" + margin + " | " + std::string(line) + "\n" +
           std::string(margin.size(), ' ') + " | " + mark;
}

} // namespace cuda_rewriter
