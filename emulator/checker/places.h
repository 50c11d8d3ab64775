// places.h: places in the code, which are numbered as they come up.
#ifndef CUDA_EMULATOR_PLACES_H
#define CUDA_EMULATOR_PLACES_H

#include <cstdint>
#include <vector>

namespace cuda_emulator {
namespace checker {

struct code_place {
    void *code;
    unsigned bytes; // of each access from there; 0: not each the same
    bool of_block;  // the scope of an atomic operation
    bool of_system; // likewise
    bool adds;      // it does
    bool of_volatile = false;
    bool of_engine = false; // it is a copy in bulk
};
extern std::vector<code_place> &codes;
extern uint32_t *number_of_code; // by offset in the program
extern uintptr_t code_base, code_bytes;
uint32_t new_place(void *code, unsigned bytes);
// The place itself; or, where it is in a function that compilers make to copy a struct, the call of
// that: as long as the access lasts.
void *who_copies(void *code);
// An access from there has these bytes, and others may have had another number of them.
void note_size(uint32_t place, unsigned bytes);
// bytes: that an access from there has.
inline uint32_t place_number(void *code, unsigned bytes) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - code_base;
    if (at >= code_bytes)
        return 0;
    const uint32_t number = number_of_code[at];
    return __builtin_expect(number != 0, true) ? number : new_place(code, bytes);
}
// 0: none yet.
inline uint32_t known_place(void *code) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - code_base;
    return at < code_bytes ? number_of_code[at] : 0;
}
void reserve_places();
void *place_code(uint32_t number);
bool is_of_block(uint32_t place);  // whether atomic operations from there have the block's scope
bool is_of_system(uint32_t place); // or the system's
// Whether accesses from there may have so many bytes.
inline bool may_have(uint32_t place, unsigned bytes) {
    return codes[place].bytes == bytes || codes[place].bytes == 0;
}
inline bool only_adds(uint32_t place) { // whether they do
    return codes[place].adds;
}
bool is_volatile(uint32_t place); // whether accesses from there are
void note_volatile(uint32_t place);
inline bool is_of_engine(uint32_t place) { // whether a copy in bulk writes from there
    return codes[place].of_engine;
}
// Place 0 are all that are not known: if one is an engine's, each may be.
inline void note_engine(uint32_t place) {
    codes[place].of_engine = true;
}

} // namespace checker
} // namespace cuda_emulator

#endif
