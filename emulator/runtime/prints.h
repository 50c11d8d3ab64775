// prints.h: inside of the runtime: what threads have printed and nobody has seen.
#ifndef CUDA_EMULATOR_RUNTIME_PRINTS_H
#define CUDA_EMULATOR_RUNTIME_PRINTS_H

#include "emulator/prints.h"

#include <cstddef>
#include <string>
#include <vector>

namespace cuda_emulator {

struct print {
    unsigned lane;
    int place;               // in the source
    std::size_t from, bytes; // in the warp's text
    unsigned lock;           // the number of the lock that the lane has, or 0
    bool given_back;         // so it was one
};

struct prints_of_warp {
    std::string text;
    std::vector<print> all; // each lane's in their order
};

// Of the block that a worker runs.
struct prints_of_block {
    std::vector<prints_of_warp> warps;
};

// The program ends: what all blocks have printed comes out, unless somebody is at it.
void show_all_prints();

} // namespace cuda_emulator

#endif
