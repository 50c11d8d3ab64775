// graph.h: inside of the runtime: graphs, and streams that are captured into one.
#ifndef CUDA_EMULATOR_GRAPH_H
#define CUDA_EMULATOR_GRAPH_H

#include "cuda_runtime_api.h"
#include "emulator/kernel.h"

#include <functional>
#include <memory>
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
};

// What a node does, in the stream of the launch.
using graph_action = std::function<cudaError_t(cudaStream_t)>;

} // namespace cuda_emulator

struct CUgraphNode_st {
    cudaGraphNodeType type;
    cuda_emulator::graph_action action;
    std::vector<cudaGraphNode_t> dependencies;
    cudaGraph_t graph;
    cudaKernelNodeParams kernel; // of a kernel node, as it was given
    cudaGraph_t child;           // of a child graph node; its own
    cudaGraphNode_t original;    // of a clone's node, and of what is instantiated
    bool enabled;
};

struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes; // in the order in which they were made
};

namespace cuda_emulator {

bool graph_is_alive(cudaGraph_t graph);
cudaGraph_t new_graph();
void delete_graph(cudaGraph_t graph);
cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, graph_action action,
                         const std::vector<cudaGraphNode_t> &dependencies);

// ------------------------------------------------------------------ capture.cpp

// Work is issued to a stream. Whether that was part of a capture: then it has become a node, or
// `error` says why not. Also true where the work has to be refused for some other stream's capture.
bool capture(cudaStream_t stream, cudaGraphNodeType type, const graph_action &action,
             cudaError_t &error);
bool is_captured(cudaStream_t stream);
cudaStreamCaptureStatus capture_status(cudaStream_t stream);
// The same for an event that is recorded, and one that a stream waits for.
bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t &error);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t &error);
// What nobody may ask of a stream that is captured, or of an event; it ends the capture.
cudaError_t refuse_if_captured(cudaStream_t stream);
cudaError_t refuse_if_captured(cudaEvent_t event);
// The same for the call of this name, whatever stream is captured.
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
