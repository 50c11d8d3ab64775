// streams.cpp: which launches and copies are done before which others, and before the host goes on.
//
// The emulator runs everything in the call that issues it, so all of it is in order here. On a GPU
// only this is: what one stream gets, what the default stream and the blocking ones wait for, what
// events order, and what the host waits for. Launches and copies are numbered. Each stream, each
// event and the host have a vector clock: for each stream the number of its last operation that is
// known to be done. An operation happens before another one if that one's clock knows it.
//
// The host is one, however many threads it has: what orders those, nobody tells the checker.
#include "checker.h"
#include "allocations.h"
#include "order.h"
#include "report/words.h"

#include "machine/threads.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace cuda_emulator {
namespace checker {

namespace {

// One past the last byte.
uintptr_t end_of(const rows &r) {
    return r.first + (r.height - 1) * r.pitch + r.width;
}

bool same(const rows &a, const rows &b) {
    return a.first == b.first && a.width == b.width && a.height == b.height && a.pitch == b.pitch;
}

// The first byte that is in both. 0 if there is none.
uintptr_t meeting_inside(const rows &r, uintptr_t address, size_t bytes);
inline uintptr_t meeting(const rows &r, uintptr_t address, size_t bytes) {
    if (bytes == 0 || address + bytes <= r.first || address >= end_of(r))
        return 0; // mostly
    return meeting_inside(r, address, bytes);
}

uintptr_t meeting_inside(const rows &r, uintptr_t address, size_t bytes) {
    if (address <= r.first)
        return r.first;
    const size_t row = r.height > 1 ? (address - r.first) / r.pitch : 0;
    const uintptr_t begin = r.first + row * r.pitch;
    if (address < begin + r.width)
        return address;
    return row + 1 < r.height && address + bytes > begin + r.pitch ? begin + r.pitch : 0;
}

uintptr_t meeting(const rows &a, const rows &b) {
    if (b.height > a.height)
        return meeting(b, a);
    for (size_t row = 0; row < b.height; ++row)
        if (const uintptr_t at = meeting(a, b.first + row * b.pitch, b.width))
            return at;
    return 0;
}

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
// Each the work of a node of the one before.
thread_local std::vector<graph_run> graph_runs;

// The call that issues work. That of a graph is its launch: where there are no stacks to look at,
// as in WebAssembly, its nodes would be taken for what the one before has done last.
call_stack call_that_issues() {
    return graph_runs.empty() ? calls_here() : graph_runs.front().launched;
}

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

// Never destroyed: destructors of the program may still use streams.
stream_state &all_streams() {
    static stream_state &c = *[] {
        auto *state = new stream_state;
        state->streams.resize(1);
        state->streams[0].legacy = true;
        return state;
    }();
    return c;
}

constexpr unsigned LEGACY = 0;

uint32_t last_known(const vector_clock &k, unsigned stream) {
    return stream < k.size() ? k[stream] : 0;
}

void learn(vector_clock &k, unsigned stream, uint32_t number) {
    if (stream >= k.size())
        k.resize(stream + 1);
    k[stream] = std::max(k[stream], number);
}

void join(vector_clock &k, const vector_clock &other) {
    if (other.size() > k.size())
        k.resize(other.size());
    for (size_t i = 0; i < other.size(); ++i)
        k[i] = std::max(k[i], other[i]);
}

bool knows(const vector_clock &k, const operation &o) {
    return o.number <= last_known(k, o.stream);
}

uint32_t next_number(const stream_state &c) {
    return c.first_number + static_cast<uint32_t>(c.operations.size());
}

// The serial of the first operation that is not known. 0 if all are.
uint32_t first_unknown(const stream_state &c, const vector_clock &k) {
    uint32_t first = 0;
    for (unsigned s = 0; s < c.streams.size(); ++s) {
        const std::vector<uint32_t> &numbers = c.streams[s].numbers;
        const auto unknown = std::upper_bound(numbers.begin(), numbers.end(), last_known(k, s));
        if (unknown != numbers.end()) {
            const uint32_t serial = c.operations[*unknown - c.first_number].first;
            first = first == 0 ? serial : std::min(first, serial);
        }
    }
    return first;
}

void host_has_learnt(stream_state &c) {
    now.host_floor = first_unknown(c, c.host);
}

unsigned add_stream(stream_state &c, bool blocking, const call_stack &made) {
    // The place of one that is gone and whose work nobody can meet any more.
    unsigned s = 1;
    while (s < c.streams.size() && (c.streams[s].alive || !c.streams[s].numbers.empty()))
        ++s;
    if (s == c.streams.size())
        c.streams.emplace_back();
    c.streams[s] = stream_record();
    c.streams[s].blocking = blocking;
    c.streams[s].made = made;
    c.streams[s].device = current_device();
    c.streams[s].trunk = s;
    return s;
}

unsigned index_of(stream_state &c, cudaStream_t stream) {
    if (!graph_runs.empty() && graph_runs.back().node != nullptr)
        return graph_runs.back().runs_in;
    const int device = current_device();
    if (stream == nullptr || stream == cudaStreamLegacy) {
        if (device == 0)
            return LEGACY;
        const auto handle = static_cast<uintptr_t>(device); // no stream's: see runtime/stream.cpp
        const auto [found, is_new] = c.by_handle.emplace(handle, 0);
        if (is_new) {
            found->second = add_stream(c, true, {});
            c.streams[found->second].legacy = true;
        }
        return found->second;
    }
    if (stream == cudaStreamPerThread) {
        // Each thread of the host has its own, which exists from its first use on.
        static thread_local char mine[most_devices];
        const auto [found, is_new] =
            c.by_handle.emplace(reinterpret_cast<uintptr_t>(&mine[device]), 0);
        if (is_new)
            found->second = add_stream(c, true, {});
        return found->second;
    }
    const auto found = c.by_handle.find(reinterpret_cast<uintptr_t>(stream));
    return found != c.by_handle.end() ? found->second : LEGACY;
}

// What is done before the next operation of the stream begins.
vector_clock &before_next(stream_state &c, unsigned stream) {
    stream_record &s = c.streams[stream];
    join(s.known, c.host);
    if (s.legacy || s.blocking)
        for (const stream_record &other : c.streams)
            if (other.device == s.device && (s.legacy ? other.blocking : other.legacy))
                join(s.known, other.known);
    return s.known;
}

// Once the host knows that everything is done, nothing that comes can meet it.
void forget_what_is_done(stream_state &c) {
    if (now.host_floor != 0 || c.running) // another thread of the host may have waited
        return;
    c.first_number = next_number(c);
    c.operations.clear();
    c.graphs.clear();
    for (stream_record &s : c.streams) {
        s.numbers.clear();
        s.parts.clear();
    }
    now.registered_low = ~uintptr_t(0);
    now.registered_high = 0;
    forget_accesses();
}

// The new operation, which the host may go on without.
operation &issue(stream_state &c, unsigned stream) {
    forget_what_is_done(c);
    c.runs_after = before_next(c, stream);
    const uint32_t number = next_number(c);
    ++now.issued;
    c.streams[stream].numbers.push_back(number);
    learn(c.streams[stream].known, stream, number);
    c.operations.emplace_back();
    operation &o = c.operations.back();
    o.number = number;
    o.stream = stream;
    o.first = next_serial();
    o.note = std::make_shared<work_note>();
    const stream_record &whole = c.streams[c.streams[stream].trunk];
    o.note->blocking = whole.blocking;
    o.note->legacy = whole.legacy;
    o.note->device = whole.device;
    o.note->stream_made = whole.made;
    o.note->graph_run = graph_runs.empty() ? 0 : graph_runs.back().number;
    host_has_learnt(c);
    return o;
}

const operation *operation_numbered(const stream_state &c, uint32_t number) {
    return number - c.first_number < c.operations.size() ? &c.operations[number - c.first_number]
                                                         : nullptr;
}

// The launch that has drawn the serial. Another thread of the host may have issued copies
// meanwhile.
const operation *operation_at(const stream_state &c, uint32_t serial) {
    auto after = std::upper_bound(c.operations.begin(), c.operations.end(), serial,
                                  [](uint32_t s, const operation &o) { return s < o.first; });
    while (after != c.operations.begin())
        if ((--after)->kernel != nullptr)
            return &*after;
    return nullptr;
}

void unknown_launches::collect(const stream_state &c, const vector_clock &known) {
    all_.clear();
    for (unsigned s = 0; s < c.streams.size(); ++s) {
        const std::vector<uint32_t> &numbers = c.streams[s].numbers;
        for (auto number = std::upper_bound(numbers.begin(), numbers.end(), last_known(known, s));
             number != numbers.end(); ++number)
            if (const operation &o = c.operations[*number - c.first_number]; o.kernel != nullptr)
                all_.push_back({o.first, MOST_SERIAL, &o});
    }
    if (all_.empty())
        return;
    std::fill(std::begin(answers_), std::end(answers_), answer{});
    std::sort(all_.begin(), all_.end(),
              [](const drawn &a, const drawn &b) { return a.from < b.from; });
    for (drawn &d : all_) {
        const operation *next = d.launch;
        do
            next = operation_numbered(c, next->number + 1);
        while (next != nullptr && next->kernel == nullptr);
        if (next != nullptr)
            d.to = next->first;
    }
}

doing doing_of_copy(std::shared_ptr<work_note> note, const rows &where, bool writes) {
    doing d;
    d.work = std::move(note);
    d.writes = writes;
    d.bytes = where.width * where.height;
    return d;
}

// Copies that are not in order with the launch.
void collect_copies(stream_state &c) {
    c.meets.clear();
    c.meets_low = ~uintptr_t(0);
    c.meets_high = 0;
    for (unsigned s = 0; s < c.streams.size(); ++s)
        for (const copy_part &part : c.streams[s].parts) {
            const operation *copy = operation_numbered(c, part.number);
            if (part.number <= last_known(c.runs_after, s) || copy == nullptr)
                continue;
            c.meets.push_back({part.where, part.writes, copy->note, {}});
            c.meets_low = std::min(c.meets_low, part.where.first);
            c.meets_high = std::max(c.meets_high, end_of(part.where));
        }
    if (c.meets.empty())
        return;
    std::fill(std::begin(pages_without_copies), std::end(pages_without_copies), 0);
    std::fill(std::begin(last_meetings), std::end(last_meetings), last_meeting{});
}

std::string missing_between(const work_note &earlier, const work_note *later) {
    const char *what = earlier.call != nullptr ? earlier.call : "kernel";
    if (later == nullptr)
        return std::string("cudaStreamSynchronize() or cudaDeviceSynchronize() before the host "
                           "uses this memory: the ") +
               what + " may not have come so far";
    if (earlier.graph_run != 0 && earlier.graph_run == later->graph_run)
        return "an edge between the two nodes of the graph: cudaGraphAddDependencies(), or, where "
               "streams are captured, cudaEventRecord() after the earlier one and "
               "cudaStreamWaitEvent() before the later";
    std::string text = "cudaEventRecord() after the earlier one and cudaStreamWaitEvent() before "
                       "the later, or one stream for both";
    if (earlier.device == later->device &&
        ((earlier.legacy && !later->blocking) || (later->legacy && !earlier.blocking)))
        text += ": a stream of cudaStreamNonBlocking and the default stream do not wait for each "
                "other";
    return text;
}

// Calls met(address, access, whether it writes) for what kernels have done to the bytes from this
// serial on, as far as it is in the way of a read, or of a write. Until met says that it is enough.
// counts: whether what has drawn a serial is of interest at all.
template <class Counts, class Met>
void for_accesses(uintptr_t address, size_t bytes, bool writes, uint32_t floor, Counts counts,
                  Met met) {
    const uintptr_t end = address + bytes;
    for (uintptr_t at = address & ~uintptr_t(3); at < end; at += 4) {
        if (has_stretches(at) && !stretch_at(at)->may_have(floor, counts)) {
            at |= stretch::BYTES - 4; // its last word
            continue;
        }
        cell known, parts[4];
        if (!look_up(at, known, parts))
            return;
        const cell *c = &known;
        const unsigned from = at < address ? static_cast<unsigned>(address - at) : 0;
        const unsigned to = end - at < 4 ? static_cast<unsigned>(end - at) : 4;
        const unsigned bits = ((1u << to) - 1) & ~((1u << from) - 1);
        const bool split = c->is_split();
        if (split && c->split_at() < now.split_first)
            continue;
        if (split)
            c = parts;
        for (unsigned i = 0; i < (split ? 4u : 1u); ++i) {
            const auto is_in_the_way = [&](access a, bool a_writes) {
                return a.serial() >= floor && (a.bytes() & bits) != 0 && (writes || a_writes);
            };
            if (is_in_the_way(c[i].write, true) && met(at, c[i].write, true))
                return;
            for (const access read : c[i].read)
                if (is_in_the_way(read, read.is_atomic()) && met(at, read, read.is_atomic()))
                    return;
        }
    }
}

// What a new copy meets: each place in the code, and each other copy, once.
void check_copy(stream_state &c, const operation &mine, const rows &where, bool writes,
                std::vector<finding> &found) {
    vector_clock all_but_unordered = c.runs_after;
    learn(all_but_unordered, mine.stream, mine.number);
    const uint32_t floor = first_unknown(c, all_but_unordered);
    if (floor == 0)
        return;
    const auto add_finding = [&](doing second, const operation &other, uintptr_t address) {
        finding f(mistake::race);
        f.address = address;
        f.first = doing_of_copy(mine.note, where, writes);
        f.second = std::move(second);
        f.has_second = true;
        f.missing = missing_between(*other.note, mine.note.get());
        found.push_back(std::move(f));
    };
    std::vector<uint32_t> seen; // places
    unknown_launches beside;
    beside.collect(c, c.runs_after);
    for (size_t row = 0; row < where.height; ++row)
        for_accesses(
            where.first + row * where.pitch, where.width, writes, floor,
            [&](uint32_t serial) { return beside.at(serial) != nullptr; },
            [&](uintptr_t address, access a, bool a_writes) {
                const operation *other = beside.at(a.serial());
                if (other == nullptr)
                    return false;
                if (std::find(seen.begin(), seen.end(), a.place()) == seen.end()) {
                    seen.push_back(a.place());
                    add_finding(earlier_access(a, a_writes, *other), *other, address);
                }
                return seen.size() == 8;
            });
    for (unsigned s = 0; s < c.streams.size(); ++s)
        for (const copy_part &part : c.streams[s].parts)
            if (part.number > last_known(c.runs_after, s) && part.number != mine.number &&
                (part.writes || writes)) {
                const uintptr_t at = meeting(part.where, where);
                const operation *other = operation_numbered(c, part.number);
                if (at != 0 && other != nullptr)
                    add_finding(doing_of_copy(other->note, part.where, part.writes), *other, at);
            }
}

} // namespace

// ------------------------------------------------------------------ streams, events, the host

void checker::stream_created(cudaStream_t stream, bool blocking) {
    const auto handle = reinterpret_cast<uintptr_t>(stream);
    const call_stack calls = calls_here();
    made(thing_kind::stream, "stream", handle, calls);
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    c.by_handle[handle] = add_stream(c, blocking, calls);
}

// Its numbers, and those of its branches, may become another one's.
static void end_branches(stream_state &c, unsigned stream) {
    c.streams[stream].alive = false;
    for (const unsigned branch : c.streams[stream].branches)
        end_branches(c, branch);
}

void checker::stream_destroyed(cudaStream_t stream) {
    destroyed(thing_kind::stream, reinterpret_cast<uintptr_t>(stream));
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const auto found = c.by_handle.find(reinterpret_cast<uintptr_t>(stream));
    if (found == c.by_handle.end())
        return;
    end_branches(c, found->second);
    c.by_handle.erase(found);
}

void checker::event_recorded(cudaEvent_t event, cudaStream_t stream) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    c.events[reinterpret_cast<uintptr_t>(event)] = before_next(c, index_of(c, stream));
}

void checker::event_created(cudaEvent_t event) {
    made(thing_kind::event, "event", reinterpret_cast<uintptr_t>(event), calls_here());
}

void checker::event_destroyed(cudaEvent_t event) {
    destroyed(thing_kind::event, reinterpret_cast<uintptr_t>(event));
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    c.events.erase(reinterpret_cast<uintptr_t>(event));
}

void checker::stream_waits(cudaStream_t stream, cudaEvent_t event) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const auto found = c.events.find(reinterpret_cast<uintptr_t>(event));
    if (found != c.events.end())
        join(before_next(c, index_of(c, stream)), found->second);
}

void checker::host_waits_for_stream(cudaStream_t stream) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const unsigned s = index_of(c, stream);
    // Waiting for the default stream is waiting for those that it waits for. (In a graph it is the
    // host's node that does, and those beside it do not come after it.)
    join(graph_runs.empty() ? c.host : graph_runs.front().told,
         c.streams[s].legacy ? before_next(c, s) : c.streams[s].known);
    host_has_learnt(c);
}

void checker::host_waits_for_event(cudaEvent_t event) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const auto found = c.events.find(reinterpret_cast<uintptr_t>(event));
    if (found != c.events.end())
        join(c.host, found->second);
    host_has_learnt(c);
}

void checker::host_waits_for_all() {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    for (const stream_record &s : c.streams)
        if (s.device == current_device())
            join(c.host, s.known);
    host_has_learnt(c);
}

void wait_for_all() {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    for (const stream_record &s : c.streams)
        join(c.host, s.known);
    host_has_learnt(c);
}

void checker::device_reset(const std::vector<cudaStream_t> &streams,
                           const std::vector<cudaEvent_t> &events) {
    host_waits_for_all();
    for (cudaStream_t stream : streams)
        stream_destroyed(stream);
    for (cudaEvent_t event : events)
        event_destroyed(event);
}

// ------------------------------------------------------------------ graphs

void checker::graph_begins(cudaStream_t stream, const void *graph) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    graph_run run;
    run.graph = graph;
    run.stream = index_of(c, stream);
    vector_clock &known = before_next(c, run.stream);
    run.number = graph_runs.empty() ? ++c.graph_runs : graph_runs.back().number;
    if (graph_runs.empty())
        join(known, c.graphs[graph]); // an instance waits for itself
    run.before = known;
    run.launched = call_that_issues();
    graph_runs.push_back(std::move(run));
}

// What the node that has run knows now, as those that come after it will.
static void node_ends(stream_state &c, graph_run &run) {
    if (run.node != nullptr)
        run.known[run.node] = c.streams[run.runs_in].known;
}

// One that no node of this run has used.
static unsigned unused_branch(stream_state &c, const graph_run &run) {
    if (run.branches.empty())
        return run.stream;
    const size_t used = run.branches.size() - 1;
    if (used == c.streams[run.stream].branches.size()) {
        const unsigned branch = add_stream(c, false, {});
        c.streams[branch].device = c.streams[run.stream].device;
        c.streams[branch].trunk = c.streams[run.stream].trunk;
        c.streams[run.stream].branches.push_back(branch);
    }
    return c.streams[run.stream].branches[used];
}

void checker::node_begins(cudaGraphNode_t node, const std::vector<cudaGraphNode_t> &after) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    graph_run &run = graph_runs.back();
    node_ends(c, run);
    auto branch =
        std::find_if(run.branches.begin(), run.branches.end(), [&](const graph_run::branch &b) {
            return std::find(after.begin(), after.end(), b.last) != after.end();
        });
    if (branch == run.branches.end())
        branch = run.branches.insert(branch, {unused_branch(c, run), nullptr});
    branch->last = run.node = node;
    run.runs_in = branch->stream;
    vector_clock &known = c.streams[run.runs_in].known;
    known = run.before;
    for (cudaGraphNode_t before : after)
        join(known, run.known[before]);
}

void checker::graph_ends() {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    graph_run &run = graph_runs.back();
    vector_clock &known = c.streams[run.stream].known;
    for (const graph_run::branch &branch : run.branches)
        join(known, c.streams[branch.stream].known);
    if (graph_runs.size() == 1) {
        c.graphs[run.graph] = known;
        join(c.host, run.told);
        host_has_learnt(c);
    }
    graph_runs.pop_back();
}

// ------------------------------------------------------------------ launches

// The call of the thread's last launch.
static thread_local call_stack configured;

static thread_local bool is_answered; // its error is what a call returns

void checker::launch_configured(bool answered) {
    configured = call_that_issues();
    is_answered = answered;
}

void checker::launch_on_other_device(const kernel_info &kernel, int owner) {
    const std::string its_own = std::to_string(owner);
    finding f(mistake::other_device);
    f.here = configured;
    f.detail = std::string("kernel ") + kernel.name + ": the stream is one of device " + its_own +
               ", and device " + std::to_string(current_device()) + " is the current one";
    f.missing = "cudaSetDevice(" + its_own +
                ") before the launch: CUDA's manual says that such a launch fails, although newer "
                "drivers run it on device " +
                its_own;
    add(std::move(f));
}

std::string checker::launch_place() {
    return place_of_calls(configured);
}

uint32_t launch_is_issued(const launch_info &launch) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    operation &o = issue(c, index_of(c, launch.stream));
    o.kernel = launch.kernel;
    o.grid = launch.grid;
    o.block = launch.block;
    o.first_block = blocks_so_far();
    o.note->issued = configured;
    c.launch = o.note;
    c.running = true;
    if (!is_answered)
        launch_unanswered(configured);
    collect_copies(c);
    now.meets_copies = !c.meets.empty();
    now.launch_first = o.first;
    vector_clock all_but_unordered = c.runs_after;
    learn(all_but_unordered, o.stream, o.number);
    c.beside.collect(c, all_but_unordered);
    const uint32_t unordered = first_unknown(c, all_but_unordered);
    return unordered == 0 ? o.first : unordered;
}

void launch_is_over() {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    c.running = false;
}

bool done_before_launch(uint32_t serial) {
    return all_streams().beside.at(serial) == nullptr;
}

bool find_operation(uint32_t serial, operation &found) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const operation *o = operation_at(c, serial);
    if (o != nullptr)
        found = *o;
    return o != nullptr;
}

void note_output(void *code) {
    if (block.interruptible == 0)
        return; // the host prints
    const undisturbed quiet;
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    output &mine = c.outputs[code];
    const operation *launch = operation_at(c, now.launch_first);
    if (launch == nullptr || mine.number == launch->number)
        return;
    mine = {launch->stream, launch->number, now.launch->kernel->name};
}

void report_lost_output() {
    stream_state &c = all_streams();
    os_lock lock(c.mutex);
    std::map<void *, output> lost;
    for (const auto &entry : c.outputs)
        if (entry.second.number > last_known(c.host, entry.second.stream))
            lost.insert(entry);
    lock.unlock();
    for (const auto &entry : lost) {
        finding f(mistake::lost_output);
        f.first.code = entry.first;
        f.first.kernel = entry.second.kernel;
        add(std::move(f));
    }
}

std::shared_ptr<work_note> work_of_launch() {
    return all_streams().launch;
}

std::string missing_before_launch(const work_note &earlier) {
    return missing_between(earlier, all_streams().launch.get());
}

uintptr_t pages_without_copies[KNOWN_PAGES];

static bool some_touch(const stream_state &c, uintptr_t address, size_t bytes) {
    return address < c.meets_high && address + bytes > c.meets_low &&
           std::any_of(c.meets.begin(), c.meets.end(), [&](const unordered_copy &copy) {
               return meeting(copy.where, address, bytes) != 0;
           });
}

bool copies_touch(uintptr_t address, size_t bytes) {
    if (!may_meet_copies(address, bytes))
        return false;
    const stream_state &c = all_streams();
    const uintptr_t page = address / PAGE;
    if (!some_touch(c, page * PAGE, PAGE))
        pages_without_copies[page % KNOWN_PAGES] = page;
    return may_meet_copies(address, bytes) && some_touch(c, address, bytes);
}

last_meeting last_meetings[MEETINGS];

// How far from the address on all bytes are the same copies'.
static uintptr_t end_of_same_copies(const stream_state &c, uintptr_t address) {
    uintptr_t end = ~uintptr_t(0);
    for (const unordered_copy &copy : c.meets) {
        const rows &r = copy.where;
        const uintptr_t at = meeting(r, address, end - address);
        const size_t row = r.height > 1 ? (address - r.first) / r.pitch : 0;
        end = at == address ? std::min(end, r.first + row * r.pitch + r.width) : at != 0 ? at : end;
    }
    return end;
}

void count_meetings() {
    for (unordered_copy &copy : all_streams().meets)
        for (meeting_place &place : copy.met)
            found_again(place.finding, std::exchange(place.uncounted, 0));
}

void kernel_meets_copies(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code) {
    last_meeting &last = last_meeting_from(code);
    if (last.is_again(address, bytes, writes, code)) {
        last.count();
        return;
    }
    if (!copies_touch(address, bytes))
        return;
    stream_state &c = all_streams();
    meeting_place *all = nullptr;
    for (unordered_copy &copy : c.meets) {
        const uintptr_t at = copy.writes || writes ? meeting(copy.where, address, bytes) : 0;
        if (at == 0)
            continue;
        const undisturbed quiet;
        const auto known =
            std::find_if(copy.met.begin(), copy.met.end(), [&](const meeting_place &place) {
                return place.code == code && place.writes == writes;
            });
        if (known != copy.met.end()) {
            ++known->uncounted;
            known->other = std::exchange(all, &*known);
            continue;
        }
        finding f(mistake::race);
        f.address = at;
        f.first = this_access(code, writes, atomic, static_cast<unsigned>(bytes));
        f.first.work = c.launch;
        f.second = doing_of_copy(copy.note, copy.where, copy.writes);
        f.has_second = true;
        f.missing = missing_before_launch(*copy.note);
        describe(at, f);
        copy.met.push_back({code, writes, add(std::move(f)), 0, all});
        all = &copy.met.back();
    }
    if (all != nullptr)
        last = {all, address, end_of_same_copies(c, address)};
}

// ------------------------------------------------------------------ the host

void host_meets(uintptr_t address, size_t bytes, bool writes, bool atomic, void *code) {
    stream_state &c = all_streams();
    std::vector<finding> found;
    {
        const os_lock lock(c.mutex);
        if (now.host_floor == 0)
            return;
        const auto add_finding = [&](doing second, const operation &other, uintptr_t at) {
            finding f(mistake::race);
            f.address = at;
            f.first = this_access(code, writes, atomic, static_cast<unsigned>(bytes));
            f.second = std::move(second);
            f.has_second = true;
            f.missing = missing_between(*other.note, nullptr);
            found.push_back(std::move(f));
        };
        for_accesses(
            address, bytes, writes, now.host_floor, [](uint32_t) { return true; },
            [&](uintptr_t at, access a, bool a_writes) {
                const operation *other = operation_at(c, a.serial());
                if (other == nullptr || knows(c.host, *other))
                    return false;
                if (atomic && a.is_atomic()) {
                    // The host has been told: it sees what the kernel wrote atomically.
                    learn(c.host, other->stream, other->number);
                    return false;
                }
                add_finding(earlier_access(a, a_writes, *other), *other, std::max(at, address));
                return true;
            });
        for (unsigned s = 0; s < c.streams.size(); ++s)
            for (const copy_part &part : c.streams[s].parts)
                if (part.number > last_known(c.host, s) && (part.writes || writes)) {
                    const uintptr_t at = meeting(part.where, address, bytes);
                    const operation *other = operation_numbered(c, part.number);
                    if (at != 0 && other != nullptr)
                        add_finding(doing_of_copy(other->note, part.where, part.writes), *other,
                                    at);
                }
        host_has_learnt(c);
    }
    for (finding &f : found) {
        describe(f.address, f);
        add(std::move(f));
    }
}

bool is_quiet(uintptr_t page) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    bool quiet = true;
    for_accesses(
        page, PAGE, true, now.host_floor, [](uint32_t) { return true; },
        [&](uintptr_t, access, bool) {
            quiet = false;
            return true;
        });
    for (unsigned s = 0; s < c.streams.size() && quiet; ++s)
        for (const copy_part &part : c.streams[s].parts)
            quiet = quiet &&
                    (part.number <= last_known(c.host, s) || meeting(part.where, page, PAGE) == 0);
    return quiet;
}

// ------------------------------------------------------------------ copies

static void remember(stream_state &c, unsigned stream, const copy_part &part) {
    std::vector<copy_part> &parts = c.streams[stream].parts;
    // In a loop, the same copy once more stands for the one before.
    for (copy_part &old : parts)
        if (old.writes == part.writes && same(old.where, part.where)) {
            old.number = part.number;
            return;
        }
    if (parts.size() % 256 == 255)
        parts.erase(std::remove_if(parts.begin(), parts.end(),
                                   [&](const copy_part &old) {
                                       return old.number <= last_known(c.host, stream);
                                   }),
                    parts.end());
    parts.push_back(part);
}

void checker::copy_issued(const copy_info &copy) {
    const copy_side &to = copy.to, &from = copy.from;
    const call_stack calls = call_that_issues();
    reserve_memory();
    stream_state &c = all_streams();
    std::vector<finding> found;
    {
        const os_lock lock(c.mutex);
        const unsigned stream = index_of(c, copy.stream);
        operation &mine = issue(c, stream);
        mine.note->call = copy.call != nullptr ? copy.call : current_call_name();
        mine.note->issued = calls;
        for (const copy_side *side : {&to, &from})
            // Of memory that is not pinned, nobody knows when the host uses it for something else.
            if (side->kind != memory_kind::plain)
                for (const rows &where : side->parts) {
                    if (side == &from)
                        is_read(where.first);
                    check_copy(c, mine, where, side == &to, found);
                    remember(c, stream, {mine.number, where, side == &to});
                    if (side->kind == memory_kind::registered) {
                        now.registered_low = std::min(now.registered_low, where.first);
                        now.registered_high = std::max(now.registered_high, end_of(where));
                    }
                }
        const bool sets = from.parts.empty();
        const bool to_host = host_can_reach(to.kind), from_host = host_can_reach(from.kind);
        const auto is_managed = [](const copy_side &side) {
            return side.kind == memory_kind::managed;
        };
        // The rules are those of "API synchronization behavior" in the CUDA Runtime API manual.
        const bool waits = !copy.asynchronous ? to_host || (!sets && from_host)
                           : sets
                               ? false
                               : to.kind == memory_kind::plain ||
                                     (to_host && from_host && !is_managed(to) && !is_managed(from));
        if (waits)
            join(c.host, c.streams[stream].known);
        host_has_learnt(c);
    }
    for (finding &f : found) {
        describe(f.address, f);
        add(std::move(f));
    }
    if (from.kind == memory_kind::device && to.kind != memory_kind::device &&
        to.kind != memory_kind::array)
        look_for_unwritten(from, calls);
}

} // namespace checker
} // namespace cuda_emulator
