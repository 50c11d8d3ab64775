/* memories.h: what memory_latency reads from, a register, what stands for a pointer to a chain that
 * is read as a texture, and where a walk must end.
 */
#ifndef MEMORIES_H
#define MEMORIES_H

#include "chain.h"

#define WARP 32
#define FACTOR 5u

typedef struct {
    int ends[WARP]; // where the walks of the threads of a warp have ended
    float cycles;   // for one step
} walk_result;

enum { REGISTER, SHARED, CONSTANT, CONSTANTS, LOCAL, TEXTURE, IN_L1, IN_L2, IN_NEITHER, WALKS };
static const char *const names[WALKS] = {"register",
                                         "shared",
                                         "constant (one for the warp)",
                                         "constant (32 different)",
                                         "local",
                                         "texture in L1",
                                         "global in L1",
                                         "global in L2",
                                         "global in neither"};

/* Read as a texture. */
struct texture_chain {
    cudaTextureObject_t texture;
    __device__ int operator[](int i) const { return tex1Dfetch<int>(texture, i); }
};

/* A register is there at once. What can be timed is an instruction that needs the result of the one
 * before. */
__global__ void step_in_register(unsigned factor, int steps, walk_result *result) {
    unsigned x = threadIdx.x; // unsigned, because the products overflow
    long long start = clock64();
    __syncthreads();
    for (int i = 0; i < steps; i++)
        x = x * factor + 1;
    __syncthreads_or((int)x);
    long long stop = clock64();
    result->ends[threadIdx.x] = (int)x;
    if (threadIdx.x == 0)
        result->cycles = (float)(stop - start) / steps;
}

/* Whether all threads have ended where they should, after so many steps along the chain, or in a
 * register. */
static inline int walk_is_right(int which, const int *next, int steps, int steps_in_register,
                                const walk_result *result) {
    int right = 1, apart = which == REGISTER || which == SHARED || which == CONSTANTS;
    for (int t = 0; t < WARP; t++) {
        unsigned place = apart ? t : 0;
        for (int i = 0; i < (which == REGISTER ? steps_in_register : steps); i++)
            place = which == REGISTER ? place * FACTOR + 1 : (unsigned)next[place];
        right = right && (unsigned)result->ends[t] == place;
    }
    return right;
}

#endif
