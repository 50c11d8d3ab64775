// graph.cpp: graphs of explicit nodes, instantiation, update and launch.
#include "graph.h"
#include "api_state.h"
#include "machine/threads.h"
#include "stream.h"

#include <algorithm>
#include <map>
#include <set>

// An instance is a copy of its graph; each of its nodes knows the one that it was made of.
struct CUgraphExec_st {
    cudaGraph_t graph;
    unsigned long long flags;
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
        cudaGraphNode_t mine = add_node(copy, node->type, node->action, {});
        of_original[node.get()] = mine;
        mine->kernel = node->kernel;
        mine->enabled = node->enabled;
        mine->original = node.get();
        if (node->child != nullptr)
            mine->child = copy_of(node->child);
    }
    for (const auto &node : graph->nodes)
        for (cudaGraphNode_t d : node->dependencies)
            of_original[node.get()]->dependencies.push_back(of_original[d]);
    return copy;
}

cudaError_t run(cudaGraph_t graph, cudaStream_t stream) {
    for (cudaGraphNode_t node : in_order(graph)) {
        cudaError_t e = cudaSuccess;
        if (node->child != nullptr)
            e = run(node->child, stream);
        else if (node->enabled && node->action)
            e = node->action(stream);
        if (e != cudaSuccess)
            return e;
    }
    return cudaSuccess;
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

template <class Change>
cudaError_t add(const char *call, cudaGraphNode_t *node, cudaGraph_t graph,
                const cudaGraphNode_t *dependencies, size_t count, cudaGraphNodeType type,
                Change fill) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [&] {
        std::vector<cudaGraphNode_t> after;
        cudaError_t e = node == nullptr ? cudaErrorInvalidValue
                                        : check_dependencies(graph, dependencies, count, after);
        CUgraphNode_st filled = {};
        if (e == cudaSuccess)
            e = fill(filled);
        if (e != cudaSuccess)
            return e;
        *node = add_node(graph, type, std::move(filled.action), after);
        (*node)->kernel = filled.kernel;
        (*node)->child = filled.child;
        return cudaSuccess;
    });
}

// Sets what a node does: of a graph, or of an instance.
template <class Change>
cudaError_t set(const char *call, cudaGraphNode_t node, cudaGraphNodeType type, Change fill) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_alive(node) || node->type != type)
            return cudaErrorInvalidValue;
        return fill(*node);
    });
}

cudaGraphNode_t node_of(cudaGraphExec_t exec, cudaGraphNode_t original) {
    if (is_alive(exec))
        for (const auto &node : exec->graph->nodes)
            if (node->original == original)
                return node.get();
    return nullptr;
}

cudaError_t fill_kernel(CUgraphNode_st &node, const cudaKernelNodeParams *params) {
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

cudaError_t fill_copy(CUgraphNode_st &node, const cudaMemcpy3DParms *params) {
    if (params == nullptr)
        return cudaErrorInvalidValue;
    const cudaMemcpy3DParms copy = *params;
    node.action = [copy](cudaStream_t stream) { return copy_in_stream(stream, copy); };
    return cudaSuccess;
}

cudaError_t fill_copy(CUgraphNode_st &node, void *to, const void *from, size_t bytes,
                      cudaMemcpyKind kind) {
    if (to == nullptr || from == nullptr)
        return cudaErrorInvalidValue;
    node.action = [=](cudaStream_t stream) {
        return copy_in_stream(stream, to, from, bytes, kind);
    };
    return cudaSuccess;
}

cudaError_t fill_set(CUgraphNode_st &node, const cudaMemsetParams *params) {
    if (params == nullptr || params->dst == nullptr ||
        (params->elementSize != 1 && params->elementSize != 2 && params->elementSize != 4))
        return cudaErrorInvalidValue;
    const cudaMemsetParams set = *params;
    node.action = [set](cudaStream_t stream) { return set_in_stream(stream, set); };
    return cudaSuccess;
}

cudaError_t fill_host(CUgraphNode_st &node, const cudaHostNodeParams *params) {
    if (params == nullptr || params->fn == nullptr)
        return cudaErrorInvalidValue;
    const cudaHostNodeParams call = *params;
    node.action = [call](cudaStream_t stream) {
        return call_in_stream(stream, call.fn, call.userData);
    };
    return cudaSuccess;
}

cudaError_t fill_child(CUgraphNode_st &node, cudaGraph_t child) {
    if (!graph_is_alive(child))
        return cudaErrorInvalidValue;
    cudaGraph_t copy = copy_of(child);
    if (node.child != nullptr)
        delete_graph(node.child);
    node.child = copy;
    return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    if (exec == nullptr || !graph_is_alive(graph) || flags > 15)
        return cudaErrorInvalidValue;
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0)
        return cudaErrorNotSupported;
    if (in_order(graph).size() != graph->nodes.size())
        return cudaErrorInvalidValue; // a circle
    *exec = new CUgraphExec_st{copy_of(graph), flags};
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
        if (now.child != nullptr) {
            cudaGraphNode_t inner = nullptr;
            const cudaGraphExecUpdateResult result = update(old.child, now.child, inner);
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

cudaGraph_t new_graph() {
    cudaGraph_t graph = new CUgraph_st();
    const os_lock lock(all_graphs().mutex);
    all_graphs().graphs.insert(graph);
    return graph;
}

void delete_graph(cudaGraph_t graph) {
    for (const auto &node : graph->nodes) {
        if (node->child != nullptr)
            delete_graph(node->child);
        const os_lock lock(all_graphs().mutex);
        all_graphs().nodes.erase(node.get());
    }
    {
        const os_lock lock(all_graphs().mutex);
        all_graphs().graphs.erase(graph);
    }
    delete graph;
}

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, graph_action action,
                         const std::vector<cudaGraphNode_t> &dependencies) {
    auto node = std::make_unique<CUgraphNode_st>();
    node->type = type;
    node->action = std::move(action);
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
        if (!graph_is_alive(graph))
            return cudaErrorInvalidValue;
        delete_graph(graph);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    return api_call("cudaGraphClone", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (clone == nullptr || !graph_is_alive(graph))
            return cudaErrorInvalidValue;
        *clone = copy_of(graph);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaKernelNodeParams *params) {
    return add("cudaGraphAddKernelNode", node, graph, dependencies, count, cudaGraphNodeTypeKernel,
               [&](CUgraphNode_st &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemcpy3DParms *params) {
    return add("cudaGraphAddMemcpyNode", node, graph, dependencies, count, cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    return add("cudaGraphAddMemcpyNode1D", node, graph, dependencies, count,
               cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemsetParams *params) {
    return add("cudaGraphAddMemsetNode", node, graph, dependencies, count, cudaGraphNodeTypeMemset,
               [&](CUgraphNode_st &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 const struct cudaHostNodeParams *params) {
    return add("cudaGraphAddHostNode", node, graph, dependencies, count, cudaGraphNodeTypeHost,
               [&](CUgraphNode_st &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t count) {
    return add("cudaGraphAddEmptyNode", node, graph, dependencies, count, cudaGraphNodeTypeEmpty,
               [](CUgraphNode_st &) { return cudaSuccess; });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies, size_t count,
                                       cudaGraph_t child) {
    return add("cudaGraphAddChildGraphNode", node, graph, dependencies, count,
               cudaGraphNodeTypeGraph, [&](CUgraphNode_st &n) { return fill_child(n, child); });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t count,
                                        cudaEvent_t event) {
    return add("cudaGraphAddEventRecordNode", node, graph, dependencies, count,
               cudaGraphNodeTypeEventRecord, [&](CUgraphNode_st &n) {
                   n.action = [event](cudaStream_t s) { return record_in_stream(event, s); };
                   return cudaSuccess;
               });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t count,
                                      cudaEvent_t event) {
    return add("cudaGraphAddEventWaitNode", node, graph, dependencies, count,
               cudaGraphNodeTypeWaitEvent, [&](CUgraphNode_st &n) {
                   n.action = [event](cudaStream_t s) { return wait_in_stream(s, event); };
                   return cudaSuccess;
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
               [&](CUgraphNode_st &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemcpy3DParms *params) {
    return set("cudaGraphMemcpyNodeSetParams", node, cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind) {
    return set("cudaGraphMemcpyNodeSetParams1D", node, cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const struct cudaMemsetParams *params) {
    return set("cudaGraphMemsetNodeSetParams", node, cudaGraphNodeTypeMemset,
               [&](CUgraphNode_st &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                       const struct cudaHostNodeParams *params) {
    return set("cudaGraphHostNodeSetParams", node, cudaGraphNodeTypeHost,
               [&](CUgraphNode_st &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    return set("cudaGraphChildGraphNodeGetGraph", node, cudaGraphNodeTypeGraph,
               [&](CUgraphNode_st &n) {
                   if (graph == nullptr)
                       return cudaErrorInvalidValue;
                   *graph = n.child;
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
        auto &nodes = node->graph->nodes;
        for (const auto &other : nodes) {
            auto &edges = other->dependencies;
            edges.erase(std::remove(edges.begin(), edges.end(), node), edges.end());
        }
        if (node->child != nullptr)
            delete_graph(node->child);
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
               [&](CUgraphNode_st &n) { return fill_kernel(n, params); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *params) {
    return set("cudaGraphExecMemcpyNodeSetParams", node_of(exec, node), cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, params); });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    return set("cudaGraphExecMemcpyNodeSetParams1D", node_of(exec, node), cudaGraphNodeTypeMemcpy,
               [&](CUgraphNode_st &n) { return fill_copy(n, to, from, bytes, kind); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *params) {
    return set("cudaGraphExecMemsetNodeSetParams", node_of(exec, node), cudaGraphNodeTypeMemset,
               [&](CUgraphNode_st &n) { return fill_set(n, params); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *params) {
    return set("cudaGraphExecHostNodeSetParams", node_of(exec, node), cudaGraphNodeTypeHost,
               [&](CUgraphNode_st &n) { return fill_host(n, params); });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return set("cudaGraphExecChildGraphNodeSetParams", node_of(exec, node), cudaGraphNodeTypeGraph,
               [&](CUgraphNode_st &n) { return fill_child(n, child); });
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
        // Launched into a stream that is captured, it becomes a node there.
        if (is_captured(stream)) {
            std::shared_ptr<CUgraph_st> copy(copy_of(exec->graph), delete_graph);
            cudaError_t e = cudaSuccess;
            capture(
                stream, cudaGraphNodeTypeGraph,
                [copy](cudaStream_t s) { return run(copy.get(), s); }, e);
            return e;
        }
        return device_failed() ? cudaSuccess : run(exec->graph, stream);
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
