// running.h: where the kernel is that runs: what "now" means.
#ifndef CUDA_EMULATOR_RUNNING_H
#define CUDA_EMULATOR_RUNNING_H

#include "shadow.h"

namespace cuda_emulator {
namespace checker {

// Where the kernel is that runs. One kernel runs at a time.
struct running {
    uint32_t serial = 2;   // the last one drawn; none is stretch::OF_BYTES or AHEAD
    uint32_t floor;        // what has a smaller one was done before this launch
    uint32_t launch_first; // the serial with which the launch began
    uint32_t host_floor;   // that of the first operation the host has not waited for; 0: none
    uint32_t issued;       // how many operations have been
    uint32_t split_first;  // split cells with a smaller one are of words that were forgotten
    uint32_t block_first;  // the serial with which the block began
    uint32_t phase_first;  // and with which its last barrier was passed
    bool several_blocks;   // of the launch take turns, so that serials of other ones lie between
    bool in_cluster;       // they are those of clusters
    bool meets_copies;     // some copy is not in order with this launch
    bool other_devices;    // there are such, whose memory it may not be able to use
    bool is_simple;        // neither several blocks nor other devices
    const launch_info *launch;
    long turn;         // accesses until another thread may have to run
    access turn_began; // which thread ran then, in which phase
    bool takes_turns;  // the block's threads do: some wait for others
    // Where memory lies that cudaHostRegister has made the device's and copies use.
    uintptr_t registered_low, registered_high;
    bool atomic_of_block;  // the last atomic operation is one of the block's scope
    bool scopes_of_block;  // there have been such
    bool atomic_of_system; // the last one is of the system's scope
    unsigned width[2];     // in global and in shared memory: the bytes of the first one
    bool widths_differ[2]; // another one had a different number
    bool atomic_adds;      // the last one only adds: several come to the same in any order
    // In this launch, so that another order of its blocks and threads may be another matter:
    bool passed_fence;
    bool met_another;     // an atomic operation met another thread's,
    bool met_other_place; // and one at another place in the code, which are not both to add
    bool fences_matter;   // some were passed in launches that this one may come after, or in it
    unsigned long long accesses; // to shared memory and what the program has allocated, as compiled
    struct totals {
        unsigned long long launches, threads, accesses;
    } all; // of kernels; while one runs, without its accesses
};
extern running now;
inline bool on_own_stack(uintptr_t address) {
    const fiber_details &mine = details_of(block.current);
    return address - reinterpret_cast<uintptr_t>(mine.stack_low) <
           static_cast<uintptr_t>(mine.stack_high - mine.stack_low);
}
// The thread that runs, and the epoch of its accesses.
inline unsigned this_thread() {
    return access::unpacked(checked_thread.epoch).thread();
}
inline access this_epoch() {
    return access::unpacked(checked_thread.epoch);
}
extern uint32_t next_split; // the number of the next four cells that no word has

} // namespace checker
} // namespace cuda_emulator

#endif
