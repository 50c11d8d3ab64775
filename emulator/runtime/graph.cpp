// graph.cpp: graphs of explicit nodes, instantiation, update and launch.
#include "graph.h"
#include "api_state.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "observer.h"
#include "stream.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

// An instance is a copy of its graph; each of its nodes knows the one that it was made of.
struct CUgraphExec_st {
    cudaGraph_t graph;
    unsigned long long flags;
    std::shared_ptr<void> lives; // its graph knows by this that there is an instance
};

namespace cuda_emulator {

namespace {

struct known_handles {
    os_mutex mutex;
    std::set<cudaGraph_t> graphs;
    std::set<cudaGraphNode_t> nodes;
    std::set<cudaGraphExec_t> instances;
};
known_handles &all_graphs() {
    static known_handles &e =
        *new known_handles; // never destroyed: destructors may still use graphs
    return e;
}

bool is_alive(cudaGraphNode_t node) {
    const os_lock lock(all_graphs().mutex);
    return all_graphs().nodes.count(node) != 0;
}
bool is_alive(cudaGraphExec_t exec) {
    const os_lock lock(all_graphs().mutex);
    return all_graphs().instances.count(exec) != 0;
}

// The nodes, each behind those it depends on; fewer if some depend on each other in a circle.
std::vector<cudaGraphNode_t> in_order(cudaGraph_t graph) {
    std::vector<cudaGraphNode_t> order;
    std::set<cudaGraphNode_t> done;
    for (bool more = true; more;) {
        more = false;
        for (const auto &node : graph->nodes) {
            if (done.count(node.get()) != 0 ||
                !std::all_of(node->dependencies.begin(), node->dependencies.end(),
                             [&](cudaGraphNode_t d) { return done.count(d) != 0; }))
                continue;
            done.insert(node.get());
            order.push_back(node.get());
            more = true;
        }
    }
    return order;
}

cudaGraph_t copy_of(cudaGraph_t graph) {
    cudaGraph_t copy = new_graph();
    std::map<cudaGraphNode_t, cudaGraphNode_t> of_original;
    for (const auto &node : graph->nodes) {
        cudaGraphNode_t mine = add_node(copy, node->type, *node, {});
        of_original[node.get()] = mine;
        mine->enabled = node->enabled;
        mine->original = node.get();
        for (cudaGraph_t &own : mine->graphs) {
            own = copy_of(own);
            own->outer = copy;
        }
    }
    copy->conditions = graph->conditions;
    for (const auto &node : graph->nodes)
        for (cudaGraphNode_t d : node->dependencies)
            of_original[node.get()]->dependencies.push_back(of_original[d]);
    return copy;
}

cudaError_t run(cudaGraph_t graph, cudaStream_t stream) {
    notify(&observer::graph_begins, stream, graph);
    cudaError_t e = cudaSuccess;
    for (cudaGraphNode_t node : in_order(graph)) {
        notify(&observer::node_begins, node, node->dependencies);
        if (node->looks_at != nullptr)
            e = run_bodies(*node, [stream](cudaGraph_t body) { return run(body, stream); });
        else if (!node->graphs.empty())
            e = run(node->graphs[0], stream);
        else if (node->enabled && node->action)
            e = node->action(stream);
        if (e != cudaSuccess)
            break;
    }
    notify(&observer::graph_ends);
    return e;
}

cudaError_t launch(cudaGraph_t graph, bool frees_itself, cudaStream_t stream) {
    if (device_failed())
        return cudaSuccess;
    const cudaError_t e = prepare_memory(graph, frees_itself, stream);
    if (e != cudaSuccess)
        return e;
    set_defaults(graph);
    return run(graph, stream);
}

// Its own graphs know where they are.
void place_in_graph(const CUgraphNode_st &node) {
    for (cudaGraph_t own : node.graphs)
        own->outer = node.graph;
}

template <class Change>
cudaError_t add(const char *call, cudaGraphNode_t *node, cudaGraph_t graph,
                const cudaGraphNode_t *dependencies, size_t count, cudaGraphNodeType type,
                Change fill) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [&] {
        std::vector<cudaGraphNode_t> after;
        cudaError_t e = node == nullptr ? cudaErrorInvalidValue
                                        : check_dependencies(graph, dependencies, count, after);
        node_work filled;
        if (e == cudaSuccess)
            e = fill(filled);
        if (e != cudaSuccess)
            return e;
        *node = add_node(graph, type, std::move(filled), after);
        place_in_graph(**node);
        return cudaSuccess;
    });
}

// Sets what a node does: of a graph, or of an instance.
template <class Change>
cudaError_t set(const char *call, cudaGraphNode_t node, cudaGraphNodeType type, Change fill) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node) || node->type != type)
            return cudaErrorInvalidValue;
        const cudaError_t e = fill(*node);
        place_in_graph(*node);
        return e;
    });
}

cudaGraphNode_t node_of(cudaGraphExec_t exec, cudaGraphNode_t original) {
    if (is_alive(exec))
        for (const auto &node : exec->graph->nodes)
            if (node->original == original)
                return node.get();
    return nullptr;
}

cudaError_t fill_kernel(node_work &node, const cudaKernelNodeParams *params) {
    if (params == nullptr)
        return cudaErrorInvalidValue;
    kept_launch kept;
    const cudaError_t e = keep_by_address(*params, kept);
    if (e != cudaSuccess)
        return e;
    node.kernel = *params;
    node.action = [kept](cudaStream_t stream) { return launch_kept(kept, stream); };
    return cudaSuccess;
}

cudaError_t fill_copy(node_work &node, const cudaMemcpy3DParms *params) {
    if (params == nullptr)
        return cudaErrorInvalidValue;
    const cudaMemcpy3DParms copy = *params;
    node.action = [copy](cudaStream_t stream) { return copy_in_stream(stream, copy); };
    return cudaSuccess;
}

cudaError_t fill_copy(node_work &node, void *to, const void *from, size_t bytes,
                      cudaMemcpyKind kind) {
    if (to == nullptr || from == nullptr)
        return cudaErrorInvalidValue;
    node.action = [=](cudaStream_t stream) {
        return copy_in_stream(stream, to, from, bytes, kind);
    };
    return cudaSuccess;
}

cudaError_t fill_set(node_work &node, const cudaMemsetParams *params) {
    if (params == nullptr || params->dst == nullptr ||
        (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4))
        return cudaErrorInvalidValue;
    const cudaMemsetParams set = *params;
    node.action = [set](cudaStream_t stream) { return set_in_stream(stream, set); };
    return cudaSuccess;
}

cudaError_t fill_host(node_work &node, const cudaHostNodeParams *params) {
    if (params == nullptr || params->fn == nullptr)
        return cudaErrorInvalidValue;
    const cudaHostNodeParams call = *params;
    node.action = [call](cudaStream_t stream) {
        return call_in_stream(stream, call.fn, call.userData);
    };
    return cudaSuccess;
}

cudaError_t fill_child(node_work &node, cudaGraph_t child) {
    if (!graph_is_alive(child))
        return cudaErrorInvalidValue;
    if (has_memory_nodes(child) || !child->conditions.empty())
        return cudaErrorNotSupported;
    cudaGraph_t copy = copy_of(child);
    if (!node.graphs.empty())
        delete_graph(node.graphs[0]);
    node.graphs = {copy};
    return cudaSuccess;
}

cudaError_t fill_record(node_work &node, cudaEvent_t event) {
    node.action = [event](cudaStream_t s) { return record_in_stream(event, s); };
    return cudaSuccess;
}

cudaError_t fill_wait(node_work &node, cudaEvent_t event) {
    node.action = [event](cudaStream_t s) { return wait_in_stream(s, event); };
    return cudaSuccess;
}

// Parameters under the other of two names that CUDA has for their type.
template <class To, class From> To same(const From &from) {
    static_assert(sizeof(To) == sizeof(From), "types that differ");
    To to;
    std::memcpy(static_cast<void *>(&to), &from, sizeof to);
    return to;
}

// A node of any type, but for those that cannot get other parameters later.
cudaError_t fill_any(node_work &node, const cudaGraphNodeParams &params) {
    switch (params.type) {
    case cudaGraphNodeTypeKernel: {
        const auto kernel = same<cudaKernelNodeParams>(params.kernel);
        return fill_kernel(node, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
        return fill_copy(node, &params.memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const auto set = same<cudaMemsetParams>(params.memset);
        return fill_set(node, &set);
    }
    case cudaGraphNodeTypeHost: {
        const auto host = same<cudaHostNodeParams>(params.host);
        return fill_host(node, &host);
    }
    case cudaGraphNodeTypeGraph:
        return params.graph.ownership == cudaGraphChildGraphOwnershipClone
                   ? fill_child(node, params.graph.graph)
                   : cudaErrorNotSupported;
    case cudaGraphNodeTypeWaitEvent:
        return fill_wait(node, params.eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return fill_record(node, params.eventRecord.event);
    case cudaGraphNodeTypeEmpty:
        return cudaSuccess;
    default:
        return cudaErrorInvalidValue;
    }
}

// A new node of this graph, of any type.
cudaError_t fill_new(node_work &node, cudaGraph_t graph, cudaGraphNodeParams &params,
                     const void *caller) {
    switch (params.type) {
    case cudaGraphNodeTypeMemAlloc: {
        auto allocation = same<cudaMemAllocNodeParams>(params.alloc);
        const cudaError_t e = fill_allocation(node, allocation, caller);
        params.alloc.dptr = allocation.dptr;
        return e;
    }
    case cudaGraphNodeTypeMemFree:
        return fill_free(node, graph, params.free.dptr);
    case cudaGraphNodeTypeConditional:
        return fill_condition(node, graph, params.conditional);
    default:
        return fill_any(node, params);
    }
}

// What the bodies of conditional nodes may consist of.
bool may_be_in_body(cudaGraphNodeType type) {
    return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy ||
           type == cudaGraphNodeTypeMemset || type == cudaGraphNodeTypeGraph ||
           type == cudaGraphNodeTypeEmpty || type == cudaGraphNodeTypeConditional;
}

// No circles, and only what may be where it is.
bool is_valid(cudaGraph_t graph, bool in_body) {
    return in_order(graph).size() == graph->nodes.size() &&
           std::all_of(graph->nodes.begin(), graph->nodes.end(), [=](const auto &node) {
               const bool of_body = in_body || node->looks_at != nullptr;
               return (!in_body || may_be_in_body(node->type)) &&
                      std::all_of(node->graphs.begin(), node->graphs.end(),
                                  [=](cudaGraph_t own) { return is_valid(own, of_body); });
           });
}

cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    if (exec == nullptr || !graph_is_alive(graph) || flags > 15)
        return cudaErrorInvalidValue;
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
        return cudaErrorNotSupported;
    if (!is_valid(graph, false))
        return cudaErrorInvalidValue;
    // The addresses of its memory are there once.
    if (has_memory_nodes(graph) && !graph->instance.expired())
        return cudaErrorNotSupported;
    *exec = new CUgraphExec_st{copy_of(graph), flags, std::make_shared<char>()};
    graph->instance = (*exec)->lives;
    const os_lock lock(all_graphs().mutex);
    all_graphs().instances.insert(*exec);
    return cudaSuccess;
}

// Where the node stands in its graph.
size_t place_of(cudaGraphNode_t node) {
    size_t place = 0;
    while (node->graph->nodes[place].get() != node)
        ++place;
    return place;
}

std::vector<size_t> places_of(const std::vector<cudaGraphNode_t> &nodes) {
    std::vector<size_t> places;
    for (cudaGraphNode_t node : nodes)
        places.push_back(place_of(node));
    std::sort(places.begin(), places.end());
    return places;
}

// The instance does what the graph's nodes do, if both have the same nodes and edges.
cudaGraphExecUpdateResult update(cudaGraph_t mine, cudaGraph_t graph, cudaGraphNode_t &bad) {
    bad = nullptr;
    if (mine->nodes.size() != graph->nodes.size())
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < mine->nodes.size(); ++i) {
        const CUgraphNode_st &old = *mine->nodes[i], &now = *graph->nodes[i];
        bad = graph->nodes[i].get();
        if (places_of(old.dependencies) != places_of(now.dependencies))
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (old.type != now.type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (old.allocates != now.allocates || old.frees != now.frees ||
            old.looks_at != now.looks_at || old.graphs.size() != now.graphs.size())
            return cudaGraphExecUpdateErrorParametersChanged;
        for (size_t own = 0; own < now.graphs.size(); ++own) {
            cudaGraphNode_t inner = nullptr;
            const cudaGraphExecUpdateResult result =
                update(old.graphs[own], now.graphs[own], inner);
            if (result != cudaGraphExecUpdateSuccess)
                return result;
        }
    }
    for (size_t i = 0; i < mine->nodes.size(); ++i) {
        mine->nodes[i]->action = graph->nodes[i]->action;
        mine->nodes[i]->kernel = graph->nodes[i]->kernel;
        mine->nodes[i]->original = graph->nodes[i].get();
    }
    bad = nullptr;
    return cudaGraphExecUpdateSuccess;
}

// How many there are, and as many as fit into what the caller has; null in the rest of that.
cudaError_t give(const std::vector<cudaGraphNode_t> &from, cudaGraphNode_t *to, size_t *count) {
    if (count == nullptr)
        return cudaErrorInvalidValue;
    if (to != nullptr) {
        for (size_t i = 0; i < *count; ++i)
            to[i] = i < from.size() ? from[i] : nullptr;
        *count = std::min(*count, from.size());
    } else {
        *count = from.size();
    }
    return cudaSuccess;
}

cudaError_t change_edges(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                         size_t count, bool adds) {
    if (!graph_is_alive(graph) || ((from == nullptr || to == nullptr) && count != 0))
        return cudaErrorInvalidValue;
    if (!adds && has_memory_nodes(graph))
        return cudaErrorNotSupported;
    for (size_t i = 0; i < count; ++i) {
        if (!is_alive(from[i]) || !is_alive(to[i]) || from[i]->graph != graph ||
            to[i]->graph != graph || from[i] == to[i])
            return cudaErrorInvalidValue;
        const auto &edges = to[i]->dependencies;
        if ((std::count(edges.begin(), edges.end(), from[i]) != 0) == adds)
            return cudaErrorInvalidValue;
    }
    for (size_t i = 0; i < count; ++i) {
        auto &edges = to[i]->dependencies;
        if (adds)
            edges.push_back(from[i]);
        else
            edges.erase(std::find(edges.begin(), edges.end(), from[i]));
    }
    return cudaSuccess;
}

} // namespace

bool graph_is_alive(cudaGraph_t graph) {
    const os_lock lock(all_graphs().mutex);
    return all_graphs().graphs.count(graph) != 0;
}

bool is_node_of_type(cudaGraphNode_t node, cudaGraphNodeType type) {
    return is_alive(node) && node->type == type;
}

cudaGraph_t new_graph() {
    cudaGraph_t graph = new CUgraph_st();
    const os_lock lock(all_graphs().mutex);
    all_graphs().graphs.insert(graph);
    return graph;
}

cudaError_t check_dependencies(cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                               std::vector<cudaGraphNode_t> &result) {
    if (!graph_is_alive(graph) || (dependencies == nullptr && count != 0))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
        if (!is_alive(dependencies[i]) || dependencies[i]->graph != graph ||
            std::count(dependencies, dependencies + i, dependencies[i]) != 0)
            return cudaErrorInvalidValue;
        result.push_back(dependencies[i]);
    }
    return cudaSuccess;
}

bool has_memory_nodes(cudaGraph_t graph) {
    return std::any_of(graph->nodes.begin(), graph->nodes.end(), [](const auto &node) {
        return node->allocates != nullptr || node->frees != nullptr;
    });
}

void delete_graph(cudaGraph_t graph) {
    for (const auto &node : graph->nodes) {
        for (cudaGraph_t own : node->graphs)
            delete_graph(own);
        const os_lock lock(all_graphs().mutex);
        all_graphs().nodes.erase(node.get());
    }
    {
        const os_lock lock(all_graphs().mutex);
        all_graphs().graphs.erase(graph);
    }
    delete graph;
}

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, node_work work,
                         const std::vector<cudaGraphNode_t> &dependencies) {
    auto node = std::make_unique<CUgraphNode_st>();
    static_cast<node_work &>(*node) = std::move(work);
    if (node->allocates != nullptr)
        note_owner(*node->allocates, graph);
    node->type = type;
    node->dependencies = dependencies;
    node->graph = graph;
    node->enabled = true;
    graph->nodes.push_back(std::move(node));
    const os_lock lock(all_graphs().mutex);
    all_graphs().nodes.insert(graph->nodes.back().get());
    return graph->nodes.back().get();
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
    return api_call("cudaGraphCreate", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (graph == nullptr || flags != 0)
            return cudaErrorInvalidValue;
        *graph = new_graph();
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return api_call("cudaGraphDestroy", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!graph_is_alive(graph) || graph->outer != nullptr)
            return cudaErrorInvalidValue;
        delete_graph(graph);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    return api_call("cudaGraphClone", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (clone == nullptr || !graph_is_alive(graph))
            return cudaErrorInvalidValue;
        if (has_memory_nodes(graph) || !graph->conditions.empty())
            return cudaErrorNotSupported;
        *clone = copy_of(graph);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaKernelNodeParams *params) {
    return add("cudaGraphAddKernelNode", node, graph, dependencies, count, cudaGraphNodeTypeKernel,
               [&](node_work &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemcpy3DParms *params) {
    return add("cudaGraphAddMemcpyNode", node, graph, dependencies, count, cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return add("cudaGraphAddMemcpyNode1D", node, graph, dependencies, count,
               cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemsetParams *params) {
    return add("cudaGraphAddMemsetNode", node, graph, dependencies, count, cudaGraphNodeTypeMemset,
               [&](node_work &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 const struct cudaHostNodeParams *params) {
    return add("cudaGraphAddHostNode", node, graph, dependencies, count, cudaGraphNodeTypeHost,
               [&](node_work &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t count) {
    return add("cudaGraphAddEmptyNode", node, graph, dependencies, count, cudaGraphNodeTypeEmpty,
               [](node_work &) { return cudaSuccess; });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies, size_t count,
                                       cudaGraph_t child) {
    return add("cudaGraphAddChildGraphNode", node, graph, dependencies, count,
               cudaGraphNodeTypeGraph, [&](node_work &n) { return fill_child(n, child); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t count,
                                        cudaEvent_t event) {
    return add("cudaGraphAddEventRecordNode", node, graph, dependencies, count,
               cudaGraphNodeTypeEventRecord, [&](node_work &n) { return fill_record(n, event); });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t count,
                                      cudaEvent_t event) {
    return add("cudaGraphAddEventWaitNode", node, graph, dependencies, count,
               cudaGraphNodeTypeWaitEvent, [&](node_work &n) { return fill_wait(n, event); });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count,
                                     struct cudaMemAllocNodeParams *params) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return add("cudaGraphAddMemAllocNode", node, graph, dependencies, count,
               cudaGraphNodeTypeMemAlloc, [&](node_work &n) {
                   return params == nullptr ? cudaErrorInvalidValue
                                            : fill_allocation(n, *params, caller);
               });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t count,
                                    void *pointer) {
    return add("cudaGraphAddMemFreeNode", node, graph, dependencies, count,
               cudaGraphNodeTypeMemFree,
               [&](node_work &n) { return fill_free(n, graph, pointer); });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph,
                             const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *,
                             size_t count, struct cudaGraphNodeParams *params) {
    const void *const caller = CUDA_EMULATOR_RETURN_ADDRESS;
    return add("cudaGraphAddNode", node, graph, dependencies, count,
               params != nullptr ? params->type : cudaGraphNodeTypeEmpty, [&](node_work &n) {
                   return params == nullptr ? cudaErrorInvalidValue
                                            : fill_new(n, graph, *params, caller);
               });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params) {
    return set("cudaGraphNodeSetParams", node,
               params != nullptr ? params->type : cudaGraphNodeTypeEmpty, [&](CUgraphNode_st &n) {
                   return params == nullptr ? cudaErrorInvalidValue : fill_any(n, *params);
               });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       struct cudaGraphNodeParams *params) {
    return set("cudaGraphExecNodeSetParams", node_of(exec, node),
               params != nullptr ? params->type : cudaGraphNodeTypeEmpty, [&](CUgraphNode_st &n) {
                   return params == nullptr ? cudaErrorInvalidValue : fill_any(n, *params);
               });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         struct cudaKernelNodeParams *params) {
    return set("cudaGraphKernelNodeGetParams", node, cudaGraphNodeTypeKernel,
               [&](CUgraphNode_st &n) {
                   if (params == nullptr)
                       return cudaErrorInvalidValue;
                   *params = n.kernel;
                   return cudaSuccess;
               });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaKernelNodeParams *params) {
    return set("cudaGraphKernelNodeSetParams", node, cudaGraphNodeTypeKernel,
               [&](node_work &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *params) {
    return set("cudaGraphMemcpyNodeSetParams", node, cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind) {
    return set("cudaGraphMemcpyNodeSetParams1D", node, cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params) {
    return set("cudaGraphMemsetNodeSetParams", node, cudaGraphNodeTypeMemset,
               [&](node_work &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *params) {
    return set("cudaGraphHostNodeSetParams", node, cudaGraphNodeTypeHost,
               [&](node_work &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    return set("cudaGraphChildGraphNodeGetGraph", node, cudaGraphNodeTypeGraph,
               [&](CUgraphNode_st &n) {
                   if (graph == nullptr)
                       return cudaErrorInvalidValue;
                   *graph = n.graphs[0];
                   return cudaSuccess;
               });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    return api_call("cudaGraphNodeGetType", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node) || type == nullptr)
            return cudaErrorInvalidValue;
        *type = node->type;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    return api_call("cudaGraphGetNodes", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!graph_is_alive(graph))
            return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> found;
        for (const auto &node : graph->nodes)
            found.push_back(node.get());
        return give(found, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    return api_call("cudaGraphGetRootNodes", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!graph_is_alive(graph))
            return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> found;
        for (const auto &node : graph->nodes)
            if (node->dependencies.empty())
                found.push_back(node.get());
        return give(found, nodes, count);
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *data, size_t *count) {
    return api_call("cudaGraphGetEdges", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!graph_is_alive(graph) || count == nullptr || (from == nullptr) != (to == nullptr))
            return cudaErrorInvalidValue;
        std::vector<cudaGraphNode_t> first, second;
        for (const auto &node : graph->nodes)
            for (cudaGraphNode_t d : node->dependencies) {
                first.push_back(d);
                second.push_back(node.get());
            }
        if (data != nullptr)
            std::fill_n(data, from != nullptr ? *count : 0, cudaGraphEdgeData{});
        size_t also = *count;
        (void)give(first, from, &also);
        return give(second, to, count);
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
                                         cudaGraphEdgeData *data, size_t *count) {
    return api_call("cudaGraphNodeGetDependencies", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node) || count == nullptr)
            return cudaErrorInvalidValue;
        if (data != nullptr)
            std::fill_n(data, *count, cudaGraphEdgeData{});
        return give(node->dependencies, dependencies, count);
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *dependents,
                                           cudaGraphEdgeData *data, size_t *count) {
    return api_call("cudaGraphNodeGetDependentNodes", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node) || count == nullptr)
            return cudaErrorInvalidValue;
        if (data != nullptr)
            std::fill_n(data, *count, cudaGraphEdgeData{});
        std::vector<cudaGraphNode_t> found;
        for (const auto &other : node->graph->nodes)
            if (std::count(other->dependencies.begin(), other->dependencies.end(), node) != 0)
                found.push_back(other.get());
        return give(found, dependents, count);
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *,
                                     size_t count) {
    return api_call("cudaGraphAddDependencies", cudaErrorInvalidValue, call_kind::asks,
                    [&] { return change_edges(graph, from, to, count, true); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *,
                                        size_t count) {
    return api_call("cudaGraphRemoveDependencies", cudaErrorInvalidValue, call_kind::asks,
                    [&] { return change_edges(graph, from, to, count, false); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return api_call("cudaGraphDestroyNode", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node))
            return cudaErrorInvalidValue;
        if (has_memory_nodes(node->graph))
            return cudaErrorNotSupported;
        auto &nodes = node->graph->nodes;
        for (const auto &other : nodes) {
            auto &edges = other->dependencies;
            edges.erase(std::remove(edges.begin(), edges.end(), node), edges.end());
        }
        for (cudaGraph_t own : node->graphs)
            delete_graph(own);
        const size_t place = place_of(node);
        {
            const os_lock lock(all_graphs().mutex);
            all_graphs().nodes.erase(node);
        }
        nodes.erase(nodes.begin() + static_cast<std::ptrdiff_t>(place));
        return cudaSuccess;
    });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags) {
    return api_call("cudaGraphInstantiate", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return instantiate(exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    return api_call("cudaGraphInstantiateWithFlags", cudaErrorInvalidValue, call_kind::goes_on,
                    [&] { return instantiate(exec, graph, flags); });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params) {
    return api_call(
        "cudaGraphInstantiateWithParams", cudaErrorInvalidValue, call_kind::goes_on, [&] {
            if (params == nullptr)
                return cudaErrorInvalidValue;
            params->errNode_out = nullptr;
            const cudaError_t e = instantiate(exec, graph, params->flags);
            params->result_out = e == cudaSuccess             ? cudaGraphInstantiateSuccess
                                 : e == cudaErrorInvalidValue ? cudaGraphInstantiateInvalidStructure
                                                              : cudaGraphInstantiateError;
            return e;
        });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags) {
    return api_call("cudaGraphExecGetFlags", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(exec) || flags == nullptr)
            return cudaErrorInvalidValue;
        *flags = exec->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *params) {
    return set("cudaGraphExecKernelNodeSetParams", node_of(exec, node), cudaGraphNodeTypeKernel,
               [&](node_work &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params) {
    return set("cudaGraphExecMemcpyNodeSetParams", node_of(exec, node), cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    return set("cudaGraphExecMemcpyNodeSetParams1D", node_of(exec, node), cudaGraphNodeTypeMemcpy,
               [&](node_work &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params) {
    return set("cudaGraphExecMemsetNodeSetParams", node_of(exec, node), cudaGraphNodeTypeMemset,
               [&](node_work &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params) {
    return set("cudaGraphExecHostNodeSetParams", node_of(exec, node), cudaGraphNodeTypeHost,
               [&](node_work &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return set("cudaGraphExecChildGraphNodeSetParams", node_of(exec, node), cudaGraphNodeTypeGraph,
               [&](node_work &n) { return fill_child(n, child); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled) {
    return api_call("cudaGraphNodeSetEnabled", cudaErrorInvalidValue, call_kind::asks, [&] {
        cudaGraphNode_t mine = node_of(exec, node);
        if (mine == nullptr || mine->type > cudaGraphNodeTypeMemset)
            return cudaErrorInvalidValue;
        mine->enabled = enabled != 0;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *enabled) {
    return api_call("cudaGraphNodeGetEnabled", cudaErrorInvalidValue, call_kind::asks, [&] {
        cudaGraphNode_t mine = node_of(exec, node);
        if (mine == nullptr || enabled == nullptr || mine->type > cudaGraphNodeTypeMemset)
            return cudaErrorInvalidValue;
        *enabled = mine->enabled;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    return api_call(
        "cudaGraphExecUpdate", cudaErrorGraphExecUpdateFailure, call_kind::goes_on, [&] {
            if (!is_alive(exec) || !graph_is_alive(graph) || info == nullptr)
                return cudaErrorInvalidValue;
            info->errorFromNode = nullptr;
            info->result = update(exec->graph, graph, info->errorNode);
            return info->result == cudaGraphExecUpdateSuccess ? cudaSuccess
                                                              : cudaErrorGraphExecUpdateFailure;
        });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return api_call("cudaGraphUpload", cudaErrorInvalidValue, call_kind::goes_on, [&] {
        if (!is_alive(exec))
            return cudaErrorInvalidValue;
        return stream_is_alive(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return api_call("cudaGraphLaunch", cudaErrorLaunchOutOfResources, call_kind::goes_on, [&] {
        if (!is_alive(exec))
            return cudaErrorInvalidValue;
        if (!stream_is_alive(stream))
            return cudaErrorInvalidResourceHandle;
        const bool frees_itself = (exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
        // Launched into a stream that is captured, it becomes a node there.
        if (is_captured(stream)) {
            std::shared_ptr<CUgraph_st> copy(copy_of(exec->graph), delete_graph);
            cudaError_t e = cudaSuccess;
            capture(
                stream, cudaGraphNodeTypeGraph,
                [copy, frees_itself](cudaStream_t s) {
                    return launch(copy.get(), frees_itself, s);
                },
                e);
            return e;
        }
        return launch(exec->graph, frees_itself, stream);
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return api_call("cudaGraphExecDestroy", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(exec))
            return cudaErrorInvalidValue;
        delete_graph(exec->graph);
        {
            const os_lock lock(all_graphs().mutex);
            all_graphs().instances.erase(exec);
        }
        delete exec;
        return cudaSuccess;
    });
}

} // extern "C"
