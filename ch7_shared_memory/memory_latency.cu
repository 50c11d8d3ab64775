// memory_latency: how long a read takes, from each memory of a GPU
//
// A loop that reads the same place a thousand times would not tell: many reads are under way at a
// time. So each read here needs the result of the one before, in a walk along a chain, where each
// element says which is next:
//
//     next   [33] [34] [35] ...          place = next[place];  place = next[place];  ...
//             0    1    2
//
// In global memory it depends on which cache has the element. So there are three chains: one that
// fits into L1, one that fits into L2 only, and one that fits into neither.
// Long because each memory needs a kernel of its own.
//
//     nvcc ch7_shared_memory/memory_latency.cu -I. -o memory_latency && ./memory_latency
#include "../common/book.h"
#include "../common/table.h"
#include "chain.h"
#include "linear_texture.h"
#include "memories.h"

#define STEPS 1000 // no multiple of CHAIN: walks do not end where they began

__constant__ int constant_chain[CHAIN];

// Goes so many steps along the chain `next`, and then so many that are timed.
template <typename Chain>
__device__ static void walk(Chain next, int place, int steps, int timed_steps,
                            walk_result *result) {
    for (int i = 0; i < steps; i++) // fetches the chain into the caches, if it fits
        place = next[place];
    long long start = clock64();
    __syncthreads(); // keeps the compiler from moving reads out from between the clocks
    for (int i = 0; i < timed_steps; i++)
        place = next[place];
    __syncthreads_or(place); // a barrier, and one that waits for the last read
    long long stop = clock64();
    result->ends[threadIdx.x] = place;
    if (threadIdx.x == 0)
        result->cycles = (float)(stop - start) / timed_steps;
}

__global__ void walk_shared(int steps, walk_result *result) {
    __shared__ int next[CHAIN];
    for (int i = threadIdx.x; i < CHAIN; i += WARP)
        next[i] = after(i);
    __syncthreads();
    walk(next, threadIdx.x, steps, steps, result); // each thread in a bank of its own
}

__global__ void walk_local(int steps, walk_result *result) {
    int next[CHAIN];
    for (int i = 0; i < CHAIN; i++)
        next[i] = after(i);
    walk(next, 0, steps, steps, result);
}

// stride 0: the whole warp reads the same element; 1: 32 different ones
__global__ void walk_constant(int stride, int steps, walk_result *result) {
    walk(constant_chain, threadIdx.x * stride, steps, steps, result);
}

__global__ void walk_texture(texture_chain next, int steps, walk_result *result) {
    walk(next, 0, steps, steps, result);
}

__global__ void walk_global(const int *next, int steps, int timed_steps, walk_result *result) {
    walk(next, 0, steps, timed_steps, result);
}

// Runs a walk along the chain `next`: first so many steps, and then STEPS that are timed. Returns 1
// if every thread has ended where it should.
static int run_walk(int which, const int *next, size_t bytes, int first, walk_result *result) {
    int *dev_next;
    walk_result *dev_result;
    texture_chain chain = {0};
    HANDLE_ERROR(cudaMalloc((void **)&dev_next, bytes));
    HANDLE_ERROR(cudaMemcpy(dev_next, next, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMalloc((void **)&dev_result, sizeof *result));
    if (which == REGISTER)
        step_in_register<<<1, WARP>>>(FACTOR, STEPS, dev_result);
    else if (which == SHARED)
        walk_shared<<<1, WARP>>>(STEPS, dev_result);
    else if (which == CONSTANT || which == CONSTANTS) {
        HANDLE_ERROR(cudaMemcpyToSymbol(constant_chain, next, bytes));
        walk_constant<<<1, WARP>>>(which == CONSTANTS, STEPS, dev_result);
    } else if (which == LOCAL)
        walk_local<<<1, WARP>>>(STEPS, dev_result);
    else if (which == TEXTURE) {
        chain.texture = lay_texture(dev_next, bytes);
        walk_texture<<<1, WARP>>>(chain, STEPS, dev_result);
    } else
        walk_global<<<1, WARP>>>(dev_next, first, STEPS, dev_result);
    HANDLE_LAUNCH("walk");
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof *result, cudaMemcpyDeviceToHost));
    if (which == TEXTURE)
        HANDLE_ERROR(cudaDestroyTextureObject(chain.texture));
    HANDLE_ERROR(cudaFree(dev_next));
    HANDLE_ERROR(cudaFree(dev_result));
    return walk_is_right(which, next, first + STEPS, STEPS, result);
}

int main(int argc, char **argv) {
    const char *csv = NULL;
    const int most = BOOK_ON_GPU ? WALKS : IN_L2;
    long long walks = most;
    book_option options[] = {
        {"walks", BOOK_INTEGER, &walks, 1, most, "how many: the first ones"},
        {"csv", BOOK_TEXT, &csv, 0, 0, "FILE: writes the times there too"},
    };
    book_parse(argc, argv, "how long a read takes, from each memory of this device", options);
    book_table table;
    book_table_open(&table, csv, "memory,bytes,cycles,right");

    // L1 has no property to ask. It is what shared memory leaves over: since compute capability 7.0
    // 28 KiB at the least, and 256 at the most (2026).
    const size_t small = CHAIN * sizeof(int);
    int device = 0, l2 = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
    size_t bytes[WALKS] = {4,     small,    small,          small,         small,
                           small, 16 << 10, (size_t)l2 / 8, 8 * (size_t)l2};

    if (BOOK_ON_GPU)
        printf("cycles for a read and finding out where the next one is\n");
    walk_result found[WALKS];
    int right = 0;
    for (int which = 0; which < walks; which++) {
        int *next = make_chain(bytes[which]);
        // Once around to have it in a cache; where it fits into none, only the instructions.
        int lines = (int)(bytes[which] / sizeof(int) / LINE);
        int first = which < IN_L1 ? STEPS : which == IN_NEITHER ? 64 : lines;
        int ends_right = run_walk(which, next, bytes[which], first, &found[which]);
        free(next);
        right += ends_right;
        if (BOOK_ON_GPU)
            printf("%-28s %8.1f   %zu bytes\n", names[which], found[which].cycles, bytes[which]);
        book_table_row(&table, "%s,%zu,%.9g,%d", names[which], bytes[which],
                       BOOK_ON_GPU ? found[which].cycles : NAN, ends_right);
    }
    if (!BOOK_ON_GPU)
        printf("reads are not timed: on a CPU all memories are one\n");
    book_table_close(&table);
    int order = walks < WALKS || (found[IN_L1].cycles < found[IN_L2].cycles &&
                                  found[IN_L2].cycles < found[IN_NEITHER].cycles);
    return book_verdict(right == walks && order, "%d of %lld walks ended where they should%s",
                        right, walks, order ? "" : "; L1, L2 and memory are not in that order");
}
