// capture.cpp: streams whose work becomes nodes of a graph instead of being done.
//
// A captured stream knows the nodes that the next one comes after. An event that is recorded in it
// takes them along, and another stream that waits for the event joins the capture.
#include "api_state.h"
#include "children.h"
#include "graph.h"
#include "machine/threads.h"
#include "stream.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <set>

namespace cuda_emulator {

namespace {

struct sequence {
    cudaGraph_t graph;
    cudaStream_t origin;
    cudaStreamCaptureMode mode;
    const void *thread; // the OS thread that began it
    bool valid;
    bool into_own_graph; // that was there before
    unsigned long long id;
};

struct point {
    std::shared_ptr<sequence> of;
    std::vector<cudaGraphNode_t> after; // what comes next comes after these
};

struct captures {
    os_mutex mutex;
    std::map<cudaStream_t, point> streams;
    std::map<cudaEvent_t, point> events;
};
captures &all_captures() {
    static captures &c = *new captures; // never destroyed
    return c;
}
std::atomic<int> active{0}; // how many captures there are

thread_local char this_thread; // its address stands for the thread
thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

cudaStream_t name_of(cudaStream_t stream) {
    return stream == cudaStreamLegacy ? nullptr : stream;
}

void merge(std::vector<cudaGraphNode_t> &into, const std::vector<cudaGraphNode_t> &from) {
    for (cudaGraphNode_t node : from)
        if (std::count(into.begin(), into.end(), node) == 0)
            into.push_back(node);
}

// All that these nodes come after, and they themselves.
std::set<cudaGraphNode_t> all_before(std::vector<cudaGraphNode_t> nodes) {
    std::set<cudaGraphNode_t> found;
    while (!nodes.empty()) {
        cudaGraphNode_t node = nodes.back();
        nodes.pop_back();
        if (found.insert(node).second)
            nodes.insert(nodes.end(), node->dependencies.begin(), node->dependencies.end());
    }
    return found;
}

// The default stream waits for all blocking streams, which one that is captured cannot take.
cudaError_t refuse_default_stream(captures &c) {
    cudaError_t e = cudaSuccess;
    for (auto &entry : c.streams)
        if (stream_is_blocking(entry.first)) {
            entry.second.of->valid = false;
            e = cudaErrorStreamCaptureImplicit;
        }
    return e;
}

// Into `graph`, behind some of its nodes, or, if it is null, into a new one.
cudaError_t begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t graph,
                          const std::vector<cudaGraphNode_t> &after) {
    stream = name_of(stream);
    if (!stream_is_alive(stream))
        return cudaErrorInvalidResourceHandle;
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
        return cudaErrorInvalidValue;
    if (stream == nullptr)
        return cudaErrorStreamCaptureUnsupported;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    if (c.streams.count(stream) != 0)
        return cudaErrorIllegalState;
    static unsigned long long sequences = 0;
    auto of =
        std::make_shared<sequence>(sequence{graph != nullptr ? graph : new_graph(), stream, mode,
                                            &this_thread, true, graph != nullptr, ++sequences});
    c.streams[stream] = {of, after};
    ++active;
    return cudaSuccess;
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t *graph) {
    stream = name_of(stream);
    if (!stream_is_alive(stream))
        return cudaErrorInvalidResourceHandle;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.streams.find(stream);
    if (found == c.streams.end())
        return cudaErrorIllegalState;
    const std::shared_ptr<sequence> of = found->second.of;
    if (of->origin != stream) {
        of->valid = false;
        return cudaErrorStreamCaptureUnmatched;
    }
    if (of->mode != cudaStreamCaptureModeRelaxed && of->thread != &this_thread)
        return cudaErrorStreamCaptureWrongThread;
    if (graph == nullptr && !of->into_own_graph)
        return cudaErrorInvalidValue;
    if (graph != nullptr)
        *graph = nullptr;
    bool joined = true;
    const std::set<cudaGraphNode_t> before = all_before(found->second.after);
    for (auto entry = c.streams.begin(); entry != c.streams.end();) {
        if (entry->second.of != of) {
            ++entry;
            continue;
        }
        for (cudaGraphNode_t node : entry->second.after)
            joined = joined && before.count(node) != 0;
        entry = c.streams.erase(entry);
    }
    for (auto entry = c.events.begin(); entry != c.events.end();)
        entry = entry->second.of == of ? c.events.erase(entry) : std::next(entry);
    --active;
    if (of->valid && joined) {
        if (graph != nullptr)
            *graph = of->graph;
        return cudaSuccess;
    }
    if (!of->into_own_graph)
        delete_graph(of->graph);
    return of->valid ? cudaErrorStreamCaptureUnjoined : cudaErrorStreamCaptureInvalidated;
}

} // namespace

bool capture(cudaStream_t stream, cudaGraphNodeType type, const node_work &work,
             cudaError_t &error) {
    if (in_kernel()) { // to be done when the kernel has ended
        error = cudaSuccess;
        issue_child([action = work.action](cudaStream_t s, family &) { return action(s); }, stream);
        return true;
    }
    if (active == 0)
        return false;
    stream = name_of(stream);
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.streams.find(stream);
    if (found == c.streams.end()) {
        error = stream == nullptr ? refuse_default_stream(c) : cudaSuccess;
        return error != cudaSuccess;
    }
    point &here = found->second;
    error = here.of->valid ? cudaSuccess : cudaErrorStreamCaptureInvalidated;
    if (error == cudaSuccess)
        here.after = {add_node(here.of->graph, type, work, here.after)};
    return true;
}

bool is_captured(cudaStream_t stream) {
    return capture_status(stream) != cudaStreamCaptureStatusNone;
}

cudaStreamCaptureStatus capture_status(cudaStream_t stream) {
    if (active == 0)
        return cudaStreamCaptureStatusNone;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.streams.find(name_of(stream));
    return found == c.streams.end()  ? cudaStreamCaptureStatusNone
           : found->second.of->valid ? cudaStreamCaptureStatusActive
                                     : cudaStreamCaptureStatusInvalidated;
}

cudaGraph_t captured_graph(cudaStream_t stream) {
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.streams.find(name_of(stream));
    return found == c.streams.end() ? nullptr : found->second.of->graph;
}

bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t &error) {
    if (active == 0)
        return false;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.streams.find(name_of(stream));
    if (found == c.streams.end()) {
        c.events.erase(event);
        return false;
    }
    error = found->second.of->valid ? cudaSuccess : cudaErrorStreamCaptureInvalidated;
    if (error == cudaSuccess)
        c.events[event] = found->second;
    return true;
}

bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t &error) {
    if (active == 0)
        return false;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto here = c.streams.find(name_of(stream));
    const auto there = c.events.find(event);
    if (here == c.streams.end() && there == c.events.end())
        return false;
    error = cudaSuccess;
    if (there == c.events.end()) { // work that is not captured: a graph cannot wait for it
        here->second.of->valid = false;
        error = cudaErrorStreamCaptureIsolation;
    } else if (!there->second.of->valid) {
        error = cudaErrorStreamCaptureInvalidated;
    } else if (here == c.streams.end()) {
        if (name_of(stream) == nullptr) {
            there->second.of->valid = false;
            error = cudaErrorStreamCaptureImplicit;
        } else {
            c.streams[stream] = there->second;
        }
    } else if (here->second.of != there->second.of) {
        here->second.of->valid = there->second.of->valid = false;
        error = cudaErrorStreamCaptureMerge;
    } else {
        merge(here->second.after, there->second.after);
    }
    return true;
}

cudaError_t refuse_if_captured(cudaEvent_t event) {
    if (active == 0)
        return cudaSuccess;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    const auto found = c.events.find(event);
    if (found == c.events.end())
        return cudaSuccess;
    found->second.of->valid = false;
    return cudaErrorCapturedEvent;
}

cudaError_t refuse_if_captured(cudaStream_t stream) {
    if (active == 0)
        return cudaSuccess;
    captures &c = all_captures();
    const os_lock lock(c.mutex);
    stream = name_of(stream);
    if (stream == nullptr)
        return refuse_default_stream(c);
    const auto found = c.streams.find(stream);
    if (found == c.streams.end())
        return cudaSuccess;
    found->second.of->valid = false;
    return cudaErrorStreamCaptureUnsupported;
}

// Calls that wait for the device, or for the default stream, or may.
static bool is_unsafe(const char *call) {
    static const char *const calls[] = {
        "cudaDeviceSynchronize", "cudaMalloc",         "cudaFree",          "cudaMallocHost",
        "cudaHostAlloc",         "cudaFreeHost",       "cudaMallocManaged", "cudaMallocPitch",
        "cudaMalloc3D",          "cudaMallocArray",    "cudaMalloc3DArray", "cudaFreeArray",
        "cudaHostRegister",      "cudaHostUnregister", "cudaEventQuery"};
    return std::any_of(std::begin(calls), std::end(calls),
                       [call](const char *c) { return std::strcmp(c, call) == 0; });
}
static bool is_in_default_stream(const char *call) {
    static const char *const calls[] = {
        "cudaMemcpy",         "cudaMemset",           "cudaMemcpy2D", "cudaMemset2D",
        "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol", "cudaMemcpy3D"};
    return std::any_of(std::begin(calls), std::end(calls),
                       [call](const char *c) { return std::strcmp(c, call) == 0; });
}

cudaError_t refuse_in_capture(const char *call) {
    if (active == 0)
        return cudaSuccess;
    captures &c = all_captures();
    if (is_in_default_stream(call)) {
        const os_lock lock(c.mutex);
        return refuse_default_stream(c);
    }
    if (!is_unsafe(call) || mode_of_thread == cudaStreamCaptureModeRelaxed)
        return cudaSuccess;
    const bool waits = std::strcmp(call, "cudaDeviceSynchronize") == 0;
    cudaError_t e = cudaSuccess;
    const os_lock lock(c.mutex);
    for (auto &entry : c.streams) {
        sequence &s = *entry.second.of;
        const bool concerns =
            waits ||
            (s.mode == cudaStreamCaptureModeGlobal &&
             (s.thread == &this_thread || mode_of_thread == cudaStreamCaptureModeGlobal)) ||
            (s.mode == cudaStreamCaptureModeThreadLocal && s.thread == &this_thread);
        if (concerns) {
            s.valid = false;
            e = cudaErrorStreamCaptureUnsupported;
        }
    }
    return e;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
    return api_call("cudaStreamBeginCapture", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return begin_capture(stream, mode, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *, size_t count,
                                          enum cudaStreamCaptureMode mode) {
    return api_call("cudaStreamBeginCaptureToGraph", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] {
                        std::vector<cudaGraphNode_t> after;
                        const cudaError_t e = check_dependencies(graph, dependencies, count, after);
                        return e != cudaSuccess ? e : begin_capture(stream, mode, graph, after);
                    });
}

// The array of nodes is there until the stream goes on.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *count) {
    return api_call("cudaStreamGetCaptureInfo", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (status == nullptr || (edges != nullptr && dependencies == nullptr))
            return cudaErrorInvalidValue;
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        *status = capture_status(stream);
        if (*status != cudaStreamCaptureStatusActive)
            return cudaSuccess;
        captures &c = all_captures();
        const os_lock lock(c.mutex);
        const point &here = c.streams[name_of(stream)];
        if (id != nullptr)
            *id = here.of->id;
        if (graph != nullptr)
            *graph = here.of->graph;
        if (dependencies != nullptr)
            *dependencies = here.after.data();
        if (edges != nullptr)
            *edges = nullptr;
        if (count != nullptr)
            *count = here.after.size();
        return cudaSuccess;
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *, size_t count,
                                                unsigned int flags) {
    return api_call(
        "cudaStreamUpdateCaptureDependencies", cudaErrorInvalidValue, call_kind::goes_on, [&] {
            if (!stream_is_alive(stream))
                return cudaErrorInvalidResourceHandle;
            if (flags > cudaStreamSetCaptureDependencies)
                return cudaErrorInvalidValue;
            captures &c = all_captures();
            const os_lock lock(c.mutex);
            const auto found = c.streams.find(name_of(stream));
            if (found == c.streams.end())
                return cudaErrorIllegalState;
            point &here = found->second;
            std::vector<cudaGraphNode_t> after;
            const cudaError_t e = check_dependencies(here.of->graph, dependencies, count, after);
            if (e != cudaSuccess)
                return e;
            if (flags == cudaStreamSetCaptureDependencies)
                here.after.clear();
            merge(here.after, after);
            return cudaSuccess;
        });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    return api_call("cudaStreamEndCapture", cudaErrorStreamCaptureInvalidated, call_kind::goes_on,
                    [&] { return end_capture(stream, graph); });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    return api_call("cudaThreadExchangeStreamCaptureMode", cudaErrorInvalidValue, call_kind::asks,
                    [&] {
                        if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal ||
                            *mode > cudaStreamCaptureModeRelaxed)
                            return cudaErrorInvalidValue;
                        std::swap(*mode, mode_of_thread);
                        return cudaSuccess;
                    });
}

} // extern "C"
