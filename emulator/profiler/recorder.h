// recorder.h: what the threads of the block that this OS thread runs have done so far.
#ifndef CUDA_EMULATOR_PROFILER_RECORDER_H
#define CUDA_EMULATOR_PROFILER_RECORDER_H

#include "requests.h"

#include "emulator/profiled.h"
#include "machine/program.h"
#include "runtime/observer.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace cuda_emulator {
namespace profiler {

// A thread of the block that is being recorded.
struct lane_state {
    static constexpr unsigned MOST_CALLS = 30;
    std::uint64_t context;           // while another thread runs
    unsigned waited;                 // looks in vain, and requests of turns that it has used up
    bool has_looked;                 // in vain, since it has had others go on
    unsigned depth;                  // calls that it is in
    std::uint64_t calls[MOST_CALLS]; // the context before each
    follower at;
};

// A branch, as the rewriter has marked it.
struct branch {
    const char *place; // "FILE:LINE:COLUMN"
    branch_kind kind;
    bool operator<(const branch &other) const {
        return std::tie(place, kind) < std::tie(other.place, other.kind);
    }
};

// The operations of an expression, as the rewriter has marked it.
struct told_operations {
    const char *place;     // "FILE:LINE:COLUMN"
    operation_counts each; // time that a thread comes by
    bool operator<(const told_operations &other) const { return key() < other.key(); }
    bool operator==(const told_operations &other) const {
        return place == other.place && each.of_float == other.each.of_float &&
               each.of_double == other.each.of_double && each.of_half == other.each.of_half;
    }

private:
    std::tuple<const char *, std::uint64_t, std::uint64_t, std::uint64_t> key() const {
        return {place, each.of_half, each.of_float, each.of_double};
    }
};

// Barriers and operations of warps: where, and how often.
struct meeting {
    std::string what; // "barrier"
    const char *file;
    int line;
    bool operator<(const meeting &other) const {
        return std::tie(file, line, what) < std::tie(other.file, other.line, other.what);
    }
};
struct meetings {
    std::uint64_t times = 0, lanes = 0;
    std::uint64_t busy = 0; // of a barrier: threads that have accessed memory since the last one

    void add(const meetings &other) {
        times += other.times, lanes += other.lanes, busy += other.busy;
    }
};

// What has been counted of a launch, by this OS thread.
struct counted_launch {
    std::map<instruction, counted_place> instructions;
    std::map<branch, branch_figures> branches;
    std::map<told_operations, std::uint64_t> operations; // how often threads have come by
    std::map<meeting, meetings> met;
    std::uint64_t blocks = 0;
    std::uint64_t sectors_once = 0; // of global memory: different ones of each launch, if asked for
    bool is_split = false;          // a list became too long, and requests may count twice
    bool is_cut = false;            // a thread has made so many that the others were not counted
    bool takes_turns = false;       // a thread may have been waiting for others
};

// Which sectors of global memory have been asked for.
class sector_set {
public:
    void add(std::uintptr_t address, unsigned bytes);
    std::uint64_t size() const;
    void clear() {
        pages_.clear();
        last_ = nullptr;
    }

private:
    static constexpr unsigned SECTORS_OF_PAGE = 64;
    std::unordered_map<std::uintptr_t, std::uint64_t> pages_; // a bit for each sector
    std::uintptr_t last_page_ = 0;
    std::uint64_t *last_ = nullptr; // of that page
};

class recorder {
public:
    static bool notes_sectors; // for the roofline
    static bool expects_turns; // from the launch's beginning on

    recorder();

    void begin_block();
    void select(unsigned thread); // it runs from now on
    void begin_body();
    void end_body();
    void barrier_passed();
    void warp_operation(unsigned group);
    inline __attribute__((always_inline)) void operations(const told_operations &what) {
        known_operations &known = known_operations_[place_of(what)];
        if (__builtin_expect(known.what == what, 1))
            ++*known.times;
        else
            find_operations(what);
    }
    void end_turn(void *place);     // of the thread that has come so far, there
    void look_in_vain(void *place); // the thread waits for others

    counted_launch take_counted(); // and begins a new one

private:
    // What was counted of a request whose lanes lie evenly: the same again for another one that
    // differs from it by a multiple of the bytes of all banks, which sectors divide.
    struct known_request {
        std::uint64_t what;
        std::ptrdiff_t stride, pitch;
        std::uint32_t lanes;
        std::uint16_t offset;
        memory_space space;
        figures counted;
        figures *sum; // of the instruction; null: nothing is known
    };
    static constexpr unsigned KNOWN_REQUESTS = 1024;
    struct known_branch {
        std::uint64_t what;
        branch_figures *sum; // null: nothing is known
    };
    static constexpr unsigned KNOWN_BRANCHES = 61;
    struct known_operations {
        told_operations what;
        std::uint64_t *times; // null: nothing is known
    };
    static constexpr unsigned KNOWN_OPERATIONS = 1024;
    static unsigned place_of(const told_operations &what) {
        const auto place = reinterpret_cast<std::uintptr_t>(what.place);
        return static_cast<unsigned>((place ^ what.each.of_float) * 0x9E3779B97F4A7C15u >> 54);
    }
    void find_operations(const told_operations &what);

    void leave();
    void go_on();
    void wait(unsigned more);
    void come_back();
    void count(unsigned warp);
    void count(const request_list &list, const request &r, unsigned warp);
    void count_branch(const request_list &list, const request &r);
    void count_all();
    void look_after_lists();
    bool find_space(const packed_instruction &what, std::uintptr_t address,
                    memory_space &space) const;

    lane_state lanes_[max_threads_per_block];
    request_list lists_[MAX_WARPS];
    request_list beyond_;               // what is not counted any more
    std::uint32_t finished_[MAX_WARPS]; // lanes that have left the kernel
    std::uint32_t busy_[MAX_WARPS];     // lanes that have accessed memory since the last barrier
    unsigned warps_ = 0;
    std::uint32_t turn_;                 // how many requests long, in this block
    std::uint32_t turn_ends_[MAX_WARPS]; // at this request of the warp's list
    counted_launch counted_;
    sector_set sectors_;
    known_request known_[KNOWN_REQUESTS] = {};
    known_branch known_branches_[KNOWN_BRANCHES] = {};
    known_operations known_operations_[KNOWN_OPERATIONS] = {};
    address_range own_, image_; // the OS thread's variables, and all of the program's
};

// What the hooks look at, at each access.
struct running_thread {
    lane_state *lane; // null: none that is being recorded
    request_list *list;
    recorder *of;
    unsigned number; // of the lane in its warp
    unsigned warp;
    std::uint32_t turn_ends; // at this request of the list others get a turn
    std::uintptr_t stack_begin, stack_end;
};
extern CUDA_EMULATOR_THREAD running_thread now;

} // namespace profiler
} // namespace cuda_emulator

#endif
