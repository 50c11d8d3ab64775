/* steps.h: the product of two float matrices step by step, from the book's kernel on: a file for
 * each step, and here the table of them.
 *
 * matmul_fast.cu climbs the ladder; bench/matmul.cu sets it beside a library.
 *
 * What limits a product is not the memory of the device (n^2 numbers for n^3 multiplications) but
 * how many instructions it takes to bring two numbers together that are to be multiplied.
 */
#ifndef MATMUL_STEPS_H
#define MATMUL_STEPS_H

#include "../../common/ladder.h"
#include "1_global.h"
#include "2_tiled.h"
#include "3_registers.h"
#include "4_pipelined.h"
#include "shapes.h"

enum { MATMUL_GLOBAL, MATMUL_TILED, MATMUL_REGISTERS, MATMUL_PIPELINED, MATMUL_STEPS };
static const ladder_rung<product_work<float>> matmul_rungs[MATMUL_STEPS] = {
    {"global", "a thread for each element, everything from global memory and its caches",
     matmul_launch_global},
    {"tiled", "16 x 16 tiles in shared memory: 16 times fewer loads from global memory",
     matmul_launch_tiled},
    {"registers",
     "8 x 8 elements a thread: 4 multiplications for a number from shared memory, not 1/2",
     matmul_launch_registers},
    {"pipelined", "four numbers a load; the next tile and the next numbers are fetched meanwhile",
     matmul_launch_pipelined},
};

#endif
