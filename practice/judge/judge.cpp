// judge.cpp: see judge.h.
#include "judge.h"

namespace practice {

// splitmix64: one addition and a few shifts, and all 64 bits depend on the seed.
int judge::number(int low, int high) {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + static_cast<int>(z % (static_cast<std::uint64_t>(high - low) + 1));
}

std::string judge::place(const char *name, std::size_t i, std::size_t width) {
    std::ostringstream text;
    text << name;
    if (width == 0)
        text << '[' << i << ']';
    else
        text << "[row " << i / width << ", column " << i % width << ']';
    return text.str();
}

} // namespace practice
