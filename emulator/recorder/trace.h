// trace.h: what a recorded launch is: its threads' events, in their order, and what they name.
#ifndef CUDA_EMULATOR_RECORDER_TRACE_H
#define CUDA_EMULATOR_RECORDER_TRACE_H

#include "runtime/observer.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace recorder {

// As in the file (see docs/TRACE.md).
enum class kind : unsigned char { begin, at, read, write, atomic, arrive, leave, exit };

struct event {
    kind what;
    unsigned char bytes;         // of an access
    bool is_volatile, is_atomic; // a read or write may be one, too
    std::uint32_t thread;        // in its block, and behind it those of the next block
    std::uint32_t place;         // its number
    std::uint32_t variable;      // of an access; of `arrive` and `leave` what kind of meeting
    std::uint64_t offset;        // in the variable
    std::uint64_t value, old;
};

// What orders threads, beside what they do to memory. It happened before the event of this number.
struct meeting_done {
    enum class kind { block, threads, fence } what;
    std::uint32_t event;
    std::uint32_t first;        // thread
    std::uint32_t count = 1;    // threads
    std::uint32_t lanes = ~0u;  // of `first` on, if they are those of a warp
    bool of_the_device = false; // a fence
};

struct place {
    std::string file; // as reports name it
    int line;
    std::string function;
};

enum class memory_space { shared, global, constant, local };

struct element {
    std::string type = "bytes", format = "bytes";
    std::size_t size = 1;
    std::vector<std::size_t> shape; // empty: one row
};

struct variable {
    std::string name;
    memory_space space = memory_space::global;
    element of;
    std::size_t bytes = 0;
    std::string file; // where it is declared or allocated; empty: unknown
    int line = 0;
    int block = -1;                        // whose, if it is shared
    std::size_t first = 0, window = 0;     // bytes
    std::vector<unsigned char> initial;    // of the window; empty: nothing is written
    std::vector<unsigned char> is_written; // byte by byte; empty: all of `initial`
};

struct finding {
    std::string kind;  // "race", "unwritten", "stopped": what the runtime has said
    std::string words; // one line
    std::string text;
    std::vector<std::uint64_t> events;
};

struct recording {
    const kernel_info *kernel = nullptr;
    dim3 grid, block;
    unsigned number = 0;       // of the launch, from 1 on
    std::vector<uint3> blocks; // that are recorded
    std::size_t in_order = 0;  // blocks that ran in the order that was asked for
    std::vector<event> events;
    std::vector<meeting_done> meetings;
    std::vector<place> places;
    std::vector<variable> variables; // and behind them all that is no variable
    std::vector<finding> findings;
    std::uint64_t left_out = 0; // events
    bool uses_shared = false;
};

} // namespace recorder
} // namespace cuda_emulator

#endif
