/* steps.h: counting the bytes of a text step by step, up to what the memory delivers. A file for
 * each step, one idea each, in the order of their numbers.
 *
 * ../histogram_fast.cu climbs them; bench/histogram.cu sets them beside a library.
 */
#ifndef COUNT_STEPS_H
#define COUNT_STEPS_H

#include "../../common/ladder.h"
#include "1_global.h"
#include "2_shared.h"
#include "3_wide.h"
#include "4_banks.h"

enum { COUNT_GLOBAL, COUNT_SHARED, COUNT_WIDE, COUNT_BANKS, COUNT_STEPS };
static const ladder_rung<count_work> count_rungs[COUNT_STEPS] = {
    {"global",
     "a thread for each byte, all threads of the grid meet at 256 counters in global memory",
     count_launch_global},
    {"shared", "256 counters for each block, in shared memory: only the threads of a block meet",
     count_launch_shared},
    {"wide", "16 bytes a load, two loads under way, large blocks: fewer instructions for each byte",
     count_launch_wide},
    {"banks", "a set of counters in each bank of shared memory: the threads of a warp never meet",
     count_launch_banks},
};

#endif
