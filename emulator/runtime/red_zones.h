// red_zones.h: the bytes beside an allocation or a variable, which belong to nobody.
//
// They are filled with a pattern. Whoever runs over an end changes it, which is seen when somebody
// looks: when a kernel ends, when memory is freed, at the end of the program.
#ifndef CUDA_EMULATOR_RED_ZONES_H
#define CUDA_EMULATOR_RED_ZONES_H

#include <cstddef>
#include <string>

namespace cuda_emulator {

// Something with a red zone in front of it and one behind it.
struct guarded {
    char *first;
    std::size_t size;
    std::size_t front, back; // bytes of the red zones
};

// How far the red zones were written to, in bytes from what they guard. 0: not at all.
struct overrun {
    std::size_t front, back;
    explicit operator bool() const { return front != 0 || back != 0; }
};

void fill_red_zones(const guarded &);
// Whether the red zones are as they were, as far as these bytes on each side.
bool are_intact(const guarded &, std::size_t nearest);
// Looks at all of the red zones, and fills them again.
overrun take_overrun(const guarded &);

// Says on stderr that `who` has written beside `memory`: "kernel add", "the 4 bytes of i". `hint`
// is another line, or empty. The program does not end with exit code 0 any more.
void report_overrun(const std::string &who, const overrun &, const std::string &memory,
                    const std::string &hint = "");

} // namespace cuda_emulator

#endif
