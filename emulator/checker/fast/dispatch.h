// dispatch.h: which of the shortcuts an access takes.
//
// From the bottom of the file upwards, each function does what a large part of accesses needs, and
// leaves the rest to one before it; the last is touch(), behind which is the slow path. A function
// that calls none but in its last step saves no registers, so the order, and what is inlined, is
// what makes this quick.
#ifndef CUDA_EMULATOR_DISPATCH_H
#define CUDA_EMULATOR_DISPATCH_H

#include "atomics.h"
#include "elsewhere.h"
#include "goes_on.h"
#include "in_series.h"
#include "shared.h"

#include "machine/guards.h"

namespace cuda_emulator {
namespace checker {

namespace {

// Shortcut "host_pages": whether it can be seen at once that the host may use what lies there.
inline bool host_may_use(uintptr_t address) {
    if (!with::host_pages)
        return false;
    const host_page &page = host_pages[address / PAGE % 64];
    if (!in_region(address))
        return now.host_floor == 0 && !is_near_null(address);
    return page.first == address / PAGE * PAGE &&
           page.as_of == allocations_changed.load(std::memory_order_relaxed) &&
           (now.host_floor == 0 || page.quiet_after == now.issued);
}

// BYTES: how many, if that is known. 0: it is not.
template <unsigned HOW, unsigned BYTES = 0>
__attribute__((noinline)) void touch(uintptr_t address, size_t bytes, void *code) {
    if (block.interruptible == 0) {
        if (!host_may_use(address))
            by_host(address, HOW, code, bytes);
        return;
    }
    if (--now.turn <= 0)
        turn_is_over(code);
    if (touch_in_series<HOW, BYTES>(address, code))
        return;
    touch_words<HOW>(address, bytes, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_cells(uintptr_t address, void *code) {
    if (!fits_in_cells<HOW, BYTES>(address, code))
        touch<HOW, BYTES>(address, BYTES, code);
}

// Neither global nor shared memory. Nobody waits for what happens there, so no turn gets shorter;
// but when one is over, something has to be done at the next access.
template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_elsewhere(uintptr_t address, void *code) {
    if (on_own_stack(address)) {
        if (with::own_stack && now.turn > 0 && are_well(address, BYTES))
            return;
    } else if (in_image(address)) {
        if (with::constants && HOW == READS && now.turn > 0 && now.is_simple &&
            fits_in_image<BYTES>(address, code))
            return;
    } else if (with::built_in && is_of_thread(address) && local_state(address)->is_unknown() &&
               now.turn > 0) {
        if (HOW == READS && BYTES >= 4 && is_built_in(address))
            expect_again(code, address);
        return;
    }
    touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_next_stretch(uintptr_t address, void *code) {
    constexpr bool IS_WRITE = HOW == WRITES;
    batch &s = batch_from(code);
    count_accesses(s);
    bool goes_on;
    if constexpr (BYTES < 4)
        goes_on = bytes_go_on_in_next<BYTES, IS_WRITE>(s, address);
    else
        goes_on = goes_on_in_next<BYTES / 4, IS_WRITE>(s, address);
    if (goes_on)
        s.counted = s.next;
    else
        touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_column(uintptr_t address, void *code) {
    if (!goes_on_in_column<HOW, BYTES>(*stretch_at(address), address, code))
        touch<HOW, BYTES>(address, BYTES, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_bytes_without_batch(uintptr_t address,
                                                                     void *code) {
    if (--now.turn < 0 || !now.is_simple || may_meet_copies(address, BYTES))
        return touch<HOW, BYTES>(address, BYTES, code);
    const unsigned bits = ((1u << BYTES) - 1) << (address & 3);
    if (!has_stretches(address) || address % BYTES != 0 || !region_state(address)->is_good(bits))
        return touch_cells<HOW, BYTES>(address, code);
    stretch &s = *stretch_at(address);
    if (s.last >= now.floor) {
        if (!goes_on_in_cells<HOW, BYTES>(s, address, code))
            touch_cells<HOW, BYTES>(address, code);
        return;
    }
    if (s.last != stretch::OF_BYTES ||
        !goes_on_by_bytes<HOW, BYTES>(*byte_stretch_at(address), address, code))
        touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_shared(uintptr_t address, void *code) {
    if (!fits_behind_barrier<HOW, BYTES / 4>(address, code))
        touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_region(uintptr_t address, void *code) {
    if constexpr (BYTES >= 4) {
        constexpr unsigned WORDS = BYTES / 4;
        if (address % BYTES != 0)
            return touch_cells<HOW, BYTES>(address, code);
        stretch &s = *stretch_at(address);
        word_state *const states = region_state(address);
        if (!word_state::are_good<WORDS>(states) && (HOW == READS || !are_good<HOW, WORDS>(states)))
            return touch_cells<HOW, BYTES>(address, code);
        if (s.last < now.floor) { // no cells are in use
            if (HOW == WRITES && s.write.is_column())
                touch_column<HOW, BYTES>(address, code);
            else if (!goes_on<HOW, BYTES>(s, address, code))
                touch_column<HOW, BYTES>(address, code);
            return;
        }
        if (goes_on_in_cells<HOW, BYTES>(s, address, code))
            return;
    }
    touch_cells<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_without_batch(uintptr_t address, void *code) {
    if constexpr (BYTES < 4) {
        touch_bytes_without_batch<HOW, BYTES>(address, code);
    } else {
        if (--now.turn < 0 || !now.is_simple)
            return touch<HOW, BYTES>(address, BYTES, code);
        if (!in_shared(address) || address % BYTES != 0)
            return touch_region<HOW, BYTES>(address, code);
        touch_shared<HOW, BYTES>(address, code);
    }
}

// Of an address in shared memory. False, and nothing is done, elsewhere.
template <unsigned BYTES>
inline __attribute__((always_inline)) bool is_third_read(uintptr_t address, void *code) {
    if (block.interruptible == 0 || now.turn <= 0 || !now.is_simple || address % BYTES != 0 ||
        !are_third_reads<BYTES / 4>(address, code))
        return false;
    --now.turn;
    ++now.accesses;
    return true;
}

// What is not the next of a batch.
template <unsigned HOW, unsigned BYTES>
__attribute__((noinline)) void touch_out_of_batch(uintptr_t address, void *code) {
    if (block.interruptible == 0) {
        if (!host_may_use(address))
            touch<HOW, BYTES>(address, BYTES, code);
        return;
    }
    if (!in_region(address))
        return touch_elsewhere<HOW, BYTES>(address, code);
    ++now.accesses;
    if (batch &s = batch_from(code);
        s.code == code && !s.is_again && has_stretches(address) &&
        (BYTES < 4 && s.part != 0 ? address & ~uintptr_t(3) : address) % stretch::BYTES == 0 &&
        (BYTES >= 4 || s.part < 2))
        return touch_next_stretch<HOW, BYTES>(address, code);
    if constexpr (HOW == WRITES && BYTES < 4 && with::word_parts)
        look_for_parts(address, BYTES, code, known_place(code));
    touch_without_batch<HOW, BYTES>(address, code);
}

template <unsigned HOW, unsigned BYTES>
inline __attribute__((always_inline)) void touch_quickly(uintptr_t address, void *code) {
    if constexpr (HOW == (READS | WRITES) || !with::any) {
        now.accesses += in_region(address);
        touch<HOW, BYTES>(address, BYTES, code);
    } else if constexpr (!with::batches) {
        touch_out_of_batch<HOW, BYTES>(address, code);
    } else {
        batch &s = batch_from(code);
        if (__builtin_expect(s.code != code || s.next != address || s.limit == address, false)) {
            if (HOW == READS && BYTES >= 4 && in_shared(address) &&
                is_third_read<BYTES>(address, code))
                return;
            return touch_out_of_batch<HOW, BYTES>(address, code);
        }
        const bool is_part = BYTES < 4 && s.part != 0;
        if (__builtin_expect(is_by_next(s, address, is_part ? 2 : __builtin_ctz(BYTES)) &&
                                 (!is_part || part_in_turn == s.part),
                             true)) {
            s.next = address + (is_part ? 4 : BYTES);
            if (is_part)
                part_in_turn = s.then;
        } else if (HOW == READS && BYTES >= 4 && s.origin == origin_of_solo()) {
            s.next = address + BYTES;
        } else if (HOW != READS || BYTES < 4 || !s.is_again) {
            touch_out_of_batch<HOW, BYTES>(address, code);
        }
    }
}

// Shortcut "small_copies": bytes that are copied, or set: mostly a few of the thread's own
// variables.
template <unsigned HOW>
inline __attribute__((always_inline)) void touch_copy(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (with::small_copies && block.interruptible != 0 && now.turn > 1 && bytes <= 16 &&
        on_own_stack(address) && are_well(address, bytes)) {
        --now.turn;
        return;
    }
    touch<HOW | ANY_SIZE>(address, bytes, code);
}

// Shortcut "structs_of_12": a struct that is used whole, float3, mostly.
template <unsigned HOW> void touch_range(uintptr_t address, size_t bytes, void *code) {
    now.accesses += in_region(address);
    if (with::structs_of_12 && bytes == 12 && block.interruptible != 0) {
        if (!in_region(address))
            return touch_elsewhere<HOW, 12>(address, code);
        if (--now.turn > 0 && now.is_simple && fits_in_cells<HOW, 12>(address, code))
            return;
    }
    touch<HOW>(address, bytes, code);
}

} // namespace

} // namespace checker
} // namespace cuda_emulator

#endif
