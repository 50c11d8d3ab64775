// streams.h: what streams.cpp and copies.cpp know of launches and copies.
#ifndef CUDA_EMULATOR_STREAMS_H
#define CUDA_EMULATOR_STREAMS_H

#include "order.h"

#include "machine/threads.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuda_emulator {
namespace checker {

// The last operation of each stream that is known to be done; streams without an entry have none.
using vector_clock = std::vector<uint32_t>;

struct copy_part {
    uint32_t number; // of the copy
    rows where;
    bool writes;
};

struct unordered_copy {
    rows where;
    bool writes;
    std::shared_ptr<work_note> note;
    std::deque<meeting_place> met; // where: a kernel may do so a million times
};

struct stream_record {
    bool blocking = true, alive = true;
    bool legacy = false; // the default stream of its device
    int device = 0;
    unsigned trunk = 0;             // the stream that it is a branch of, or itself
    std::vector<unsigned> branches; // for nodes of graphs that run in it
    vector_clock known;             // to its next operation
    std::vector<uint32_t> numbers;  // of its operations that are remembered
    std::vector<copy_part> parts;   // and what the copies among them touch
    call_stack made;
};

// A graph that runs. A node goes on where one of those before it has ended, in the stream or a
// branch of it, unless another node does; else it gets a branch that no node has used, which is one
// more stream to the clocks. So a graph without branches is nothing but work of its stream.
struct graph_run {
    struct branch {
        unsigned stream;
        cudaGraphNode_t last; // node in it
    };
    const void *graph;
    unsigned number;     // of the outermost
    unsigned stream;     // or the branch of the node whose work the graph is
    vector_clock before; // to all of it
    std::vector<branch> branches;
    std::map<cudaGraphNode_t, vector_clock> known; // once the node is done
    cudaGraphNode_t node = nullptr;                // that runs,
    unsigned runs_in = 0;                          // and where
    vector_clock told;                             // to the host, by functions of it that are nodes
    call_stack launched;
};
// What a kernel has printed.
struct output {
    unsigned stream;
    uint32_t number; // of the last launch that did
    std::string kernel;
};

struct stream_state;

// The launches that a clock does not know.
class unknown_launches {
public:
    void collect(const stream_state &c, const vector_clock &known);
    // The one that has drawn the serial. Null if the clock knows it.
    const operation *at(uint32_t serial) {
        if (all_.empty() || serial < all_.front().from || serial >= all_.back().to)
            return nullptr;
        answer &known = answers_[serial % ANSWERS];
        if (known.serial != serial)
            known = {serial, find(serial)};
        return known.launch;
    }

private:
    struct drawn {
        uint32_t from, to; // serials
        const operation *launch;
    };
    std::vector<drawn> all_;
    // Each stretch asks about the same blocks.
    struct answer {
        uint32_t serial;
        const operation *launch;
    };
    static constexpr unsigned ANSWERS = 32;
    answer answers_[ANSWERS]; // if there are any launches

    const operation *find(uint32_t serial) const {
        const auto after = std::upper_bound(all_.begin(), all_.end(), serial,
                                            [](uint32_t s, const drawn &d) { return s < d.from; });
        return after != all_.begin() && serial < after[-1].to ? after[-1].launch : nullptr;
    }
};

struct stream_state {
    os_mutex mutex;
    std::vector<stream_record> streams; // the first one is the default stream of device 0
    std::map<uintptr_t, unsigned> by_handle;
    std::map<uintptr_t, vector_clock> events;
    std::map<const void *, vector_clock> graphs; // whose launches come one after another
    unsigned graph_runs = 0;
    vector_clock host;
    std::deque<operation> operations; // those that are remembered,
    uint32_t first_number = 1;        // and the number of the first of them
    vector_clock runs_after;          // of the last operation
    // The launch that runs, and the copies that are not in order with it.
    bool running = false;
    unknown_launches beside; // that it is not in order with
    std::shared_ptr<work_note> launch;
    std::vector<unordered_copy> meets;
    uintptr_t meets_low = 0, meets_high = 0;
    std::map<void *, output> outputs; // by the place in the code
};

stream_state &all_streams();

inline uint32_t last_known(const vector_clock &k, unsigned stream) {
    return stream < k.size() ? k[stream] : 0;
}
inline bool knows(const vector_clock &k, const operation &o) {
    return o.number <= last_known(k, o.stream);
}
void learn(vector_clock &k, unsigned stream, uint32_t number);
void join(vector_clock &k, const vector_clock &other);
// The serial of the first operation that is not known. 0 if all are.
uint32_t first_unknown(const stream_state &c, const vector_clock &k);
void host_has_learnt(stream_state &c);
unsigned index_of(stream_state &c, cudaStream_t stream);
operation &issue(stream_state &c, unsigned stream);
const operation *operation_numbered(const stream_state &c, uint32_t number);
// The launch that has drawn the serial. Another thread of the host may have issued copies
// meanwhile.
const operation *operation_at(const stream_state &c, uint32_t serial);
// The call that issues work. That of a graph is its launch: where there are no stacks to look at,
// as in WebAssembly, its nodes would be taken for what the one before has done last.
call_stack call_that_issues();

// copies.cpp: copies that are not in order with the launch that begins.
void collect_copies(stream_state &c);

} // namespace checker
} // namespace cuda_emulator

#endif
