/* steps.h: the product of two float matrices step by step, from the book's kernel on: a file for
 * each step, and here their names and how to launch one.
 *
 * matmul_fast.cu climbs the ladder; bench/matmul.cu sets it beside a library.
 *
 * What limits a product is not the memory of the device (n^2 numbers for n^3 multiplications) but
 * how many instructions it takes to bring two numbers together that are to be multiplied.
 */
#ifndef MATMUL_STEPS_H
#define MATMUL_STEPS_H

#include "1_global.h"
#include "2_tiled.h"
#include "3_registers.h"
#include "4_pipelined.h"
#include "shapes.h"

enum { MATMUL_GLOBAL, MATMUL_TILED, MATMUL_REGISTERS, MATMUL_PIPELINED, MATMUL_STEPS };
static const char *const matmul_names[MATMUL_STEPS] = {"global", "tiled", "registers", "pipelined"};
static const char *const matmul_changes[MATMUL_STEPS] = {
    "a thread for each element, everything from global memory and its caches",
    "16 x 16 tiles in shared memory: 16 times fewer loads from global memory",
    "8 x 8 elements a thread: 4 multiplications for a number from shared memory, not 1/2",
    "four numbers a load; the next tile and the next numbers are fetched meanwhile",
};

/* Launches one step, and does not wait for it: w->c becomes the product. */
static inline void matmul_launch(int step, const product_work<float> *w, cudaStream_t stream) {
    static void (*const launch[MATMUL_STEPS])(const product_work<float> *, cudaStream_t) = {
        matmul_launch_global, matmul_launch_tiled, matmul_launch_registers,
        matmul_launch_pipelined};
    launch[step](w, stream);
    HANDLE_ERROR(cudaGetLastError()); // of this launch; HANDLE_LAUNCH would wait for the kernel
}

#endif
