// fibers.cpp: a worker's fibers and their stacks.
#include "scheduler.h"
#include "device.h"
#include "machine/guards.h"
#include "machine/switch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#ifdef CUDA_EMULATOR_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace cuda_emulator {

std::size_t fiber_stack_bytes(int device) {
    std::size_t unit = 64 * 1024; // a multiple of every page size
    std::size_t bytes = std::max<std::size_t>(256 * 1024, stack_size_limit(device) + unit);
    return (bytes + unit - 1) / unit * unit;
}

fiber *new_fiber(worker &w, std::size_t number) {
    if (number % fiber_row::LENGTH == 0)
        w.rows.push_back(new fiber_row());
    char *stack = allocate_stack(w.stack_bytes);
    if (stack == nullptr) {
        std::fprintf(stderr,
                     "CUDA emulator: no memory for the stack of a thread (%zu bytes each; "
                     "cudaLimitStackSize sets it)\n",
                     w.stack_bytes);
        std::abort();
    }
    fiber *f = &w.rows.back()->fibers[number % fiber_row::LENGTH];
    fiber_details &details = details_of(f);
    details.stack_low = stack;
    // Tops at the same place of every page would all want the same sets of the cache.
    details.stack_high = details.stack_low + w.stack_bytes - number % 32 * 192;
    return f;
}

// Frames that never returned have left their red zones behind, for whoever uses the stack next, or
// the pages once they are unmapped.
static void forget_frames(fiber *f) {
#ifdef CUDA_EMULATOR_ASAN
    __asan_unpoison_memory_region(
        details_of(f).stack_low,
        static_cast<std::size_t>(details_of(f).stack_high - details_of(f).stack_low));
#else
    (void)f;
#endif
}

void delete_fibers(worker &w) {
    for (fiber *f : w.fibers) {
        forget_frames(f);
        forget_context(f);
        free_stack(details_of(f).stack_low, w.stack_bytes);
    }
    for (fiber_row *row : w.rows)
        delete row;
    w.fibers.clear();
    w.first_frames.clear();
    w.rows.clear();
}

bool in_guard(fiber *f, const void *address) {
    return in_guard_of_stack(details_of(f).stack_low, address);
}

void adopt_stack(worker &w) {
    fiber_details &home = details_of(w.home);
    find_own_stack(&home.stack_low, &home.stack_high);
    home.started = true;
}

void forget_fiber(fiber *f) {
    details_of(f).started = false;
    details_of(f).interrupted_at = nullptr;
    details_of(f).looks_in_vain = false;
    details_of(f).waits_for = wait::barrier;
    forget_frames(f);
}

} // namespace cuda_emulator
