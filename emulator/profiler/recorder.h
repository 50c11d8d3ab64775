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
#include <vector>

namespace cuda_emulator {
namespace profiler {

// A thread of the block that is being recorded.
struct lane_state {
    static constexpr unsigned MOST_CALLS = 30;
    std::uint64_t context;           // while another thread runs
    unsigned depth;                  // calls that it is in
    std::uint64_t calls[MOST_CALLS]; // the context before each
    follower at;
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
};

// What has been counted of a launch, by this OS thread.
struct counted_launch {
    std::map<instruction, figures> instructions;
    std::map<meeting, meetings> met;
    std::uint64_t blocks = 0;
    bool is_split = false; // a list became too long, and requests may count twice
};

class recorder {
public:
    recorder();

    void begin_block();
    void select(unsigned thread); // it runs from now on
    void begin_body();
    void end_body();
    void barrier_passed();
    void warp_operation(unsigned group);
    void end_turn(void *place); // of the thread that has come so far, there

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

    void leave();
    void go_on();
    void count(unsigned warp);
    void count(const request_list &list, const request &r);
    void count_all();
    void look_after_lists();
    bool find_space(const packed_instruction &what, std::uintptr_t address,
                    memory_space &space) const;

    lane_state lanes_[max_threads_per_block];
    request_list lists_[MAX_WARPS];
    std::uint32_t finished_[MAX_WARPS]; // lanes that have left the kernel
    unsigned warps_ = 0;
    std::uint32_t turn_;                 // how many requests long, in this block
    std::uint32_t turn_ends_[MAX_WARPS]; // at this request of the warp's list
    counted_launch counted_;
    known_request known_[KNOWN_REQUESTS] = {};
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
extern thread_local running_thread now __attribute__((tls_model("local-exec")));

} // namespace profiler
} // namespace cuda_emulator

#endif
