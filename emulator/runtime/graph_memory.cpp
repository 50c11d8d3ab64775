// graph_memory.cpp: nodes of graphs that allocate memory and free it, and streams whose allocations
// are captured.
//
// The address of an allocation is that of its node. It is taken as long as there is a graph or an
// instance with the node.
#include "api_state.h"
#include "graph.h"
#include "machine/program.h"
#include "machine/threads.h"
#include "memory.h"
#include "stream.h"

#include <algorithm>
#include <map>

namespace cuda_emulator {

struct graph_memory {
    void *pointer;
    size_t size;
    int device;
    cudaMemAllocNodeParams params;
    cudaGraph_t owner = nullptr;  // that has the node, which only compares it
    bool freed_by_owner = false;  // it has a node that frees it
    bool freed_by_others = false; // another graph has one

    graph_memory(void *address, size_t bytes, const cudaMemAllocNodeParams &as);
    ~graph_memory();
    graph_memory(const graph_memory &) = delete;
    graph_memory &operator=(const graph_memory &) = delete;
};

namespace {

struct memory_of_graphs {
    os_mutex mutex;
    std::map<const void *, graph_memory *> by_address;
    unsigned long long used_high[most_devices] = {};
};
memory_of_graphs &all_of_graphs() {
    static memory_of_graphs &m = *new memory_of_graphs; // never destroyed
    return m;
}

// What of it is allocated now. The program may have freed some.
unsigned long long used_now(memory_of_graphs &m, int device) {
    unsigned long long used = 0;
    for (const auto &entry : m.by_address)
        if (entry.second->device == device && find_memory(entry.first).base == entry.first)
            used += entry.second->size;
    return used;
}

cudaError_t allocate(void *pointer, int device, cudaStream_t stream) {
    const cudaError_t e = allocate_reserved(pointer, stream);
    memory_of_graphs &m = all_of_graphs();
    const os_lock lock(m.mutex);
    m.used_high[device] = std::max(m.used_high[device], used_now(m, device));
    return e;
}

bool can_be_had(const cudaMemPoolProps &pool) {
    return pool.allocType == cudaMemAllocationTypePinned &&
           pool.location.type == cudaMemLocationTypeDevice && device_exists(pool.location.id);
}

cudaError_t mem_attribute(const char *call, int device, cudaGraphMemAttributeType which,
                          void *value, bool sets) {
    return api_call(call, cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!device_exists(device))
            return cudaErrorInvalidDevice;
        const bool high =
            which == cudaGraphMemAttrUsedMemHigh || which == cudaGraphMemAttrReservedMemHigh;
        if (value == nullptr || which < cudaGraphMemAttrUsedMemCurrent ||
            which > cudaGraphMemAttrReservedMemHigh || (sets && !high))
            return cudaErrorInvalidValue;
        auto &number = *static_cast<unsigned long long *>(value);
        memory_of_graphs &m = all_of_graphs();
        const os_lock lock(m.mutex);
        if (sets && number != 0)
            return cudaErrorInvalidValue; // it can be reset only
        if (sets)
            m.used_high[device] = used_now(m, device);
        else
            number = high ? m.used_high[device] : used_now(m, device);
        return cudaSuccess;
    });
}

} // namespace

graph_memory::graph_memory(void *address, size_t bytes, const cudaMemAllocNodeParams &as)
    : pointer(address), size(bytes), device(as.poolProps.location.id), params(as) {
    memory_of_graphs &m = all_of_graphs();
    const os_lock lock(m.mutex);
    m.by_address[pointer] = this;
}

graph_memory::~graph_memory() {
    {
        memory_of_graphs &m = all_of_graphs();
        const os_lock lock(m.mutex);
        m.by_address.erase(pointer);
    }
    give_reserved_back(pointer);
}

cudaError_t fill_allocation(node_work &work, cudaMemAllocNodeParams &params, const void *caller) {
    params.dptr = nullptr;
    if (params.bytesize == 0 || !can_be_had(params.poolProps))
        return cudaErrorInvalidValue;
    if (params.poolProps.handleTypes != cudaMemHandleTypeNone)
        return cudaErrorNotSupported;
    const int device = params.poolProps.location.id;
    void *pointer = nullptr;
    const cudaError_t e = reserve_memory(&pointer, params.bytesize, device, caller);
    if (e != cudaSuccess)
        return e;
    params.dptr = pointer;
    work.allocates = std::make_shared<graph_memory>(pointer, params.bytesize, params);
    work.action = [=](cudaStream_t stream) { return allocate(pointer, device, stream); };
    return cudaSuccess;
}

cudaError_t fill_free(node_work &work, cudaGraph_t graph, void *pointer) {
    memory_of_graphs &m = all_of_graphs();
    const os_lock lock(m.mutex);
    const auto found = m.by_address.find(pointer);
    if (found == m.by_address.end())
        return cudaErrorInvalidValue;
    graph_memory &memory = *found->second;
    const bool frees_already =
        std::any_of(graph->nodes.begin(), graph->nodes.end(),
                    [=](const auto &node) { return node->frees == pointer; });
    const bool owns = memory.owner == graph;
    if (frees_already || (owns ? memory.freed_by_others : memory.freed_by_owner))
        return cudaErrorInvalidValue;
    (owns ? memory.freed_by_owner : memory.freed_by_others) = true;
    work.frees = pointer;
    work.action = [pointer](cudaStream_t stream) { return free_reserved(pointer, stream); };
    return cudaSuccess;
}

void note_owner(graph_memory &memory, cudaGraph_t graph) {
    if (memory.owner == nullptr)
        memory.owner = graph;
}

bool is_freed_by_its_graph(const void *pointer) {
    memory_of_graphs &m = all_of_graphs();
    const os_lock lock(m.mutex);
    const auto found = m.by_address.find(pointer);
    return found != m.by_address.end() && found->second->freed_by_owner;
}

cudaError_t prepare_memory(cudaGraph_t graph, bool frees_itself, cudaStream_t stream) {
    for (const auto &node : graph->nodes) {
        if (node->allocates == nullptr)
            continue;
        void *const pointer = node->allocates->pointer;
        if (find_memory(pointer).base != pointer)
            continue;
        const cudaError_t e = frees_itself ? free_reserved(pointer, stream) : cudaErrorInvalidValue;
        if (e != cudaSuccess)
            return e;
    }
    return cudaSuccess;
}

cudaError_t capture_allocation(cudaStream_t stream, void **pointer, size_t size,
                               const void *caller) {
    if (pointer == nullptr)
        return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (size == 0)
        return cudaSuccess;
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.poolProps.location.id = device_of(stream);
    params.bytesize = size;
    node_work work;
    cudaError_t e = fill_allocation(work, params, caller);
    if (e != cudaSuccess)
        return e;
    capture(stream, cudaGraphNodeTypeMemAlloc, work, e);
    if (e == cudaSuccess)
        *pointer = params.dptr;
    return e;
}

cudaError_t capture_free(cudaStream_t stream, void *pointer) {
    if (capture_status(stream) != cudaStreamCaptureStatusActive)
        return cudaErrorStreamCaptureInvalidated;
    node_work work;
    cudaError_t e = fill_free(work, captured_graph(stream), pointer);
    if (e == cudaSuccess)
        capture(stream, cudaGraphNodeTypeMemFree, work, e);
    return e;
}

} // namespace cuda_emulator

using namespace cuda_emulator;

extern "C" {

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           struct cudaMemAllocNodeParams *params) {
    return api_call("cudaGraphMemAllocNodeGetParams", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_node_of_type(node, cudaGraphNodeTypeMemAlloc) || params == nullptr)
            return cudaErrorInvalidValue;
        *params = node->allocates->params;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer) {
    return api_call("cudaGraphMemFreeNodeGetParams", cudaErrorInvalidValue, call_kind::asks, [&] {
        if (!is_node_of_type(node, cudaGraphNodeTypeMemFree) || pointer == nullptr)
            return cudaErrorInvalidValue;
        *static_cast<void **>(pointer) = node->frees;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType which,
                                           void *value) {
    return mem_attribute("cudaDeviceGetGraphMemAttribute", device, which, value, false);
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType which,
                                           void *value) {
    return mem_attribute("cudaDeviceSetGraphMemAttribute", device, which, value, true);
}

// Nothing is kept back.
cudaError_t cudaDeviceGraphMemTrim(int device) {
    return api_call("cudaDeviceGraphMemTrim", cudaErrorInvalidDevice, call_kind::asks,
                    [&] { return device_exists(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}

} // extern "C"
