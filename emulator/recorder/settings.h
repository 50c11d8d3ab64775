// settings.h: what the user asks for, by the environment.
#ifndef CUDA_EMULATOR_RECORDER_SETTINGS_H
#define CUDA_EMULATOR_RECORDER_SETTINGS_H

#include "orders.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace recorder {

struct settings {
    std::string trace;   // the file to write; empty: none
    std::string program; // as the user calls it
    unsigned launch = 0; // from 1 on; 0: one with a mistake, or with shared memory, or the first
    std::vector<uint3> blocks; // empty: the first one
    order by;
    std::uint64_t most_events = 1000000;
};

// Ends the program where a value is none that is accepted.
settings read_settings();

} // namespace recorder
} // namespace cuda_emulator

#endif
