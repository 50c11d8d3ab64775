// kernel.h: what the random kernels are made of, and the mistakes that they may have.
#ifndef FUZZ_KERNEL_H
#define FUZZ_KERNEL_H

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fuzz {

inline std::string number(unsigned long long value) {
    return std::to_string(value);
}
inline std::string u(unsigned value) {
    return std::to_string(value) + "u";
}

constexpr unsigned WARP = 32;

struct field {
    const char *suffix;
    unsigned mask; // of the values that it keeps
    bool takes_atomics;
};
struct type_info {
    const char *name;
    std::vector<field> fields;
    unsigned bytes, alignment;
};
inline const std::vector<type_info> TYPES = {
    {"unsigned", {{"", ~0u, true}}, 4, 4},
    {"unsigned char", {{"", 0xff, false}}, 1, 1},
    {"unsigned short", {{"", 0xffff, false}}, 2, 2},
    {"unsigned long long", {{"", ~0u, false}}, 8, 8},
    {"float", {{"", 0xffff, false}}, 4, 4},
    {"double", {{"", 0xffff, false}}, 8, 8},
    {"uint2", {{".x", ~0u, true}, {".y", ~0u, true}}, 8, 8},
    {"float4",
     {{".x", 0xffff, false}, {".y", 0xffff, false}, {".z", 0xffff, false}, {".w", 0xffff, false}},
     16,
     16},
    {"record",
     {{".a", ~0u, true}, {".b", 0xff, false}, {".c", 0xff, false}, {".d", 0xffff, false}},
     8,
     4},
    {"uchar4",
     {{".x", 0xff, false}, {".y", 0xff, false}, {".z", 0xff, false}, {".w", 0xff, false}},
     4,
     4},
};
constexpr int WHOLE = -1; // instead of the number of a field

enum class home { shared, dynamic, global, managed, device_variable, managed_variable };

struct array {
    std::string name;
    home where;
    const type_info *type;
    unsigned count;      // elements; of those that blocks share out, a block's part
    unsigned row = 0;    // length of a row, if it has two dimensions
    unsigned layout = 0; // of blocks' parts: 0 one after the other, 1 interleaved, 2 no parts, 3
                         // like 0, but the next launch gives each block another one's
    bool set_by_host = false;
    bool between_launches = false; // set by the host again
    bool of_file = false;          // __shared__ outside of functions
    bool is_shared() const { return where == home::shared || where == home::dynamic; }
    bool is_allocated() const { return where == home::global || where == home::managed; }
    unsigned total = 0; // elements in all
    unsigned malloc_line = 0, free_line = 0, set_line = 0, touch_line = 0;
};

// Where a step is being executed.
struct moment {
    unsigned t, i, b, round;
};
// In the text, @ stands for the number of the thread.
struct expression {
    std::string text;
    std::function<unsigned(const moment &)> value;
};

enum class mistake_kind {
    none,
    barrier,
    syncwarp,
    divergent,
    collide,
    guard,
    plain,
    dropped,
    after,
    before,
    mask,
    inactive,
    local,
    constant,
    fence,
    acquire,
    store,
    unlocked,
    last_barrier,
    host_unset,
    freed,
    leak,
    host_pointer,
    misaligned,
    threads,
    double_free,
    copy_size,
    host_touch,
    short_memory,
    short_dynamic,
    scope,
    lock_scope,
    fence_scope,
    one_fence,
    one_acquire,
    part_of_word,
    tile,
    grid,
};
inline const char *const MISTAKE_NAMES[] = {
    "none",
    "__syncthreads() removed",
    "__syncwarp() removed",
    "__syncthreads() in a divergent branch",
    "two threads share an element",
    "a guard removed",
    "an atomic operation made plain",
    "an initialisation of __shared__ removed",
    "an index too large by one",
    "an index too small by one",
    "a mask without the caller",
    "a shuffle from an inactive lane",
    "a local array's index too large",
    "a constant array's index too large",
    "__threadfence() before giving away removed",
    "__threadfence() after taking over removed",
    "a lock given back by a plain store",
    "a lock not taken",
    "a barrier of the last-block pattern removed",
    "cudaMemset removed",
    "memory freed before the launch",
    "cudaFree removed",
    "a host pointer passed",
    "a pointer that is not aligned",
    "a launch with too many threads",
    "memory freed twice",
    "a copy larger than the memory",
    "the host writes device memory",
    "memory too small by one element",
    "dynamic shared memory too small by one element",
    "an atomic operation of the block between blocks",
    "a lock between blocks taken by an operation of the block",
    "__threadfence_block() before giving away to blocks",
    "__threadfence() before giving away removed from one",
    "__threadfence() after taking over removed from one",
    "bytes of a word not written, and the word read",
    "sync() of a tile removed",
    "sync() of the grid removed",
};

enum class step_kind {
    read,
    write,
    update,
    add,  // element 1 += element 2
    copy, // element 1 = element 2
    atomic,
    init,   // all threads of a block fill an array
    stride, // all threads of the grid copy an array
    barrier,
    syncwarp,
    count, // __syncthreads_count
    shuffle,
    ballot,
    half_shuffle,
    local,
    constant,
    loop,
    branch, // of blocks
    leave,  // threads
    leave_block,
    lock,
    last_block,
    ticket,
    bytes, // threads write bytes, and read words
    tile,  // of cooperative groups
    grid,  // all blocks wait for each other: a cooperative launch
};

struct access {
    array *where = nullptr;
    int part = WHOLE;
    expression index;
};

struct step {
    step_kind kind;
    unsigned id = 0; // where it stands in the list of all
    access one, two;
    expression guard; // empty text: all threads
    unsigned constant = 0, variant = 0;
    unsigned who_block = 0, who_thread = 0; // the one of a lock's takers that has a mistake alone
    unsigned style = 0; // 0 direct, 1 through a device function, 2 through a pointer
    std::vector<std::unique_ptr<step>> inside;
    std::string needs_line;
    // As emitted; a device function has the line of its own.
    unsigned line = 0;
    unsigned call_line = 0;      // of that function's call, where the address is computed
    std::vector<unsigned> lines; // of a whole piece of code
};
using steps = std::vector<std::unique_ptr<step>>;

struct mistake {
    mistake_kind kind = mistake_kind::none;
    const step *at = nullptr;
    const array *of = nullptr;
};

struct kernel {
    unsigned id = 0;
    unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
    unsigned threads = 1, blocks = 1, rounds = 1;
    // Its threads keep nothing of their own at a barrier, not even the sum of what they read, and
    // have nothing else for which the emulator gives them stacks: they go from barrier to barrier
    // in steps.
    bool in_steps = false;
    std::vector<std::unique_ptr<array>> arrays;
    steps body;
    unsigned launch_line = 0, copy_line = 0;
};

} // namespace fuzz

#endif
