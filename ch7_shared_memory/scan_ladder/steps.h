/* steps.h: the scan step by step, up to the speed of a copy. A file for each step, one idea each,
 * in the order of their numbers.
 *
 * ../scan.cu climbs them; bench/scan.cu sets them beside a library.
 */
#ifndef SCAN_STEPS_H
#define SCAN_STEPS_H

#include "../../common/ladder.h"
#include "1_hillis_steele.h"
#include "2_blelloch.h"
#include "3_registers.h"
#include "4_look_back.h"
#include "5_warp.h"

enum { SCAN_HILLIS_STEELE, SCAN_BLELLOCH, SCAN_REGISTERS, SCAN_LOOK_BACK, SCAN_WARP, SCAN_STEPS };
static const ladder_rung<scan_work> scan_rungs[SCAN_STEPS] = {
    {"Hillis-Steele", "all threads add in each of 8 rounds; totals of blocks are scanned likewise",
     scan_launch_hillis_steele},
    {"Blelloch", "up and down a tree: more rounds, and a quarter of the additions",
     scan_launch_blelloch},
    {"registers", "16 elements a thread, warps scan by shuffles: one barrier, and fewer totals",
     scan_launch_registers},
    {"look-back",
     "one launch: blocks ask those before them, so each number is read and written once",
     scan_launch_look_back},
    {"warp", "a warp looks back at 32 tiles at a time; flag and number in one word: no fences",
     scan_launch_warp},
};

#endif
