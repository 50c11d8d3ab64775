// graph_conditions.cpp: the numbers that kernels set and conditional nodes look at, and what those
// run.
#include "api_state.h"
#include "emulator/conditional.h"
#include "graph.h"
#include "machine/threads.h"
#include "scheduler.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>

namespace cuda_emulator {

struct graph_condition {
    std::atomic<unsigned> value;
    std::atomic<unsigned long long> times_set = 0; // by kernels
    const unsigned default_value;
    const bool takes_default;

    graph_condition(unsigned initial, bool at_launch);
    ~graph_condition();
    graph_condition(const graph_condition &) = delete;
    graph_condition &operator=(const graph_condition &) = delete;
};

namespace {

// A handle is the address of its condition.
struct known_conditions {
    os_mutex mutex;
    std::set<const graph_condition *> all;
};
known_conditions &conditions() {
    static known_conditions &c = *new known_conditions; // never destroyed
    return c;
}

graph_condition *condition_of(cudaGraphConditionalHandle handle) {
    auto *condition =
        reinterpret_cast<graph_condition *>(static_cast<std::uintptr_t>(handle)); // or not
    known_conditions &c = conditions();
    const os_lock lock(c.mutex);
    return c.all.count(condition) != 0 ? condition : nullptr;
}

bool fits(cudaGraphConditionalNodeType type, unsigned bodies) {
    switch (type) {
    case cudaGraphCondTypeIf:
        return bodies == 1 || bodies == 2;
    case cudaGraphCondTypeWhile:
        return bodies == 1;
    case cudaGraphCondTypeSwitch:
        return bodies >= 1;
    }
    return false;
}

// A loop whose kernels do not even set the condition goes on for ever.
cudaError_t run_while(graph_condition &condition, cudaGraph_t body,
                      const std::function<cudaError_t(cudaGraph_t)> &run) {
    using clock = std::chrono::steady_clock;
    auto since = clock::now();
    unsigned long long times_set = condition.times_set;
    while (condition.value != 0) {
        if (const cudaError_t e = run(body); e != cudaSuccess)
            return e;
        if (device_failed())
            return cudaSuccess;
        const std::chrono::duration<double> waited = clock::now() - since;
        if (condition.times_set != times_set) {
            times_set = condition.times_set;
            since = clock::now();
        } else if (watchdog_seconds() > 0 && waited.count() > watchdog_seconds()) {
            report_wrong("a while node of a graph has gone round for " +
                         std::to_string(static_cast<int>(waited.count())) +
                         " s, and no kernel in it has called cudaGraphSetConditional()\n");
            return cudaErrorLaunchTimeout;
        }
    }
    return cudaSuccess;
}

} // namespace

graph_condition::graph_condition(unsigned initial, bool at_launch)
    : value(initial), default_value(initial), takes_default(at_launch) {
    known_conditions &c = conditions();
    const os_lock lock(c.mutex);
    c.all.insert(this);
}

graph_condition::~graph_condition() {
    known_conditions &c = conditions();
    const os_lock lock(c.mutex);
    c.all.erase(this);
}

cudaError_t fill_condition(node_work &work, cudaGraph_t graph, cudaConditionalNodeParams &params) {
    // The handle is one of the graph, or of a graph around it.
    for (cudaGraph_t of = graph; of != nullptr; of = of->outer)
        for (const auto &condition : of->conditions)
            if (reinterpret_cast<std::uintptr_t>(condition.get()) == params.handle)
                work.looks_at = condition;
    if (work.looks_at == nullptr || !fits(params.type, params.size))
        return cudaErrorInvalidValue;
    work.condition_type = params.type;
    for (unsigned i = 0; i < params.size; ++i)
        work.graphs.push_back(new_graph());
    params.phGraph_out = work.graphs.data();
    return cudaSuccess;
}

void set_defaults(cudaGraph_t graph) {
    for (const auto &condition : graph->conditions)
        if (condition->takes_default)
            condition->value = condition->default_value;
    for (const auto &node : graph->nodes)
        for (cudaGraph_t own : node->graphs)
            set_defaults(own);
}

cudaError_t run_bodies(const CUgraphNode_st &node,
                       const std::function<cudaError_t(cudaGraph_t)> &run) {
    graph_condition &condition = *node.looks_at;
    if (node.condition_type == cudaGraphCondTypeWhile)
        return run_while(condition, node.graphs[0], run);
    const unsigned value = condition.value;
    const unsigned body =
        node.condition_type == cudaGraphCondTypeSwitch ? value : (value != 0 ? 0 : 1);
    return body < node.graphs.size() ? run(node.graphs[body]) : cudaSuccess;
}

void set_conditional(cudaGraphConditionalHandle handle, unsigned value, const char *file,
                     int line) {
    const undisturbed by_the_watchdog;
    graph_condition *condition = condition_of(handle);
    if (condition == nullptr)
        fail(file, line, cudaErrorInvalidValue,
             "calls cudaGraphSetConditional() with a handle of no graph");
    condition->value = value;
    ++condition->times_set;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int default_value, unsigned int flags) {
    return api_call(
        "cudaGraphConditionalHandleCreate", cudaErrorInvalidValue, call_kind::asks, [&] {
            if (handle == nullptr || !graph_is_alive(graph) || flags > cudaGraphCondAssignDefault)
                return cudaErrorInvalidValue;
            const bool at_launch = flags == cudaGraphCondAssignDefault;
            graph->conditions.push_back(
                std::make_shared<graph_condition>(at_launch ? default_value : 0, at_launch));
            *handle = reinterpret_cast<std::uintptr_t>(graph->conditions.back().get());
            return cudaSuccess;
        });
}

} // extern "C"
