// graph.h: inside of the runtime: graphs, and streams that are captured into one.
#ifndef CUDA_EMULATOR_GRAPH_H
#define CUDA_EMULATOR_GRAPH_H

#include "cuda_runtime_api.h"
#include "emulator/launch.h"

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace cuda_emulator {

// A kernel with its arguments, to be launched later, and more than once.
struct kept_launch {
    kernel_info *kernel = nullptr;
    std::shared_ptr<void> body;
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    bool cooperative = false;
    int device = 0;
    dim3 cluster;
};

// What a node does, in the stream of the launch.
using graph_action = std::function<cudaError_t(cudaStream_t)>;

struct graph_memory;    // graph_memory.cpp
struct graph_condition; // graph_conditions.cpp

// All that a node of some type has. Nodes of graphs and of their instances share memory and
// conditions.
struct node_work {
    graph_action action;
    cudaKernelNodeParams kernel{};             // of a kernel node, as it was given
    std::vector<cudaGraph_t> graphs;           // of a child graph node, a conditional node: its own
    std::shared_ptr<graph_memory> allocates;   // of an allocation node
    void *frees = nullptr;                     // of a node that frees
    std::shared_ptr<graph_condition> looks_at; // of a conditional node
    cudaGraphConditionalNodeType condition_type = cudaGraphCondTypeIf;

    node_work() = default;
    template <class Action,
              class = std::enable_if_t<std::is_constructible<graph_action, Action>::value>>
    node_work(Action does) : action(std::move(does)) {}
};

} // namespace cuda_emulator

struct CUgraphNode_st : cuda_emulator::node_work {
    cudaGraphNodeType type;
    std::vector<cudaGraphNode_t> dependencies;
    cudaGraph_t graph;
    cudaGraphNode_t original; // of a clone's node, and of what is instantiated
    bool enabled;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes; // in the order in which they were made
    std::vector<std::shared_ptr<cuda_emulator::graph_condition>> conditions;
    cudaGraph_t outer = nullptr;  // in which it is a node's own
    std::weak_ptr<void> instance; // the last that was made of it
};

namespace cuda_emulator {

bool graph_is_alive(cudaGraph_t graph);
// False for what is no node.
bool is_node_of_type(cudaGraphNode_t node, cudaGraphNodeType type);
cudaGraph_t new_graph();
void delete_graph(cudaGraph_t graph);
cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, node_work work,
                         const std::vector<cudaGraphNode_t> &dependencies);
// The nodes before which a new one is to come: all of this graph, and each once.
cudaError_t check_dependencies(cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
                               std::vector<cudaGraphNode_t> &result);
// Whether a node allocates or frees.
bool has_memory_nodes(cudaGraph_t graph);

// ------------------------------------------------------------------ graph_memory.cpp

cudaError_t fill_allocation(node_work &work, cudaMemAllocNodeParams &params, const void *caller);
// The node will be one of `graph`.
cudaError_t fill_free(node_work &work, cudaGraph_t graph, void *pointer);
// The graph has a new node that allocates.
void note_owner(graph_memory &memory, cudaGraph_t graph);
// Before a launch: what an earlier one has allocated and nobody has freed is an error, or freed.
cudaError_t prepare_memory(cudaGraph_t graph, bool frees_itself, cudaStream_t stream);
// cudaMallocAsync and cudaFreeAsync, where the stream is captured.
cudaError_t capture_allocation(cudaStream_t stream, void **pointer, size_t size,
                               const void *caller);
cudaError_t capture_free(cudaStream_t stream, void *pointer);
// Whether memory of a graph can be freed outside of it.
bool is_freed_by_its_graph(const void *pointer);

// ------------------------------------------------------------------ graph_conditions.cpp

cudaError_t fill_condition(node_work &work, cudaGraph_t graph, cudaConditionalNodeParams &params);
// A launch begins.
void set_defaults(cudaGraph_t graph);
// Runs the bodies, by `run`, that the condition asks for.
cudaError_t run_bodies(const CUgraphNode_st &node,
                       const std::function<cudaError_t(cudaGraph_t)> &run);

// ------------------------------------------------------------------ capture.cpp

// Work is issued to a stream. Whether that was part of a capture, or by a kernel: then it has
// become a node, or `error` says why not. Also true where the work has to be refused for some other
// stream's capture.
bool capture(cudaStream_t stream, cudaGraphNodeType type, const node_work &work,
             cudaError_t &error);
bool is_captured(cudaStream_t stream);
// The graph that it is captured into.
cudaGraph_t captured_graph(cudaStream_t stream);
cudaStreamCaptureStatus capture_status(cudaStream_t stream);
// Capture an event that is recorded, and one that a stream waits for, as capture() does work.
bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t &error);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t &error);
// What nobody may ask of a stream that is captured, or of an event; it ends the capture.
cudaError_t refuse_if_captured(cudaStream_t stream);
cudaError_t refuse_if_captured(cudaEvent_t event);
// Refuses a call of this name that nobody may make while a stream, whichever, is captured.
cudaError_t refuse_in_capture(const char *call);

// ------------------------------------------------------------------ of others

// launch.cpp: launches made by this thread are not done, but kept here. Null: they are done.
extern thread_local kept_launch *keep_launch_in;
cudaError_t launch_kept(const kept_launch &kept, cudaStream_t stream);
// by_address.cpp
cudaError_t keep_by_address(const cudaKernelNodeParams &params, kept_launch &kept);
// copy.cpp
cudaError_t copy_in_stream(cudaStream_t stream, const cudaMemcpy3DParms &copy);
cudaError_t copy_in_stream(cudaStream_t stream, void *to, const void *from, std::size_t bytes,
                           cudaMemcpyKind kind);
cudaError_t set_in_stream(cudaStream_t stream, const cudaMemsetParams &params);
// stream.cpp
cudaError_t record_in_stream(cudaEvent_t event, cudaStream_t stream);
cudaError_t wait_in_stream(cudaStream_t stream, cudaEvent_t event);
cudaError_t call_in_stream(cudaStream_t stream, cudaHostFn_t function, void *data);

} // namespace cuda_emulator

#endif
