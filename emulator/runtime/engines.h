// engines.h: inside of the runtime: what goes on in a block while its threads do: copies, products,
// and barriers with a number.
#ifndef CUDA_EMULATOR_ENGINES_H
#define CUDA_EMULATOR_ENGINES_H

#include "emulator/bulk_copies.h"
#include "emulator/wgmma.h"
#include "machine/threads.h"

#include <deque>
#include <vector>

namespace cuda_emulator {

struct worker;

constexpr unsigned WARPS_OF_BLOCK = 32;

// Bytes on their way to shared memory.
struct delivery {
    unsigned char *to;
    const void *barrier;
    std::vector<unsigned char> bytes;
    uint3 thread; // that has begun it
    void *place;  // in the code
    call_place where;
    reduction combines = {};
};

// What a thread puts to global memory.
struct put_copy {
    bulk_copy copy;
    uint3 thread; // that has begun it
    void *place;
    call_place where;
};
struct thread_puts {
    std::deque<put_copy> waiting;    // the oldest first
    std::deque<unsigned> batch_ends; // how many there are up to the end of each
};

struct named_barrier {
    unsigned expected, arrived, phase;
    unsigned first, last; // warps that have arrived
};

// A product that a warp has begun.
struct warp_product {
    wgmma_call call; // of one lane; d is not used
    std::vector<void *> d;
    std::vector<unsigned long long> a; // in registers, two of each lane
    void *place;
};
struct product_queue {
    std::deque<warp_product> waiting;
    std::deque<unsigned> batch_ends;
    bool was_fenced, is_fenced; // ever, and since it has waited last
    // What has been left in the sums, by the place of the first one.
    std::vector<std::pair<const void *, unsigned long long>> left;
};

// Gives up the kernel, as the one that runs here did what must not be.
[[noreturn]] void refuse(call_place where, cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// What is told of memory is the kernel's own, and not what the emulator does.
template <class Tell> void tell_for_kernel([[maybe_unused]] Tell tell) {
    if constexpr (observed) {
        compiler_fence();
        block.interruptible = 1;
        tell();
        compiler_fence();
        block.interruptible = 0;
    }
}

// Copies what lies where the program says. A fault in there is the kernel's, not the emulator's.
void copy_for_kernel(void *to, const void *from, std::size_t bytes, call_place where);

// The same of numbers that are combined with those there. place: tells of each; null: of none.
void reduce_for_kernel(reduction how, unsigned char *to, const unsigned char *from,
                       std::size_t bytes, void *place, call_place where);

struct block_engines {
    std::deque<delivery> fetches;
    os_mutex mutex;      // of the fetches: other blocks of the cluster may begin some for this one
    uint3 thread_before; // the one that runs, while another counts as such
    std::vector<thread_puts> puts;
    named_barrier barriers[16];
    product_queue products[WARPS_OF_BLOCK];
};

// Of the block that runs here. Whoever asks must make block.interruptible 1 again in the end.
block_engines &engines_here();
// Those of a worker, before other blocks of the cluster reach them.
void prepare_engines(worker &w);
// The block ends: what it has put and not waited for is done.
void engines_end();
void forget_engines(); // of a block that was given up

} // namespace cuda_emulator

#endif
