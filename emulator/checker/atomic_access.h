// atomic_access.h: atomic operations and volatile accesses: what they order is noted around the
// access itself (fences.cpp).
#ifndef CUDA_EMULATOR_ATOMIC_ACCESS_H
#define CUDA_EMULATOR_ATOMIC_ACCESS_H

#include "fast/dispatch.h"

#include "emulator/atomics.h"

namespace cuda_emulator {
namespace checker {

namespace {

template <unsigned HOW>
__attribute__((noinline)) void atomic_touch(volatile void *pointer, size_t bytes, int order,
                                            void *code) {
    now.atomic_of_block = order == order_of_block;
    now.scopes_of_block |= now.atomic_of_block;
    const bool shared = in_shared(reinterpret_cast<uintptr_t>(pointer));
    if (now.width[shared] == 0)
        now.width[shared] = static_cast<unsigned>(bytes);
    now.widths_differ[shared] |= now.width[shared] != bytes;
    now.atomic_of_system = order == order_of_system;
    now.atomic_adds = (HOW & ADDS) != 0;
    if (block.interruptible != 0) {
        if (has_stretches(reinterpret_cast<uintptr_t>(pointer)))
            end_batches_at(reinterpret_cast<uintptr_t>(pointer));
        atomic_begins(reinterpret_cast<uintptr_t>(pointer), code);
    }
    if (reinterpret_cast<uintptr_t>(pointer) % bytes != 0 && block.interruptible != 0)
        misaligned_atomic(reinterpret_cast<uintptr_t>(pointer), bytes, code);
    touch<HOW>(reinterpret_cast<uintptr_t>(pointer), bytes, code);
    if (block.interruptible != 0) {
        const undisturbed quiet;
        atomic_done(reinterpret_cast<uintptr_t>(pointer), (HOW & READS) != 0, (HOW & WRITES) != 0,
                    now.atomic_of_block, code);
    }
}

template <unsigned HOW, class T>
__attribute__((noinline)) void atomic_touch_rarely(volatile T *pointer, int order, void *code) {
    if (!atomic_fits_in<HOW, sizeof(T)>(reinterpret_cast<uintptr_t>(pointer), order, code))
        atomic_touch<HOW>(pointer, sizeof(T), order, code);
}

template <unsigned HOW, class T>
inline __attribute__((always_inline)) void atomic_touch_quickly(volatile T *pointer, int order,
                                                                void *code) {
    now.accesses += in_region(reinterpret_cast<uintptr_t>(pointer));
    if (!is_atomic_in_turn<HOW, sizeof(T)>(reinterpret_cast<uintptr_t>(pointer), order, code))
        atomic_touch_rarely<HOW>(pointer, order, code);
}

// Shared memory is the block's, whose threads share an OS thread, and blocks run one at a time: an
// operation there is atomic without a lock, for which a processor waits long.
inline bool is_of_one_thread(const volatile void *pointer) {
    return in_shared(reinterpret_cast<uintptr_t>(pointer));
}

template <class T> bool exchange_if_equal(volatile T *p, T *expected, T value) {
    if (!is_of_one_thread(p))
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,
                                           __ATOMIC_SEQ_CST);
    const T old = *p;
    const bool equal = old == *expected;
    if (equal)
        *p = value;
    *expected = old;
    return equal;
}

template <unsigned HOW> void volatile_touch(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (block.interruptible == 0 || in_shared(address) ||
        (!in_region(address) && !in_image(address))) {
        touch<HOW>(address, bytes, code);
        return;
    }
    note_volatile(place_number(code, static_cast<unsigned>(bytes)));
    {
        const undisturbed quiet;
        if (HOW == WRITES)
            volatile_store_begins();
        else
            volatile_load_begins(address);
    }
    touch<HOW | VOLATILE>(address, bytes, code);
    const undisturbed quiet;
    if (HOW == WRITES)
        message_sent(address);
    else
        message_taken(address, code);
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
