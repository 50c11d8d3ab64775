// shadow.h: inside of the checker: what it remembers of memory (see README.md).
#ifndef CUDA_EMULATOR_SHADOW_H
#define CUDA_EMULATOR_SHADOW_H

#include "checker.h"

#include "emulator/checked.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

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

// Part of the address space with cells.
struct area {
    uintptr_t base;
    size_t bytes;
    uint8_t *states;
    cell *cells;
};
extern area image; // the program's own variables, of which some are the device's

// Where the kernel is that runs. One kernel runs at a time.
struct running {
    access who;           // serial and thread, ready to be put into an access
    uint32_t serial;      // the last one drawn
    uint32_t floor;       // what has a smaller one was done before this launch
    uint32_t block_first; // the serial with which the block began
    uint32_t phase_first; // and with which its last barrier was passed
    unsigned thread;
    uintptr_t stack_low, stack_bytes; // of the thread
    long turn;                        // accesses until another thread may have to run
};
extern running now;

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

// One side of a finding.
struct doing {
    void *code = nullptr; // the return address of the access
    std::string place;    // or file:line, if the compiler has said it
    bool by_kernel = false, writes = false, atomic = false;
    unsigned bytes = 0, thread = 0;
    uint3 block = {};
    dim3 block_dim;
    std::string kernel;
};

struct finding {
    mistake what;
    doing first, second; // second: the earlier one of a race
    bool has_second = false;
    uintptr_t address = 0;
    std::string variable; // a whole sentence, or empty
    void *here[8] = {};   // the calls on the host's stack
    void *frames[8] = {}; // where it was allocated
    void *freed[8] = {};  // and freed
    bool same_block = false;
    bool same_line_writes = false; // all threads run one line, and write the same address there
    void *ordering = nullptr;      // an atomic operation that may have been meant to order the two
    std::string detail, missing;
    bool warning = false; // told, and not counted among the mistakes
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
void check_shared_limits(const job &work);

// symbols.cpp
// Whether a variable of the program lies there that is certainly not the device's.
bool find_host_variable(uintptr_t address, std::string &description);

// races.cpp
uint32_t place_number(void *code);
void *place_code(uint32_t number);
doing this_access(void *code, bool writes, bool atomic, unsigned bytes);
void report_race(uintptr_t address, access before, bool before_writes, void *code, bool writes,
                 bool atomic, unsigned bytes);
// Whether something else than a barrier orders an access of this launch before the current thread.
bool ordered_otherwise(access before);
uint32_t next_serial();
uint32_t block_of_serial(uint32_t serial); // its first serial
void turn_is_over(void *code);             // of the access

// fences.cpp
void forget_order();
void fence_passed(bool of_the_device);
void order_at_barrier();
void atomic_done(uintptr_t address, bool reads, bool writes, void *code);
// The last atomic operation of the current thread, or null.
void *last_atomic();
bool known(access before, uint32_t its_block);

// findings.cpp
void beyond_device(const std::string &place, const std::string &detail, const std::string &missing,
                   const std::string &kernel = "");
void add(finding f);
void tell();

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
