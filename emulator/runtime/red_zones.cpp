// red_zones.cpp: see red_zones.h.
#include "red_zones.h"
#include "api_state.h"
#include "emulator/guarded.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace cuda_emulator {

void fill_red_zones(const guarded &g) {
    std::memset(g.first - g.front, RED_ZONE_PATTERN, g.front);
    std::memset(g.first + g.size, RED_ZONE_PATTERN, g.back);
}

// All bytes are the pattern if the first is and each is like the next.
static bool is_pattern(const char *bytes, std::size_t count) {
    return count == 0 || (static_cast<unsigned char>(bytes[0]) == RED_ZONE_PATTERN &&
                          std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

bool are_intact(const guarded &g, std::size_t nearest) {
    const std::size_t front = std::min(g.front, nearest), back = std::min(g.back, nearest);
    return is_pattern(g.first - front, front) && is_pattern(g.first + g.size, back);
}

overrun take_overrun(const guarded &g) {
    overrun found = {g.front, g.back};
    const char *end = g.first + g.size;
    while (found.front != 0 && is_pattern(g.first - found.front, 1))
        --found.front;
    while (found.back != 0 && is_pattern(end + found.back - 1, 1))
        --found.back;
    if (found)
        fill_red_zones(g);
    return found;
}

void report_overrun(const std::string &who, const overrun &o, const std::string &memory,
                    const std::string &hint) {
    std::string text = who + " wrote ";
    if (o.back != 0)
        text += "up to " + counted(o.back, "byte") + " behind ";
    if (o.back != 0 && o.front != 0)
        text += "and ";
    if (o.front != 0)
        text += "up to " + counted(o.front, "byte") + " in front of ";
    text += memory + "\n";
    if (!hint.empty())
        text += "    " + hint + "\n";
    text += "    " + check_command() + " names the line\n";
    report_wrong(text);
}

} // namespace cuda_emulator
