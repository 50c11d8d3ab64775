// strays.h: accesses that no race is looked for in, and those that are wrong by themselves: beyond
// what is allocated, of what nothing has written, of the host's memory by a kernel, of the device's
// by the host, of local variables.
#ifndef CUDA_EMULATOR_STRAYS_H
#define CUDA_EMULATOR_STRAYS_H

#include "access.h"
#include "finding.h"
#include "running.h"
#include "shadow.h"
#include "word_state.h"

#include "machine/guards.h"

#include <cstddef>
#include <cstdint>

namespace cuda_emulator {
namespace checker {

// The access begins at `whole` with so many bytes; the word at the address, of which it has these
// bits, is not as it should be. of_image: it is a variable of the program.
void bad_state(uintptr_t whole, uintptr_t address, word_state &state, unsigned bits, unsigned how,
               void *code, unsigned bytes, bool of_image);
// Whether a copy or a product is to write there yet, by whom; see under_way.cpp.
bool is_under_way(uintptr_t address, memory_access &by);
void forget_what_is_under_way();
// An access to a local variable that is not known to be written, or to a gap beside one.
void touch_local(uintptr_t address, unsigned how, void *code, unsigned bytes);
// Neither the region, nor the thread's own stack, nor the program's variables.
void elsewhere(uintptr_t address, unsigned how, void *code, unsigned bytes);
// A variable of the program that is not known to be the device's.
void unknown_variable(uintptr_t address, unsigned how, void *code, unsigned bytes);
void constant_store(uintptr_t address, unsigned how, void *code, unsigned bytes);
void misaligned_atomic(uintptr_t address, size_t bytes, void *code);
void by_host_in_region(uintptr_t address, unsigned how, void *code, size_t bytes);
void by_host_elsewhere(uintptr_t address, unsigned how, void *code, size_t bytes);
void by_host_near_null(uintptr_t address, void *code, size_t bytes);

// Whether all of a word on the stack is either written, or none of those variables that are known.
inline __attribute__((always_inline)) bool is_well(word_state state) {
    return state.allocated() == state.written();
}

inline __attribute__((always_inline)) bool are_well(uintptr_t address, size_t bytes) {
    bool well = (address % 4 == 0 && bytes % 4 == 0) || is_well(*local_state(address + bytes - 1));
    for (size_t at = 0; well && at < bytes; at += 4)
        well = is_well(*local_state(address + at));
    return well;
}

// threadIdx and its like.
inline __attribute__((always_inline)) bool is_built_in(uintptr_t address) {
    const auto is_of = [&](const auto &variable) {
        return address - reinterpret_cast<uintptr_t>(&variable) < sizeof variable;
    };
    return is_of(threadIdx) || is_of(blockIdx) || is_of(blockDim) || is_of(gridDim);
}

// These, and what else is the OS thread's own: so many bytes, `block` among them, as in each
// thread.
extern uintptr_t before_block, bytes_of_thread;
inline __attribute__((always_inline)) bool is_of_thread(uintptr_t address) {
    return address - (reinterpret_cast<uintptr_t>(&block) - before_block) < bytes_of_thread;
}

// Pages of memory that the host can reach: loops ask about the same ones again and again.
struct host_page {
    uintptr_t first;
    uint32_t as_of; // so many changes of what is allocated
    // After so many operations nothing had to do with it that was not waited for, or something had.
    uint32_t quiet_after, busy_after;
};
extern CUDA_EMULATOR_THREAD host_page host_pages[64];

// Managed variables, and memory of the host that cudaHostRegister has made the device's.
inline bool may_be_the_devices(uintptr_t address, size_t bytes) {
    if (in_image(address) && !image_state(address)->is_unknown())
        return true;
    return address < now.registered_high && address + bytes > now.registered_low;
}

// What the host does, while no kernel's thread runs.
inline __attribute__((always_inline)) void by_host(uintptr_t address, unsigned how, void *code,
                                                   size_t bytes) {
    if (in_region(address))
        by_host_in_region(address, how, code, bytes);
    else if (is_near_null(address))
        by_host_near_null(address, code, bytes);
    else if (now.host_floor != 0 && may_be_the_devices(address, bytes))
        by_host_elsewhere(address, how, code, bytes);
}

} // namespace checker
} // namespace cuda_emulator

#endif
