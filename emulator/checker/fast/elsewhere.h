// elsewhere.h: shortcuts "own_stack", "constants" and "built_in": what is neither global nor shared
// memory. The claims: nobody else can reach a thread's stack, so no race is there, and all that is
// asked is whether its bytes are written; the variables threadIdx and its like nobody writes.
#ifndef CUDA_EMULATOR_ELSEWHERE_H
#define CUDA_EMULATOR_ELSEWHERE_H

#include "cells.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Shortcut "constants": reads of variables of the device, constants mostly, of which all is as in
// the region.
template <unsigned BYTES>
inline __attribute__((always_inline)) bool fits_in_image(uintptr_t address, void *code) {
    const uint32_t place = known_place(code);
    if (BYTES < 4 || address % 4 != 0 || place == 0 || may_meet_copies(address, BYTES))
        return false;
    for (unsigned i = 0; i < BYTES / 4; ++i) {
        cell &c = image_cell(address)[i];
        if (!image_state(address)[i].is_good(WHOLE_WORD) || c.is_split() ||
            !fits_in<READS>(c, WHOLE_WORD, now.floor, place))
            return false;
    }
    return true;
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
