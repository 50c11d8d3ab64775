// order.h: what happens before what, by all that orders the threads of kernels, launches, copies
// and the host: what the files that know of it tell one another.
#ifndef CUDA_EMULATOR_ORDER_H
#define CUDA_EMULATOR_ORDER_H

#include "finding.h"
#include "places.h"
#include "running.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// races.cpp
// Its remembered access, in a launch that is remembered too.
memory_access earlier_access(access a, bool writes, const operation &launch);
void forget_accesses();
memory_access this_access(void *code, bool writes, bool atomic, unsigned bytes);
// `bits`: the bytes of the word at `word` that the access at `address` has to do with.
void report_race(uintptr_t address, uintptr_t word, access before, bool before_writes, void *code,
                 bool writes, bool atomic, unsigned bytes, unsigned bits);
// A word was read that nothing had written, which is the finding of this number.
void read_unwritten(uintptr_t address, size_t finding);
// Whether the access happens before what the current thread does, though no barrier says so.
bool ordered_otherwise(access before);
// Whether it comes behind others of its phase, for all one can see.
bool comes_behind_others();
// fences.cpp: whether by atomic operations.
bool has_acquired();
void forget_made_barriers(); // proxies.cpp: those of the block
// Adds the findings about two plain stores, now that the later one is done: whether of equal
// values.
void judge_stores();
// A barrier of some warps: what these threads did before happens before what they do then.
struct tile_barrier {
    uint32_t phase = 0, serial = 0; // 0: there was none
    unsigned first = 0, count = 0;
    bool is_behind(access a) const { return a.serial() < serial && a.thread() - first < count; }
};
tile_barrier last_tile_barrier(); // that the current thread has passed in this phase
// For each lane of the current thread's warp, the serial up to which all that it did happens before
// the thread by __syncwarp(). Null if there was none in this phase.
const uint32_t *ordered_lanes();
uint32_t next_serial();
uint32_t block_of_serial(uint32_t serial); // its first serial
inline bool in_this_block(uint32_t serial) {
    return serial >= now.block_first && (__builtin_expect(!now.several_blocks, true) ||
                                         block_of_serial(serial) == now.block_first);
}
void turn_is_over(void *code); // of the access

// streams.cpp, and copies.cpp for what copies meet
// Returns the first serial of what is not done before this launch.
uint32_t launch_is_issued(const launch_info &launch);
void wait_for_all(); // the host does
bool done_before_launch(uint32_t serial);
void launch_is_over();
// False if it is forgotten: then the host has waited for it.
bool find_operation(uint32_t serial, operation &result);
// Whether what drew the serial runs on the device of this launch.
bool is_of_this_device(uint32_t serial);
std::shared_ptr<work_note> work_of_launch();
std::string missing_before_launch(const work_note &earlier);
void report_lost_output();
// Whether a copy that is not in order with the launch touches some of these bytes.
bool copies_touch(uintptr_t address, size_t bytes);
// From a place in the code a kernel may meet such copies a million times. What that has found:
struct meeting_place {
    void *code;
    bool writes;
    size_t finding;          // its number
    unsigned long uncounted; // how often it has come up again, which the finding does not know
    meeting_place *other;    // of another copy, in the same bytes
};
// The last that an access from there has met: the same copies as all in these bytes.
struct last_meeting {
    meeting_place *first = nullptr;
    uintptr_t low = 0, high = 0;

    bool is_again(uintptr_t address, size_t bytes, bool writes, void *code) const {
        return address >= low && address + bytes <= high && first->code == code &&
               first->writes == writes;
    }
    void count() const {
        for (meeting_place *place = first; place != nullptr; place = place->other)
            ++place->uncounted;
    }
};
constexpr unsigned MEETINGS = 64;
extern last_meeting last_meetings[MEETINGS];
inline last_meeting &last_meeting_from(void *code) {
    return last_meetings[reinterpret_cast<uintptr_t>(code) % MEETINGS];
}
void count_meetings(); // the findings get to know of them
// Pages of which none touches anything, as far as that has been looked up in this launch: that of
// the address at its number of these.
constexpr unsigned KNOWN_PAGES = 256;
extern uintptr_t pages_without_copies[KNOWN_PAGES];
// Whether one may: without a call.
inline bool may_meet_copies(uintptr_t address, size_t bytes) {
    const uintptr_t page = address / PAGE;
    return __builtin_expect(now.meets_copies, false) &&
           (pages_without_copies[page % KNOWN_PAGES] != page ||
            (address + bytes - 1) / PAGE != page);
}
void kernel_meets_copies(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);
void host_meets(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);
// Whether nothing that the host has not waited for has to do with the page.
bool is_quiet(uintptr_t page);

// fences.cpp
void forget_order();
// How much there is to forget.
size_t order_size();
void order_at_fence(bool of_the_device);
void order_at_barrier();
void order_lanes(unsigned warp, unsigned group);
// Called before and after an atomic operation.
void atomic_begins(uintptr_t address, void *code);
// of_block: it orders the threads of a block only.
void atomic_done(uintptr_t address, bool reads, bool writes, bool of_block, void *code);

// The last atomic operation of a thread, and the last write of another one at its place before it.
// Or the last message that it has taken. These are of the block, and blocks that take turns have an
// OS thread each.
struct atomic_record {
    uint32_t block, phase;
    void *code;
    uint64_t key;
    access other;
    bool fenced; // since
};
extern CUDA_EMULATOR_THREAD atomic_record last_atomics[1024];
extern CUDA_EMULATOR_THREAD unsigned last_in_block; // the thread of the block's last one

// Of a place in memory. The same address of __shared__ memory is another one in each block.
inline __attribute__((always_inline)) uint64_t key_of(uintptr_t address) {
    if (!in_shared(address))
        return address;
    constexpr int BITS = 25; // of an address
    static_assert(SHARED_BYTES <= size_t(1) << BITS, "see the line below");
    // In a cluster blocks reach the same place.
    const uint32_t whose = now.in_cluster ? now.launch_first : now.block_first;
    return (uint64_t(1) << 63) | (uint64_t(whose) << BITS) | (address - REGION);
}
// Before an atomic operation, what the last write at its place was, if that was another's.
inline __attribute__((always_inline)) void note_last_write(atomic_record &mine, uint64_t key,
                                                           access last) {
    const bool again = mine.block == now.block_first && mine.key == key;
    if (!again || (!last.same_epoch(this_epoch()) && !last.is_none()))
        mine.other = last;
}
// And behind it.
inline __attribute__((always_inline)) void note_atomic(atomic_record &mine, uint64_t key,
                                                       void *code) {
    mine.block = now.block_first;
    mine.phase = now.phase_first;
    mine.code = code;
    mine.key = key;
    mine.fenced = false;
    last_in_block = this_thread();
}
// A store of another thread that a volatile load has met: `bits` are the bytes of the word.
struct met_store {
    access store;
    uintptr_t word;
    void *code; // of the load
    unsigned bytes, bits;
};
// Called before a volatile load, or store; the second one where the load has met a store.
void volatile_load_begins(uintptr_t address);
void volatile_load_meets(const met_store &store);
void volatile_store_begins();
// Called after a volatile store, or load.
void message_sent(uintptr_t address);
void message_taken(uintptr_t address, void *code);
// Whether the earlier access and the thread's own are a volatile load and what it takes a message
// from, a volatile store or an atomic operation behind a fence.
bool is_message(uintptr_t address, access before, bool before_writes, bool writes);
// Whether the current thread's last atomic operation, or its block's, may have been meant to order
// an earlier access before what the thread does now, and what is missing for it.
void explain_order(access before, uint32_t its_block, finding &f);
bool known(access before, uint32_t its_block);

// orders.cpp
extern bool in_reverse; // this process is the copy that runs a launch in the reverse order
// As a launch begins: in the copy it comes back a second time.
void prepare_second_order(const launch_info &launch);
// As it ends: adds what the other order has shown. The copy does not come back.
void look_at_second_order();
// In the copy.
void thread_runs_in_reverse();
void barrier_passed_in_reverse();
void block_begins_in_reverse();
bool gives_way_to_others();

// hooks.cpp
bool in_api_call();                          // the calling thread
bool several_hosts();                        // more than one thread has called the API
void free_memory(void *memory, size_t size); // a kernel does
// Puts the checker on the list of observers, once.
void begin();

} // namespace checker
} // namespace cuda_emulator

#endif
