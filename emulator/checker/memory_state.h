// memory_state.h: what memory.cpp and variables.cpp know of what lies where.
#ifndef CUDA_EMULATOR_MEMORY_STATE_H
#define CUDA_EMULATOR_MEMORY_STATE_H

#include "allocations.h"

#include "machine/threads.h"

#include <map>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

struct allocation {
    size_t size;
    memory_kind kind;
    call_stack made;
    bool is_freed;
    call_stack freed;
    bool is_read;  // by something that no hook tells of
    bool has_rows; // with room behind each that nobody uses
};

struct device_variable {
    uintptr_t address;
    size_t size;
    const char *name, *file;
    int line;
    bool constant;
};

struct memory_state {
    os_mutex mutex;
    uintptr_t next = REGION + SHARED_BYTES; // where nothing has been allocated yet
    size_t skew = 0;                        // of the last allocation, in its first page
    uintptr_t next_shared = REGION + 64;
    std::map<uintptr_t, allocation> allocations;
    // Where copies and cudaMemset have begun or ended in the middle of a word that nothing else had
    // written, and where their other end is.
    std::map<uintptr_t, uintptr_t> cuts;
    std::vector<shared_note *> shared;
    std::vector<device_variable> variables;
    size_t dynamic_bytes = 0;
    uint32_t launch = 0;      // counts them
    size_t static_bytes = 0;  // of the __shared__ variables that the running launch has come to
    std::string static_place; // of the last of them
    std::map<std::string, size_t> constant_bytes; // of the __constant__ variables of a file
    uintptr_t constants_low = ~uintptr_t(0), constants_high = 0; // where those lie
    bool frees_refused = false;
};

memory_state &all_memory();

constexpr uintptr_t DYNAMIC = REGION + STATIC_SHARED_BYTES; // shared memory of the launch
// Of a block of a cluster: whether it may be reached. The block that runs has left.
void window_is_used(size_t number);
bool is_closed(size_t number);
void close_window();

// Bits of the bytes [from, to) of a word, both 0 to 4.
inline unsigned byte_bits(uintptr_t from, uintptr_t to) {
    return ((1u << to) - 1) & ~((1u << from) - 1);
}
// All words of the bytes get this state, but for the bytes beyond the end.
void set_states(const area &a, uintptr_t at, size_t bytes, bool allocated, bool written);
// Calls change(state, bits) for the words of the bytes.
template <class Change> void for_states(const area &a, uintptr_t at, size_t bytes, Change change) {
    uintptr_t first = at - a.base, last = first + bytes;
    while (first < last) {
        const uintptr_t word_end = std::min<uintptr_t>((first | 3) + 1, last);
        change(a.states[first >> 2], byte_bits(first & 3, ((word_end - 1) & 3) + 1));
        first = word_end;
    }
}
const area region = {REGION, REGION_BYTES, reinterpret_cast<word_state *>(STATES),
                     reinterpret_cast<cell *>(CELLS)};

// The allocation at the address, or the nearest one.
std::map<uintptr_t, allocation>::iterator nearest(memory_state &c, uintptr_t at);
variable variable_of(const allocation &a);

} // namespace checker
} // namespace cuda_emulator

#endif
