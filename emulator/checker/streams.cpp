// streams.cpp: which launches and copies are done before which others, and before the host goes on.
//
// The emulator runs everything in the call that issues it, so all of it is in order here. On a GPU
// only this is: what one stream gets, what the default stream and the blocking ones wait for, what
// events order, and what the host waits for. Launches and copies are numbered. Each stream, each
// event and the host have a vector clock: for each stream the number of its last operation that is
// known to be done. An operation happens before another one if that one's clock knows it.
//
// The host is one, however many threads it has: what orders those, nobody tells the checker.
#include "streams.h"

#include "allocations.h"
#include "checker.h"
#include "report/words.h"

#include <algorithm>
#include <utility>

namespace cuda_emulator {
namespace checker {

// Each the work of a node of the one before.
static thread_local std::vector<graph_run> graph_runs;

call_stack call_that_issues() {
    return graph_runs.empty() ? calls_here() : graph_runs.front().launched;
}

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

static constexpr unsigned LEGACY = 0;

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

static uint32_t next_number(const stream_state &c) {
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

static unsigned add_stream(stream_state &c, bool blocking, const call_stack &made) {
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
static vector_clock &before_next(stream_state &c, unsigned stream) {
    stream_record &s = c.streams[stream];
    join(s.known, c.host);
    if (s.legacy || s.blocking)
        for (const stream_record &other : c.streams)
            if (other.device == s.device && (s.legacy ? other.blocking : other.legacy))
                join(s.known, other.known);
    return s.known;
}

// Once the host knows that everything is done, nothing that comes can meet it.
static void forget_what_is_done(stream_state &c) {
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

bool find_operation(uint32_t serial, operation &result) {
    stream_state &c = all_streams();
    const os_lock lock(c.mutex);
    const operation *o = operation_at(c, serial);
    if (o != nullptr)
        result = *o;
    return o != nullptr;
}

bool is_of_this_device(uint32_t serial) {
    operation earlier;
    return !find_operation(serial, earlier) || earlier.note->device == work_of_launch()->device;
}

void checker::thread_prints(void *code) {
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

} // namespace checker
} // namespace cuda_emulator
