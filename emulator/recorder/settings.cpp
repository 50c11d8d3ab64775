// settings.cpp: see settings.h.
#include "settings.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace cuda_emulator {
namespace recorder {

namespace {

[[noreturn]] void refuse(const char *name, const std::string &value, const char *wanted) {
    std::fprintf(stderr, "CUDA recorder: %s=\"%s\" is not %s\n", name, value.c_str(), wanted);
    std::fflush(nullptr);
    std::_Exit(2);
}

std::string text_of(const char *name) {
    const char *text = std::getenv(name);
    return text == nullptr ? "" : text;
}

bool read_number(const std::string &text, std::uint64_t most, std::uint64_t &number) {
    if (text.empty() || text.size() > 10 ||
        text.find_first_not_of("0123456789") != std::string::npos)
        return false;
    number = std::strtoull(text.c_str(), nullptr, 10);
    return number <= most;
}

// "3", "3,1" or "3,1,0".
bool read_block(const std::string &text, uint3 &block) {
    std::uint64_t numbers[3] = {};
    std::istringstream parts(text + ",");
    std::size_t count = 0;
    for (std::string part; std::getline(parts, part, ','); ++count)
        if (count == 3 || !read_number(part, 0xffffffff, numbers[count]))
            return false;
    block = {static_cast<unsigned>(numbers[0]), static_cast<unsigned>(numbers[1]),
             static_cast<unsigned>(numbers[2])};
    return count != 0;
}

} // namespace

settings read_settings() {
    settings s;
    s.trace = text_of("CUDA_RECORDER_TRACE");
    s.program = text_of("CUDA_RECORDER_PROGRAM");
    std::uint64_t number = 0;
    if (const std::string launch = text_of("CUDA_RECORDER_LAUNCH"); !launch.empty()) {
        if (!read_number(launch, 0xffffffff, number) || number == 0)
            refuse("CUDA_RECORDER_LAUNCH", launch, "the number of a launch, from 1 on");
        s.launch = static_cast<unsigned>(number);
    }
    if (const std::string events = text_of("CUDA_RECORDER_EVENTS"); !events.empty()) {
        if (!read_number(events, 100000000, number) || number == 0)
            refuse("CUDA_RECORDER_EVENTS", events, "a number of events, from 1 to 100000000");
        s.most_events = number;
    }
    const std::string blocks = text_of("CUDA_RECORDER_BLOCKS");
    std::istringstream each(blocks);
    for (std::string text; each >> text;) {
        uint3 block;
        if (!read_block(text, block))
            refuse("CUDA_RECORDER_BLOCKS", blocks, "X,Y,Z of a block; several with blanks between");
        s.blocks.push_back(block);
    }
    if (const std::string name = text_of("CUDA_RECORDER_ORDER"); !name.empty() && !s.by.read(name))
        refuse("CUDA_RECORDER_ORDER", name, "emulator, warps, reversed or seed:N");
    return s;
}

} // namespace recorder
} // namespace cuda_emulator
