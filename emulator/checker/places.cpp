// places.cpp: places in the code, which are numbered as they come up.
#include "places.h"

#include "running.h"

#include "machine/address_space.h"
#include "machine/program.h"

#include <algorithm>

namespace cuda_emulator {
namespace checker {

// Never destroyed: the last words come after destructors.
std::vector<code_place> &codes = *new std::vector<code_place>{{nullptr, 0, false, false, false}};

uint32_t *number_of_code;
uintptr_t code_base, code_bytes;

void reserve_places() {
    const address_range code = code_of_program();
    code_base = code.begin;
    code_bytes = code.end - code.begin;
    number_of_code = static_cast<uint32_t *>(reserve(0, code_bytes * 4));
    if (number_of_code == nullptr)
        code_bytes = 0; // then findings name no places
}

void *who_copies(void *code) {
    const undisturbed quiet;
    if (!is_in_copy_function(static_cast<char *>(code) - 1))
        return code;
    constexpr int MOST = 16;
    void *calls[MOST] = {};
    calls_on_stack(calls, MOST);
    void **call = std::find(calls, calls + MOST, code);
    while (call != calls + MOST && *call != nullptr &&
           is_in_copy_function(static_cast<char *>(*call) - 1))
        ++call;
    return call != calls + MOST && *call != nullptr ? *call : code;
}

uint32_t new_place(void *code, unsigned bytes) {
    const undisturbed quiet;
    if (void *caller = who_copies(code); caller != code)
        return place_number(caller, bytes);
    if (codes.size() >= access::MOST_PLACE)
        return 0;
    uint32_t &number = number_of_code[reinterpret_cast<uintptr_t>(code) - code_base];
    number = static_cast<uint32_t>(codes.size());
    codes.push_back({code, bytes, now.atomic_of_block, now.atomic_of_system, now.atomic_adds});
    return number;
}

void note_size(uint32_t number, unsigned bytes) {
    if (codes[number].bytes != bytes)
        codes[number].bytes = 0;
}

void *place_code(uint32_t number) {
    return codes[number].code;
}

bool is_of_block(uint32_t place) {
    return codes[place].of_block;
}

bool is_of_system(uint32_t place) {
    return codes[place].of_system;
}

bool is_volatile(uint32_t place) {
    return codes[place].of_volatile;
}

void note_volatile(uint32_t place) {
    codes[place].of_volatile = place != 0;
}

} // namespace checker
} // namespace cuda_emulator
