// shadow.h: inside of the checker: what it remembers of memory (see README.md).
#ifndef CUDA_EMULATOR_SHADOW_H
#define CUDA_EMULATOR_SHADOW_H

#include "runtime/observer.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// The calls on the stack of the host, the innermost first: return addresses.
struct call_stack {
    static constexpr int MOST = 8;
    void *calls[MOST] = {};
};
// Those of the function that asks.
call_stack calls_here();

// An access in 64 bits: serial 31, thread 10, bytes of the word 4, atomic 1, place in the code 18.
using access = uint64_t;
constexpr int SERIAL_SHIFT = 33, THREAD_SHIFT = 23, BYTES_SHIFT = 19;
constexpr access ATOMIC_BIT = 1ull << 18, PLACE_BITS = ATOMIC_BIT - 1;
constexpr uint32_t MOST_SERIAL = 0x7ffffff0, SPLIT_SERIAL = 0x7fffffff;

inline uint32_t serial_of(access a) {
    return static_cast<uint32_t>(a >> SERIAL_SHIFT);
}
inline unsigned thread_of(access a) {
    return a >> THREAD_SHIFT & 1023;
}
inline unsigned bytes_of(access a) {
    return a >> BYTES_SHIFT & 15;
}
inline access who_of(access a) {
    return a >> THREAD_SHIFT;
}

struct cell {
    access write; // the last one; in a split word the number of its four cells
    access read[2];
};

// Addresses are fixed, so that an access finds its cell without a load, and reports are the same
// every time.
constexpr uintptr_t REGION = 0x100000000000;
constexpr size_t REGION_BYTES = 1ull << 36;
constexpr size_t STATIC_SHARED_BYTES = 1 << 20, SHARED_BYTES = 2 << 20; // the region's beginning
constexpr uintptr_t STATES = 0x140000000000; // a byte a word: 4 bits allocated, 4 bits written
constexpr uintptr_t CELLS = 0x180000000000;
constexpr uintptr_t SPLIT_CELLS = 0x200000000000;
constexpr size_t SPLIT_BYTES = 1ull << 36;

// Stacks have states only: 0 but for the variables that local_begins knows, and the gaps beside
// them.
constexpr uintptr_t LOCAL_STATES = 0x300000000000;
constexpr size_t LOCAL_BYTES = 1ull << 34; // for four times as many of all stacks together
inline uint8_t *local_state(uintptr_t address) {
    return reinterpret_cast<uint8_t *>(LOCAL_STATES) + ((address >> 2) & (LOCAL_BYTES - 1));
}

inline cell *split_cells(uint32_t number) {
    return reinterpret_cast<cell *>(SPLIT_CELLS) + 4ull * number;
}

// Part of the address space with cells.
struct area {
    uintptr_t base;
    size_t bytes;
    uint8_t *states;
    cell *cells;
};
extern area image; // the program's own variables, of which some are the device's

// Null for memory of which the checker remembers nothing.
inline cell *cell_at(uintptr_t address) {
    if (address - REGION < REGION_BYTES)
        return reinterpret_cast<cell *>(CELLS) + ((address - REGION) >> 2);
    if (address - image.base < image.bytes)
        return image.cells + ((address - image.base) >> 2);
    return nullptr;
}

// Where the kernel is that runs. One kernel runs at a time.
struct running {
    access who;            // serial and thread, ready to be put into an access
    uint32_t serial;       // the last one drawn
    uint32_t floor;        // what has a smaller one was done before this launch
    uint32_t launch_first; // the serial with which the launch began
    uint32_t host_floor;   // that of the first operation the host has not waited for; 0: none
    uint32_t split_first;  // split cells with a smaller one are of words that were forgotten
    uint32_t block_first;  // the serial with which the block began
    uint32_t phase_first;  // and with which its last barrier was passed
    const launch_info *launch;
    unsigned thread;
    uintptr_t stack_low, stack_bytes; // of the thread
    long turn;                        // accesses until another thread may have to run
    // Where memory lies that cudaHostRegister has made the device's and copies use.
    uintptr_t registered_low, registered_high;
    bool meets_copies; // some copy is not in order with this launch
};
extern running now;
extern uint32_t next_split; // the number of the next four cells that no word has

enum class mistake {
    race,
    out_of_bounds,
    use_after_free,
    unwritten,
    host_memory,   // touched by a kernel
    device_memory, // touched by the host
    index,
    misaligned,
    wrong_free,
    wrong_kind, // of a copy
    inactive_source,
    leak,
    failed_call,
    unused_result,
    beyond_device, // what no device could do, and the emulator can
    left_barrier,  // threads that have left, and others that wait: a warning
    other,
};

// A launch or a copy, for the words of a finding.
struct work_note {
    const char *call = nullptr; // of a copy
    call_stack issued;
    bool legacy = false, blocking = true;
    call_stack stream_made;
};

// The same, for as long as it may run at the same time as something that comes later.
struct operation {
    uint32_t number, stream;
    uint32_t first; // its first serial
    size_t first_block = 0;
    const kernel_info *kernel = nullptr;
    dim3 grid, block;
    std::shared_ptr<work_note> note;
};

// What keeps an atomic operation from ordering two accesses.
enum class order_lacks {
    nothing, // known
    both_fences,
    fence_after,  // the atomic operation of the later thread
    fence_before, // that of the earlier one
    device_fence, // the earlier thread's fence is one of its block
    atomic_store, // the earlier thread has stored plainly
};

// One side of a finding.
struct doing {
    void *code = nullptr; // the return address of the access
    std::string place;    // or file:line, if the compiler has said it
    bool by_kernel = false, writes = false, atomic = false;
    size_t bytes = 0;
    unsigned thread = 0;
    uint3 block = {};
    dim3 block_dim;
    std::string kernel;
    std::shared_ptr<const work_note> work; // if it is one of two that are not in order
};

struct finding {
    mistake what;
    doing first, second; // second: the earlier one of a race
    bool has_second = false;
    uintptr_t address = 0;
    std::string variable; // a whole sentence, or empty
    call_stack here;      // the call that found it
    call_stack allocated; // those that allocated and freed what it is about
    call_stack freed;
    bool same_block = false, same_warp = false;
    bool same_line_writes = false; // all threads run one line, and write the same address there
    // An atomic operation that may have been meant to order the two, and why it does not.
    void *ordering = nullptr;
    order_lacks lacks = order_lacks::nothing;
    void *plain_store = nullptr;
    std::string detail, missing;
    std::vector<std::string> likewise; // more places of the same, in words
    bool warning = false;              // told, and not counted among the mistakes
    unsigned long count = 1;
    bool told = false;
    bool folded = false; // into another one of the same lines
};

// memory.cpp
bool reserve_memory();
// Describes what lies at the address into the finding.
void describe(uintptr_t address, finding &f);
bool is_freed(uintptr_t address);
// Local variables: forgets those of a launch that was given up; finds the one at or near the
// address, or null.
void forget_locals();
const local_note *nearest_local(uintptr_t address);
void refresh_dynamic_shared(size_t bytes, bool first_block);
void check_shared_limits(const launch_info &launch);
void report_leaked_memory();

// symbols.cpp
// Whether a variable of the program lies there that is certainly not the device's.
bool find_host_variable(uintptr_t address, std::string &description);

// races.cpp
// Places in the code are numbered as they come up.
extern uint32_t *number_of_code; // by offset in the program
extern uintptr_t code_base, code_bytes;
uint32_t new_place(void *code);
inline uint32_t place_number(void *code) {
    const uintptr_t at = reinterpret_cast<uintptr_t>(code) - code_base;
    if (at >= code_bytes)
        return 0;
    const uint32_t number = number_of_code[at];
    return __builtin_expect(number != 0, true) ? number : new_place(code);
}
void reserve_places();
void *place_code(uint32_t number);
// Its remembered access, in a launch that is remembered too.
doing earlier_access(access a, bool writes, const operation &launch);
size_t blocks_so_far();
void forget_accesses();
doing this_access(void *code, bool writes, bool atomic, unsigned bytes);
// `bits`: the bytes of the word at `address` that the access has to do with.
void report_race(uintptr_t address, access before, bool before_writes, void *code, bool writes,
                 bool atomic, unsigned bytes, unsigned bits);
// A word was read that nothing had written, which is the finding of this number.
void read_unwritten(uintptr_t address, size_t finding);
// Whether something else than a barrier orders an access of this launch before the current thread.
bool ordered_otherwise(access before);
// For each lane of the current thread's warp, the serial up to which __syncwarp() has ordered what
// it did before the thread. Null if there was none in this phase.
const uint32_t *ordered_lanes();
uint32_t next_serial();
uint32_t block_of_serial(uint32_t serial); // its first serial
void turn_is_over(void *code);             // of the access

// streams.cpp
// Returns the first serial of what is not done before this launch.
uint32_t launch_is_issued(const launch_info &launch);
void wait_for_all(); // the host does
bool done_before_launch(uint32_t serial);
const operation *operation_of_serial(uint32_t serial);
std::shared_ptr<work_note> work_of_launch();
std::string missing_before_launch(const work_note &earlier);
void kernel_meets_copies(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);
void host_meets(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code);

// fences.cpp
void forget_order();
// How much there is to forget.
size_t order_size();
void order_at_fence(bool of_the_device);
void order_at_barrier();
void order_lanes(unsigned warp, unsigned group);
// Called before and after an atomic operation.
void atomic_begins(uintptr_t address);
void atomic_done(uintptr_t address, bool reads, bool writes, void *code);
// Whether the current thread's last atomic operation, or its block's, may have been meant to order
// an earlier access before what the thread does now, and what is missing for it.
void explain_order(access before, uint32_t its_block, finding &f);
bool known(access before, uint32_t its_block);

// hooks.cpp
bool in_api_call(); // the calling thread
// Puts the checker on the list of observers, once.
void begin();

// leaks.cpp: all but memory, in the order in which leaks are told.
enum class thing_kind { object, stream, event };
void made(thing_kind kind, const char *what, uint64_t handle, const call_stack &calls);
void destroyed(thing_kind kind, uint64_t handle);
void destroyed_all(thing_kind kind);
void report_leaked_things();

// findings.cpp
void leaked(const std::string &what, const call_stack &made);
// The first place in the program, file:line, among these calls. Empty if there is none.
std::string place_of_calls(const call_stack &stack);
void beyond_device(const std::string &place, const std::string &detail, const std::string &missing,
                   const std::string &kernel = "");
// Returns the number of the finding; take_back makes it one time fewer.
size_t add(finding f);
void take_back(size_t number);
// Prints what is new; results that nobody looks at only at the end, when they are all known.
void tell(bool at_the_end = false);

// While one of these lives, no tick takes the processor away from the kernel's thread.
class undisturbed {
public:
    undisturbed() : before_(block.interruptible) {
        block.interruptible = 0;
        compiler_fence();
    }
    ~undisturbed() {
        compiler_fence();
        block.interruptible = before_;
    }

private:
    int before_;
};

} // namespace checker
} // namespace cuda_emulator

#endif
