// shadow.h: the shadow memory: where what is remembered of an address lies.
#ifndef CUDA_EMULATOR_SHADOW_H
#define CUDA_EMULATOR_SHADOW_H

#include "stretch.h"
#include "word_state.h"

#include "machine/process_copy.h"
#include "runtime/observer.h"

namespace cuda_emulator {
namespace checker {

// Addresses are fixed, so that an access finds its cell without a load, and reports are the same
// every time.
#ifdef __wasm__
// Of 2 GiB of addresses. The linker leaves the range free (site/engine/link.js), between the stack
// and the program's variables, and a browser takes memory as it is written.
constexpr uintptr_t REGION = 0x1000000;
constexpr size_t REGION_BYTES = 1u << 27;
constexpr uintptr_t STATES = REGION + REGION_BYTES;
constexpr uintptr_t STRETCHES = STATES + REGION_BYTES / 4;
constexpr size_t STRETCHES_BYTES = REGION_BYTES;
constexpr uintptr_t CELLS = STRETCHES + STRETCHES_BYTES;
constexpr uintptr_t SPLIT_CELLS = CELLS + REGION_BYTES / 4 * sizeof(cell);
constexpr size_t SPLIT_BYTES = 1u << 27;
constexpr uintptr_t LOCAL_STATES = SPLIT_CELLS + SPLIT_BYTES;
constexpr size_t LOCAL_BYTES = 1u << 28; // for 1 GiB: the program's variables and its heap
#else
constexpr uintptr_t REGION = 0x100000000000;
constexpr size_t REGION_BYTES = 1ull << 36;
constexpr uintptr_t STATES = 0x140000000000;
constexpr uintptr_t STRETCHES = 0x160000000000;
constexpr size_t STRETCHES_BYTES = REGION_BYTES; // as many as they are about
constexpr uintptr_t CELLS = 0x180000000000;
constexpr uintptr_t SPLIT_CELLS = 0x200000000000;
constexpr size_t SPLIT_BYTES = 1ull << 36;
constexpr uintptr_t LOCAL_STATES = 0x300000000000;
constexpr size_t LOCAL_BYTES = 1ull << 34; // for four times as many of all stacks together
#endif
constexpr uintptr_t PAGE = 4096;
// Shared memory is the region's beginning: a window for each block of a cluster, of which all have
// the variables at the same places.
constexpr size_t STATIC_SHARED_BYTES = 1 << 20, WINDOW_BYTES = 2 << 20;
#ifdef __wasm__
constexpr size_t WINDOWS = 1;
#else
constexpr size_t WINDOWS = 16;
#endif
constexpr size_t SHARED_BYTES = WINDOWS * WINDOW_BYTES;

// Stacks have states only: 0 but for the variables that local_begins knows, and the gaps beside
// them.
inline word_state *local_state(uintptr_t address) {
    return reinterpret_cast<word_state *>(LOCAL_STATES) + ((address >> 2) & (LOCAL_BYTES - 1));
}

inline cell *split_cells(uint32_t number) {
    return reinterpret_cast<cell *>(SPLIT_CELLS) + 4ull * number;
}

// Part of the address space with cells.
struct area {
    uintptr_t base;
    size_t bytes;
    word_state *states;
    cell *cells;
};
// What the device can reach.
constexpr bool in_region(uintptr_t address) {
    return address - REGION < REGION_BYTES;
}
constexpr bool in_shared(uintptr_t address) {
    return address - REGION < SHARED_BYTES;
}
// The number of the block in its cluster, and the place in the first window.
constexpr size_t window_of(uintptr_t address) {
    return (address - REGION) / WINDOW_BYTES;
}
constexpr uintptr_t in_first_window(uintptr_t address) {
    return in_shared(address) ? REGION + (address - REGION) % WINDOW_BYTES : address;
}
inline word_state *region_state(uintptr_t address) {
    return reinterpret_cast<word_state *>(STATES) + ((address - REGION) >> 2);
}
inline cell *region_cell(uintptr_t address) {
    return reinterpret_cast<cell *>(CELLS) + ((address - REGION) >> 2);
}
// Not of shared memory, whose words most threads of a block use, at one time or another.
inline bool has_stretches(uintptr_t address) {
    return address - (REGION + SHARED_BYTES) < REGION_BYTES - SHARED_BYTES;
}
inline stretch *stretch_at(uintptr_t address) {
    return reinterpret_cast<stretch *>(STRETCHES) + (address - REGION) / stretch::BYTES;
}
inline byte_stretch *byte_stretch_at(uintptr_t address) {
    return reinterpret_cast<byte_stretch *>(region_cell(address & ~uintptr_t(63)));
}
inline stretch &stretch_of(stretch &s) {
    return s;
}
inline stretch &stretch_of(byte_stretch &s) {
    return *stretch_at(REGION + (reinterpret_cast<uintptr_t>(&s) - CELLS) / sizeof(cell) * 4);
}
// Whether nothing that it knows has to be remembered.
template <class Stretch> bool are_forgotten(const Stretch &s, uint32_t floor) {
    bool result = s.write.serial() < floor;
    for (const access read : s.read)
        result &= read.serial() < floor;
    return result;
}
// The same of all that is known at the address.
inline bool is_forgotten(const stretch &s, uintptr_t address, uint32_t floor) {
    return s.last == stretch::OF_BYTES ? are_forgotten(*byte_stretch_at(address), floor)
                                       : s.last < floor && are_forgotten(s, floor);
}
extern area image; // the program's own variables, of which some are the device's
inline bool in_image(uintptr_t address) {
    return address - image.base < image.bytes;
}
inline word_state *image_state(uintptr_t address) {
    return image.states + ((address - image.base) >> 2);
}
inline cell *image_cell(uintptr_t address) {
    return image.cells + ((address - image.base) >> 2);
}

// What the series of a stretch, which has no cells in use, say of one of its words.
cell cell_of_series(const stretch &s, unsigned word);
// The same of those of a byte stretch: a split cell with the number 0, if the bytes need parts.
cell cell_of_series(const byte_stretch &s, unsigned word, cell parts[4]);
// What is known of a word, and of its bytes if the cell is split. False for memory of which the
// checker remembers nothing.
inline bool look_up(uintptr_t address, cell &known, cell parts[4]) {
    if (!in_region(address) && !in_image(address))
        return false;
    const uint32_t last = has_stretches(address) ? stretch_at(address)->last : ~0u;
    const unsigned word = address / 4 % stretch::WORDS;
    if (last == stretch::OF_BYTES)
        known = cell_of_series(*byte_stretch_at(address), word, parts);
    else if (last == 0 || last == stretch::AHEAD)
        known = cell_of_series(*stretch_at(address), word);
    else
        known = in_region(address) ? *region_cell(address) : *image_cell(address);
    if (known.is_split() && known.number() != 0)
        copy_unseen(parts, split_cells(known.number()), 4 * sizeof(cell));
    return true;
}

} // namespace checker
} // namespace cuda_emulator

#endif
