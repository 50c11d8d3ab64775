/* steps.h: counting the bytes of a text step by step, up to what the memory delivers. A file for
 * each step, one idea each, in the order of their numbers.
 *
 * ../histogram_fast.cu climbs them; bench/histogram.cu sets them beside a library. Both call
 * count_launch.
 */
#ifndef COUNT_STEPS_H
#define COUNT_STEPS_H

#include "1_global.h"
#include "2_shared.h"
#include "3_wide.h"
#include "4_banks.h"

enum { COUNT_GLOBAL, COUNT_SHARED, COUNT_WIDE, COUNT_BANKS, COUNT_STEPS };
static const char *const count_names[COUNT_STEPS] = {"global", "shared", "wide", "banks"};
static const char *const count_changes[COUNT_STEPS] = {
    "a thread for each byte, all threads of the grid meet at 256 counters in global memory",
    "256 counters for each block, in shared memory: only the threads of a block meet",
    "16 bytes a load, two loads under way, large blocks: fewer instructions for each byte",
    "a set of counters in each bank of shared memory: the threads of a warp never meet",
};

/* Launches one step, and does not wait for it: adds to w->counts. */
static inline void count_launch(int step, const count_work *w, cudaStream_t stream) {
    switch (step) {
    case COUNT_GLOBAL:
        count_launch_global(w, stream);
        break;
    case COUNT_SHARED:
        count_launch_shared(w, stream);
        break;
    case COUNT_WIDE:
        count_launch_wide(w, stream);
        break;
    case COUNT_BANKS:
        count_launch_banks(w, stream);
        break;
    }
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
