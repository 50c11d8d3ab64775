// finding.h: what was found, as data: the kind of mistake, the accesses, and what they are about.
// It becomes words at the very end (see words.h).
#ifndef CUDA_EMULATOR_FINDING_H
#define CUDA_EMULATOR_FINDING_H

#include "runtime/observer.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

enum class mistake {
#define MISTAKE(identifier, ...) identifier,
#include "report/mistakes.def"
#undef MISTAKE
};

// The calls on the stack of the host, the innermost first: return addresses.
struct call_stack {
    static constexpr int MOST = 20; // some of which are the emulator's own, or a library's
    void *calls[MOST] = {};

    bool operator<(const call_stack &other) const {
        return std::lexicographical_compare(calls, calls + MOST, other.calls, other.calls + MOST);
    }
};
// Those of the function that asks.
call_stack calls_here();

// A launch or a copy.
struct work_note {
    const char *call = nullptr; // of a copy
    call_stack issued;
    bool legacy = false, blocking = true;
    int device = 0;
    call_stack stream_made;
    unsigned graph_run = 0; // of whose graph it is a node's work; 0: none
};

// The same, for as long as it may run at the same time as something that comes later.
struct operation {
    uint32_t number, stream;
    uint32_t first; // its first serial
    const kernel_info *kernel = nullptr;
    dim3 grid, block;
    std::shared_ptr<work_note> note;
};

// Who has done what, and where: one side of a finding, mostly an access to memory.
struct memory_access {
    void *code = nullptr; // the return address of the access
    std::string place;    // or file:line, if the compiler has said it
    bool by_kernel = false, writes = false, atomic = false;
    size_t bytes = 0;
    unsigned thread = 0;
    uint3 block = {};
    dim3 block_dim;
    std::string kernel;
    std::shared_ptr<const work_note> launch; // of the kernel
    std::shared_ptr<const work_note> work; // if it is one of two that are not in order
};

// What lies at the address that a finding is about, or near it.
struct variable {
    enum class space {
        none,
        local,
        shared,
        dynamic_shared,
        allocated,
        device,
        constant,
        host,
        object
    };
    space where = space::none;
    std::string name;         // of memory that was allocated the source says it: name_in_source
    std::intptr_t offset = 0; // of the address, in bytes; negative: so many before it
    size_t size = 0;          // in bytes
    bool whole = false;       // the finding is about all of it, and no address in it
    memory_kind kind = memory_kind::plain; // of what was allocated
    bool of_another = false;               // a local one of another thread, of
    unsigned thread = 0;                   // this one
    std::string place;                     // file:line of its declaration
    call_stack made, freed;                // by these calls

    bool empty() const { return where == space::none; }
};

// What an atomic operation lacks for one access to happen before the other.
enum class order_lacks {
    nothing, // known
    both_fences,
    fence_after,  // the atomic operation of the later thread
    fence_before, // that of the earlier one
    device_fence, // the earlier thread's fence is one of its block
    atomic_store, // the earlier thread has stored plainly
};

struct finding {
    mistake kind;
    memory_access first, second; // second: the earlier one of a race
    bool has_second = false;
    uintptr_t address = 0;
    variable about;
    call_stack here; // the call that found it
    bool same_block = false, same_warp = false;
    bool same_line_writes = false; // all threads run one line, and write the same address there
    // An atomic operation that may have been meant to order the two, and why it does not.
    void *ordering = nullptr;
    bool ordering_is_volatile = false;
    order_lacks lacks = order_lacks::nothing;
    void *plain_store = nullptr;
    std::string detail;  // numbers and names that only who finds it knows, in words
    std::string missing; // what is to be mended, where that is not what the kind's entry says
    std::vector<finding> likewise; // at other lines, of the same cause
    unsigned long count = 1;
    bool told = false;
    bool ignored = false;    // a comment in the source says so
    bool in_reverse = false; // found in the reverse order of blocks and threads
    static constexpr size_t NONE = ~size_t(0);
    size_t leader = NONE; // the number of the finding that it is told with, if there is one

    explicit finding(mistake of_kind) : kind(of_kind) {}
};

// Returns the number of the finding; count_again makes it one time more, take_back one fewer.
// at_once: tells of it, if no kernel runs.
size_t add(finding f, bool at_once = true);
void count_again(size_t number, unsigned long times = 1);
void take_back(size_t number);
size_t findings_so_far();
unsigned long errors_so_far(); // with how often each of them came up
// From that number on, those that are about one launch and that the checker itself has found.
std::vector<finding> errors_of_kernels(size_t from);
// Prints what is new; results that nobody looks at only at the end, when they are all known.
void tell(bool at_the_end = false);

// report/calls.cpp
void launch_unanswered(const call_stack &launch);

} // namespace checker
} // namespace cuda_emulator

#endif
