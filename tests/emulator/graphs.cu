// graphs.cu: graphs of explicit nodes and captured ones, instances of them, updates, memory that
// they allocate, nodes that depend on conditions, and what may not be done while a stream is
// captured; memory pools and attributes of streams.
#include "check.h"

__global__ void add(int *data, int value) {
    data[threadIdx.x] += value;
}

__global__ void multiply(int *data, int factor) {
    data[threadIdx.x] *= factor;
}

template <class T> __global__ void copy_as(const int *from, T *to) {
    to[threadIdx.x] = static_cast<T>(from[threadIdx.x]);
}

static void CUDART_CB count_call(void *data) {
    ++*static_cast<int *>(data);
}

static cudaKernelNodeParams params_of(void *kernel, void **arguments) {
    cudaKernelNodeParams params = {};
    params.func = kernel;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = arguments;
    return params;
}

// ------------------------------------------------------------------ explicit nodes

static void test_nodes() {
    device_array<int> data(32), second(32);
    int *dev_data = data, *dev_second = second;
    std::vector<int> start(32), result(32), other(32);
    for (int i = 0; i < 32; ++i)
        start[i] = i;
    int calls = 0;

    // copy in -> (+5) -> (*3) -> copy out, and the memset of another array, all before a call.
    cudaGraph_t graph;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t in, plus, times, out, zero, call, empty;
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&in, graph, nullptr, 0, dev_data, start.data(),
                                        32 * sizeof(int), cudaMemcpyHostToDevice));
    int value = 5, factor = 3;
    void *of_add[] = {&dev_data, &value}, *of_multiply[] = {&dev_data, &factor};
    cudaKernelNodeParams add_params = params_of((void *)add, of_add);
    cudaKernelNodeParams multiply_params = params_of((void *)multiply, of_multiply);
    CHECK_CUDA(cudaGraphAddKernelNode(&plus, graph, &in, 1, &add_params));
    value = 100; // the node has taken its arguments
    CHECK_CUDA(cudaGraphAddKernelNode(&times, graph, nullptr, 0, &multiply_params));
    CHECK_CUDA(cudaGraphAddMemcpyNode1D(&out, graph, &times, 1, result.data(), dev_data,
                                        32 * sizeof(int), cudaMemcpyDeviceToHost));
    cudaMemsetParams set = {};
    set.dst = dev_second;
    set.value = 0x01020304;
    set.elementSize = 4;
    set.width = 32;
    set.height = 1;
    CHECK_CUDA(cudaGraphAddMemsetNode(&zero, graph, nullptr, 0, &set));
    CHECK_CUDA(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    const cudaGraphNode_t before[] = {out, zero};
    cudaHostNodeParams host = {};
    host.fn = count_call;
    host.userData = &calls;
    CHECK_CUDA(cudaGraphAddHostNode(&call, graph, before, 2, &host));
    // An edge that comes later, from a node to one that was made before it or after.
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaGraphAddDependencies(graph, &plus, &times, nullptr, 1));
    CHECK_EQUAL(cudaGraphAddDependencies(graph, &plus, &times, nullptr, 1), cudaErrorInvalidValue);
#else
    CHECK_CUDA(cudaGraphAddDependencies(graph, &plus, &times, 1));
    CHECK_EQUAL(cudaGraphAddDependencies(graph, &plus, &times, 1), cudaErrorInvalidValue);
#endif
    (void)cudaGetLastError();

    size_t count = 0;
    CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 7u);
    CHECK_CUDA(cudaGraphGetRootNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 3u);
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    CHECK_CUDA(cudaGraphNodeGetType(times, &type));
    CHECK_EQUAL(type, cudaGraphNodeTypeKernel);
    CHECK_CUDA(cudaGraphNodeGetType(call, &type));
    CHECK_EQUAL(type, cudaGraphNodeTypeHost);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        result, [](size_t i) { return (int(i) + 5) * 3; }, "a graph of nodes");
    CHECK_ARRAY(
        second.get(), [](size_t) { return 0x01020304; }, "a memset node");
    CHECK_EQUAL(calls, 1);

    // The instance does not know what becomes of the graph.
    CHECK_CUDA(cudaGraphDestroyNode(call));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(calls, 2);

    // Other arguments for one node of the instance.
    value = 7;
    CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, plus, &add_params));
    CHECK_CUDA(cudaGraphExecMemcpyNodeSetParams1D(exec, out, other.data(), dev_data,
                                                  32 * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        other, [](size_t i) { return (int(i) + 7) * 3; }, "other arguments");
    unsigned enabled = 0;
    CHECK_CUDA(cudaGraphNodeSetEnabled(exec, plus, 0));
    CHECK_CUDA(cudaGraphNodeGetEnabled(exec, plus, &enabled));
    CHECK_EQUAL(enabled, 0u);
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        other, [](size_t i) { return int(i) * 3; }, "without a node");

    // A graph in a graph.
    cudaGraph_t outer, clone;
    cudaGraphNode_t child, after;
    CHECK_CUDA(cudaGraphCreate(&outer, 0));
    CHECK_CUDA(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
    value = 1000;
    CHECK_CUDA(cudaGraphAddKernelNode(&after, outer, &child, 1, &add_params));
    CHECK_CUDA(cudaGraphClone(&clone, outer));
    CHECK_CUDA(cudaGraphDestroy(outer));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphInstantiateWithFlags(&exec, clone, 0));
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t i) { return (int(i) + 5) * 3 + 1000; }, "a child graph");
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(clone));

    // A circle is no graph.
#if CUDART_VERSION >= 13000
    const cudaError_t circle = cudaGraphAddDependencies(graph, &times, &in, nullptr, 1);
#else
    const cudaError_t circle = cudaGraphAddDependencies(graph, &times, &in, 1);
#endif
    CHECK(circle != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// ------------------------------------------------------------------ capture

static void test_capture() {
    device_array<int> data(32), side(32);
    device_array<float> as_float(32);
    int *dev_data = data, *dev_side = side;
    cudaStream_t stream, branch;
    cudaEvent_t fork, join;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamCreate(&branch));
    CHECK_CUDA(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK_CUDA(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    int calls = 0;
    cudaStreamCaptureStatus status;

    cudaGraph_t graph;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
    CHECK_CUDA(cudaMemsetAsync(dev_data, 0, 32 * sizeof(int), stream));
    CHECK_CUDA(cudaEventRecord(fork, stream));
    CHECK_CUDA(cudaStreamWaitEvent(branch, fork, 0));
    CHECK_CUDA(cudaStreamIsCapturing(branch, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
    for (int i = 1; i <= 3; ++i) // the arguments of each launch are kept
        add<<<1, 32, 0, stream>>>(dev_data, i);
    add<<<1, 32, 0, branch>>>(dev_side, 10);
    CHECK_CUDA(cudaEventRecord(join, branch));
    CHECK_CUDA(cudaStreamWaitEvent(stream, join, 0));
    multiply<<<1, 32, 0, stream>>>(dev_data, 2);
    copy_as<float><<<1, 32, 0, stream>>>(dev_data, as_float);
    CHECK_CUDA(cudaLaunchHostFunc(stream, count_call, &calls));
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaStreamIsCapturing(branch, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusNone);
    CHECK_EQUAL(calls, 0);
    CHECK_ARRAY(
        side.get(), [](size_t) { return 0; }, "nothing is done yet");

    size_t count = 0, edges = 0;
    CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
    CHECK_EQUAL(count, 8u);
#if CUDART_VERSION >= 13000
    CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
#else
    CHECK_CUDA(cudaGraphGetEdges(graph, nullptr, nullptr, &edges));
#endif
    CHECK_EQUAL(edges, 8u);

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; ++i)
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQUAL(calls, 3);
    CHECK_ARRAY(
        data.get(), [](size_t) { return 12; }, "captured kernels");
    CHECK_ARRAY(
        side.get(), [](size_t) { return 30; }, "a branch");
    CHECK_ARRAY(
        as_float.get(), [](size_t) { return 12.0f; }, "a template");

    // All of it is captured once more with other arguments, and put into that instance.
    cudaGraph_t again;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK_CUDA(cudaMemsetAsync(dev_data, 0, 32 * sizeof(int), stream));
    CHECK_CUDA(cudaEventRecord(fork, stream));
    CHECK_CUDA(cudaStreamWaitEvent(branch, fork, 0));
    for (int i = 1; i <= 3; ++i)
        add<<<1, 32, 0, stream>>>(dev_data, 10 * i);
    add<<<1, 32, 0, branch>>>(dev_side, -30);
    CHECK_CUDA(cudaEventRecord(join, branch));
    CHECK_CUDA(cudaStreamWaitEvent(stream, join, 0));
    multiply<<<1, 32, 0, stream>>>(dev_data, 3);
    copy_as<float><<<1, 32, 0, stream>>>(dev_data, as_float);
    CHECK_CUDA(cudaLaunchHostFunc(stream, count_call, &calls));
    CHECK_CUDA(cudaStreamEndCapture(stream, &again));
    cudaGraphExecUpdateResultInfo info = {};
    CHECK_CUDA(cudaGraphExecUpdate(exec, again, &info));
    CHECK_EQUAL(info.result, cudaGraphExecUpdateSuccess);
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t) { return 180; }, "an updated instance");
    CHECK_ARRAY(
        side.get(), [](size_t) { return 0; }, "its branch");

    // Another shape is refused, and the instance stays as it was.
    cudaGraph_t shorter;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaStreamEndCapture(stream, &shorter));
    CHECK_EQUAL(cudaGraphExecUpdate(exec, shorter, &info), cudaErrorGraphExecUpdateFailure);
    CHECK_EQUAL(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphLaunch(exec, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        data.get(), [](size_t) { return 180; }, "after a refused update");

    CHECK_CUDA(cudaGraphExecDestroy(exec));
    for (cudaGraph_t g : {graph, again, shorter})
        CHECK_CUDA(cudaGraphDestroy(g));
    CHECK_CUDA(cudaEventDestroy(fork));
    CHECK_CUDA(cudaEventDestroy(join));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaStreamDestroy(branch));
}

// ------------------------------------------------------------------ memory of graphs

__global__ void fill(int *data, int value) {
    data[threadIdx.x] = value + threadIdx.x;
}

static cudaMemAllocNodeParams memory_of(size_t bytes) {
    cudaMemAllocNodeParams params = {};
    params.poolProps.allocType = cudaMemAllocationTypePinned;
    params.poolProps.location.type = cudaMemLocationTypeDevice;
    params.bytesize = bytes;
    return params;
}

// A GPU's driver may keep what graphs have freed.
static void check_used_by_graphs(size_t least) {
    unsigned long long used = 0;
    CHECK_CUDA(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    CHECK(used >= least);
#ifdef CUDA_EMULATOR
    CHECK_EQUAL(used, least);
#endif
}

// allocate -> fill -> copy out -> free, the node that frees only if it is to.
struct graph_with_memory {
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t allocates = nullptr, fills = nullptr, copies = nullptr, frees = nullptr;
    int *data = nullptr;

    graph_with_memory(int value, std::vector<int> &result, bool is_freed) {
        cudaMemAllocNodeParams params = memory_of(32 * sizeof(int));
        CHECK_CUDA(cudaGraphCreate(&graph, 0));
        CHECK_CUDA(cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &params));
        data = static_cast<int *>(params.dptr);
        void *arguments[] = {&data, &value};
        cudaKernelNodeParams kernel = params_of((void *)fill, arguments);
        CHECK_CUDA(cudaGraphAddKernelNode(&fills, graph, &allocates, 1, &kernel));
        CHECK_CUDA(cudaGraphAddMemcpyNode1D(&copies, graph, &fills, 1, result.data(), data,
                                            32 * sizeof(int), cudaMemcpyDeviceToHost));
        if (is_freed)
            CHECK_CUDA(cudaGraphAddMemFreeNode(&frees, graph, &copies, 1, data));
    }
};

static void test_memory() {
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    std::vector<int> result(32);
    const auto launch = [&](cudaGraphExec_t exec) {
        result.assign(32, -1);
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
    };
    const auto check_result_from = [&](int first) {
        CHECK_ARRAY(
            result, [=](size_t i) { return first + int(i); }, "memory of a graph");
    };

    { // Freed by its graph: there in each launch, at one address, and nobody else's to free.
        graph_with_memory g(5, result, true);
        cudaMemAllocNodeParams params = {};
        CHECK_CUDA(cudaGraphMemAllocNodeGetParams(g.allocates, &params));
        CHECK(params.dptr == g.data && params.bytesize == 32 * sizeof(int));
        void *freed = nullptr;
        CHECK_CUDA(cudaGraphMemFreeNodeGetParams(g.frees, &freed));
        CHECK(freed == g.data);
        cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
        CHECK_CUDA(cudaGraphNodeGetType(g.allocates, &type));
        CHECK_EQUAL(type, cudaGraphNodeTypeMemAlloc);
        CHECK_CUDA(cudaGraphNodeGetType(g.frees, &type));
        CHECK_EQUAL(type, cudaGraphNodeTypeMemFree);

        cudaGraphExec_t exec;
        CHECK_CUDA(cudaGraphInstantiate(&exec, g.graph, 0));
        launch(exec);
        check_result_from(5);
        launch(exec);
        check_result_from(5);
        check_used_by_graphs(0);
        // Its address is there once, so there is one instance at a time and no copy; and nobody
        // takes a node out.
        cudaGraphExec_t second = nullptr;
        cudaGraph_t copy = nullptr, parent = nullptr;
        cudaGraphNode_t node = nullptr;
        CHECK(cudaGraphInstantiate(&second, g.graph, 0) != cudaSuccess);
        CHECK(cudaGraphClone(&copy, g.graph) != cudaSuccess);
        CHECK_CUDA(cudaGraphCreate(&parent, 0));
        CHECK(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, g.graph) != cudaSuccess);
        CHECK(cudaGraphDestroyNode(g.frees) != cudaSuccess);
        CHECK_EQUAL(cudaGraphAddMemFreeNode(&node, g.graph, &g.copies, 1, g.data),
                    cudaErrorInvalidValue); // twice
        CHECK_EQUAL(cudaGraphAddMemFreeNode(&node, parent, nullptr, 0, g.data),
                    cudaErrorInvalidValue); // by another graph
        CHECK(cudaFree(g.data) != cudaSuccess);
        (void)cudaGetLastError();
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        CHECK_CUDA(cudaGraphInstantiate(&exec, g.graph, 0));
        // The instance goes on without its graph.
        CHECK_CUDA(cudaGraphDestroy(g.graph));
        launch(exec);
        check_result_from(5);
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        CHECK_CUDA(cudaGraphDestroy(parent));
    }
    { // Freed by whoever used it last: the program, a stream, another graph.
        graph_with_memory g(7, result, false);
        cudaGraph_t frees;
        cudaGraphNode_t node;
        CHECK_CUDA(cudaGraphCreate(&frees, 0));
        CHECK_CUDA(cudaGraphAddMemFreeNode(&node, frees, nullptr, 0, g.data));
        cudaGraphExec_t exec, exec_frees;
        CHECK_CUDA(cudaGraphInstantiate(&exec, g.graph, 0));
        CHECK_CUDA(cudaGraphInstantiate(&exec_frees, frees, 0));
        for (int freed_by = 0; freed_by < 3; ++freed_by) {
            launch(exec);
            check_result_from(7);
            check_used_by_graphs(32 * sizeof(int));
            CHECK(cudaGraphLaunch(exec, stream) != cudaSuccess); // it is there
            (void)cudaGetLastError();
            add<<<1, 32, 0, stream>>>(g.data, 3);
            CHECK_CUDA(cudaMemcpyAsync(result.data(), g.data, 32 * sizeof(int),
                                       cudaMemcpyDeviceToHost, stream));
            CHECK_CUDA(cudaStreamSynchronize(stream));
            check_result_from(10);
            if (freed_by == 0)
                CHECK_CUDA(cudaFree(g.data));
            else if (freed_by == 1)
                CHECK_CUDA(cudaFreeAsync(g.data, stream));
            else
                CHECK_CUDA(cudaGraphLaunch(exec_frees, stream));
            CHECK_CUDA(cudaStreamSynchronize(stream));
            check_used_by_graphs(0);
        }
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        // The next launch frees it.
        CHECK_CUDA(cudaGraphInstantiate(&exec, g.graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
        launch(exec);
        launch(exec);
        check_result_from(7);
        CHECK_CUDA(cudaGraphLaunch(exec_frees, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        unsigned long long high = 0;
        CHECK_CUDA(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
        CHECK(high >= 32 * sizeof(int));
        high = 0;
        CHECK_CUDA(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &high));
        CHECK_CUDA(cudaDeviceGraphMemTrim(0));
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        CHECK_CUDA(cudaGraphExecDestroy(exec_frees));
        CHECK_CUDA(cudaGraphDestroy(frees));
        CHECK_CUDA(cudaGraphDestroy(g.graph));
    }
    { // Captured.
        int *data = nullptr;
        cudaGraph_t graph;
        CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        CHECK_CUDA(cudaMallocAsync(&data, 32 * sizeof(int), stream));
        CHECK(data != nullptr);
        fill<<<1, 32, 0, stream>>>(data, 20);
        CHECK_CUDA(
            cudaMemcpyAsync(result.data(), data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream));
        CHECK_CUDA(cudaFreeAsync(data, stream));
        CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
        size_t count = 0;
        CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &count));
        CHECK_EQUAL(count, 4u);
        cudaGraphExec_t exec;
        CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
        launch(exec);
        check_result_from(20);
        CHECK_CUDA(cudaGraphExecDestroy(exec));
        CHECK_CUDA(cudaGraphDestroy(graph));
    }
    { // What is no memory, and no memory of a graph.
        cudaGraph_t graph;
        cudaGraphNode_t node;
        CHECK_CUDA(cudaGraphCreate(&graph, 0));
        cudaMemAllocNodeParams params = memory_of(0);
        CHECK_EQUAL(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params),
                    cudaErrorInvalidValue);
        device_array<int> other(32);
        int *of_no_graph = other;
        CHECK_EQUAL(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, of_no_graph),
                    cudaErrorInvalidValue);
        (void)cudaGetLastError();
        CHECK_CUDA(cudaGraphDestroy(graph));
    }
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// ------------------------------------------------------------------ conditions

#if CUDART_VERSION >= 13000
// Decides by data[0], which it counts down if it is not 0.
__global__ void decide(cudaGraphConditionalHandle handle, int *data) {
    cudaGraphSetConditional(handle, data[0]);
    if (data[0] != 0)
        --data[0];
}

__global__ void note(int *data, int place) {
    ++data[place];
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, const cudaGraphNode_t *before, void *kernel,
                                  void **arguments) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = kernel;
    params.kernel.gridDim = params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    CHECK_CUDA(cudaGraphAddNode(&node, graph, before, nullptr, before != nullptr, &params));
    return node;
}

// A graph of `decide` and a node of so many bodies behind it, of which body i counts in data[1 +
// i]. In the body of a loop the next decision comes last.
static void test_condition(cudaGraphConditionalNodeType type, unsigned bodies,
                           const std::vector<std::vector<int>> &expected) {
    device_array<int> counts(8);
    int *data = counts;
    cudaGraph_t graph;
    CHECK_CUDA(cudaGraphCreate(&graph, 0));
    cudaGraphConditionalHandle handle;
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&handle, graph));
    void *of_decide[] = {&handle, &data};
    cudaGraphNode_t decides = add_kernel(graph, nullptr, (void *)decide, of_decide);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = bodies;
    cudaGraphNode_t node;
    CHECK_CUDA(cudaGraphAddNode(&node, graph, &decides, nullptr, 1, &params));
    cudaGraphNodeType is = cudaGraphNodeTypeEmpty;
    CHECK_CUDA(cudaGraphNodeGetType(node, &is));
    CHECK_EQUAL(is, cudaGraphNodeTypeConditional);
    for (unsigned i = 0; i < bodies; ++i) {
        int place = int(1 + i);
        void *of_note[] = {&data, &place};
        cudaGraph_t body = params.conditional.phGraph_out[i];
        cudaGraphNode_t notes = add_kernel(body, nullptr, (void *)note, of_note);
        if (type == cudaGraphCondTypeWhile)
            add_kernel(body, &notes, (void *)decide, of_decide);
    }
    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    CHECK_CUDA(cudaGraphDestroy(graph));
    for (int value = 0; value < int(expected.size()); ++value) {
        counts.set({value, 0, 0, 0, 0, 0, 0, 0});
        CHECK_CUDA(cudaGraphLaunch(exec, nullptr));
        CHECK_CUDA(cudaDeviceSynchronize());
        const std::vector<int> ran = counts.get();
        CHECK_ARRAY(
            std::vector<int>(ran.begin() + 1, ran.end()),
            [&](size_t i) { return i < bodies ? expected[value][i] : 0; },
            "bodies of type " + std::to_string(type) + " for " + std::to_string(value));
    }
    CHECK_CUDA(cudaGraphExecDestroy(exec));
}

// A loop in the body of an if, both captured into their bodies; the condition of the loop has a
// default, so nothing decides in front of it.
static void test_nested() {
    device_array<int> counts(8);
    int *data = counts;
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus status;
    cudaGraph_t graph;
    const cudaGraphNode_t *before;
    size_t count = 99;
    CHECK_CUDA(
        cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &before, nullptr, &count));
    CHECK_EQUAL(status, cudaStreamCaptureStatusActive);
    CHECK_EQUAL(count, 0u);
    cudaGraphConditionalHandle outer, inner;
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault));
    CHECK_CUDA(cudaGraphConditionalHandleCreate(&inner, graph, 1, cudaGraphCondAssignDefault));
    note<<<1, 1, 0, stream>>>(data, 1);
    CHECK_CUDA(
        cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &before, nullptr, &count));
    CHECK_EQUAL(count, 1u);
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = outer;
    params.conditional.type = cudaGraphCondTypeIf;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    CHECK_CUDA(cudaGraphAddNode(&node, graph, before, nullptr, count, &params));
    cudaGraph_t body = params.conditional.phGraph_out[0];
    CHECK_CUDA(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                                   cudaStreamSetCaptureDependencies));
    note<<<1, 1, 0, stream>>>(data, 3); // behind all that the if does
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));

    params.conditional.handle = inner;
    params.conditional.type = cudaGraphCondTypeWhile;
    CHECK_CUDA(cudaGraphAddNode(&node, body, nullptr, nullptr, 0, &params));
    CHECK_CUDA(cudaStreamBeginCaptureToGraph(stream, params.conditional.phGraph_out[0], nullptr,
                                             nullptr, 0, cudaStreamCaptureModeGlobal));
    note<<<1, 1, 0, stream>>>(data, 2);
    decide<<<1, 1, 0, stream>>>(inner, data);
    CHECK_CUDA(cudaStreamEndCapture(stream, nullptr));

    cudaGraphExec_t exec;
    CHECK_CUDA(cudaGraphInstantiate(&exec, graph, 0));
    for (int times : {0, 4}) {
        counts.set({times, 0, 0, 0, 0, 0, 0, 0});
        CHECK_CUDA(cudaGraphLaunch(exec, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        const int expected[] = {0, 1, times + 1, 1};
        CHECK_ARRAY(
            counts.get(), [&](size_t i) { return i < 4 ? expected[i] : 0; }, "a nested loop");
    }

    // What is no condition, and no graph of one's own.
    cudaGraph_t other;
    CHECK_CUDA(cudaGraphCreate(&other, 0));
    CHECK_EQUAL(cudaGraphAddNode(&node, other, nullptr, nullptr, 0, &params),
                cudaErrorInvalidValue); // the handle of another graph
    params.conditional.size = 2;        // a loop has one body
    CHECK_EQUAL(cudaGraphAddNode(&node, body, nullptr, nullptr, 0, &params), cudaErrorInvalidValue);
    CHECK_EQUAL(cudaGraphConditionalHandleCreate(&inner, nullptr), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaGraphDestroy(other));
    CHECK_CUDA(cudaGraphExecDestroy(exec));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

static void test_conditions() {
    test_condition(cudaGraphCondTypeIf, 1, {{0}, {1}});
    test_condition(cudaGraphCondTypeIf, 2, {{0, 1}, {1, 0}});
    test_condition(cudaGraphCondTypeWhile, 1, {{0}, {1}, {2}, {3}, {4}});
    test_condition(cudaGraphCondTypeSwitch, 3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}});
    test_nested();
}
#else
static void test_conditions() {}
#endif

// ------------------------------------------------------------------ what a capture forbids

static void end_invalid(cudaStream_t stream, cudaError_t expected) {
    cudaGraph_t graph = nullptr;
    CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), expected);
    CHECK(graph == nullptr);
    (void)cudaGetLastError();
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusNone);
}

static void test_errors() {
    device_array<int> data(32);
    int *dev_data = data, on_host = 0;
    cudaStream_t stream, other;
    cudaEvent_t event;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaStreamCreate(&other));
    CHECK_CUDA(cudaEventCreate(&event));
    cudaGraph_t graph = nullptr;

    CHECK_EQUAL(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
                cudaErrorStreamCaptureUnsupported);
    CHECK_EQUAL(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    cudaStreamCaptureStatus status;
    CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
    CHECK_EQUAL(status, cudaStreamCaptureStatusInvalidated);
    CHECK_EQUAL(cudaMemsetAsync(dev_data, 0, 4, stream), cudaErrorStreamCaptureInvalidated);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaDeviceSynchronize(), cudaErrorStreamCaptureUnsupported);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaMemcpy(&on_host, dev_data, 4, cudaMemcpyDeviceToHost),
                cudaErrorStreamCaptureImplicit);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    // The default stream waits for what is not done.
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32>>>(dev_data, 1);
    CHECK_EQUAL(cudaGetLastError(), cudaErrorStreamCaptureImplicit);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    // A branch that does not come back.
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev_data, 1);
    CHECK_EQUAL(cudaEventSynchronize(event), cudaErrorCapturedEvent);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    add<<<1, 32, 0, other>>>(dev_data, 1);
    end_invalid(stream, cudaErrorStreamCaptureUnjoined);

    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_CUDA(cudaEventRecord(event, stream));
    CHECK_CUDA(cudaStreamWaitEvent(other, event, 0));
    CHECK_EQUAL(cudaStreamEndCapture(other, &graph), cudaErrorStreamCaptureUnmatched);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);

    void *memory = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK_EQUAL(cudaMalloc(&memory, 64), cudaErrorStreamCaptureUnsupported);
    end_invalid(stream, cudaErrorStreamCaptureInvalidated);
    CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK_CUDA(cudaMalloc(&memory, 64));
    CHECK_CUDA(cudaThreadExchangeStreamCaptureMode(&mode));
    CHECK_CUDA(cudaStreamEndCapture(stream, &graph));
    CHECK_CUDA(cudaGraphDestroy(graph));
    CHECK_CUDA(cudaFree(memory));

    // Nothing of all this was done, and the streams are as before.
    CHECK_ARRAY(
        data.get(), [](size_t) { return 0; }, "nothing was done");
    add<<<1, 32, 0, stream>>>(dev_data, 1);
    CHECK_LAUNCH();
    CHECK_ARRAY(
        data.get(), [](size_t) { return 1; }, "a stream after captures");

    CHECK_EQUAL(cudaGraphCreate(nullptr, 0), cudaErrorInvalidValue);
    (void)cudaGetLastError();
    CHECK_CUDA(cudaEventDestroy(event));
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaStreamDestroy(other));
}

// ------------------------------------------------------------------ memory pools

static void test_pools() {
    cudaMemPool_t pool, of_device, now;
    CHECK_CUDA(cudaDeviceGetDefaultMemPool(&of_device, 0));
    CHECK_CUDA(cudaDeviceGetMemPool(&now, 0));
    CHECK(now == of_device);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = 0;
    CHECK_CUDA(cudaMemPoolCreate(&pool, &props));
    unsigned long long threshold = ~0ull, value = 0;
    CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &value));
    CHECK_EQUAL(value, threshold);
    cudaMemAccessDesc access = {};
    access.location = props.location;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    CHECK_CUDA(cudaMemPoolSetAccess(pool, &access, 1));
    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    CHECK_CUDA(cudaMemPoolGetAccess(&flags, pool, &props.location));
    CHECK_EQUAL(flags, cudaMemAccessFlagsProtReadWrite);

    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    int *data;
    CHECK_CUDA(cudaMallocFromPoolAsync(&data, 1 << 20, pool, stream));
    CHECK_CUDA(cudaMemsetAsync(data, 0, 32 * sizeof(int), stream));
    add<<<1, 32, 0, stream>>>(data, 4);
    std::vector<int> result(32);
    CHECK_CUDA(
        cudaMemcpyAsync(result.data(), data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_ARRAY(
        result, [](size_t) { return 4; }, "memory of a pool");
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK(value >= 1 << 20);
    CHECK_CUDA(cudaFreeAsync(data, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK_EQUAL(value, 0u);
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &value));
    CHECK(value >= 1 << 20);
    CHECK_CUDA(cudaMemPoolTrimTo(pool, 0));

    CHECK_CUDA(cudaDeviceSetMemPool(0, pool));
    CHECK_CUDA(cudaDeviceGetMemPool(&now, 0));
    CHECK(now == pool);
    CHECK_CUDA(cudaMallocAsync(&data, 4096, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value));
    CHECK(value >= 4096);
    CHECK_CUDA(cudaFreeAsync(data, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaDeviceSetMemPool(0, of_device));
    CHECK_CUDA(cudaMemPoolDestroy(pool));
    CHECK_EQUAL(cudaMemPoolCreate(nullptr, &props), cudaErrorInvalidValue);
    (void)cudaGetLastError();

    cudaStreamAttrValue attribute = {};
    attribute.syncPolicy = cudaSyncPolicyYield;
    CHECK_CUDA(
        cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
    attribute.syncPolicy = cudaSyncPolicyAuto;
    CHECK_CUDA(
        cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &attribute));
    CHECK_EQUAL(attribute.syncPolicy, cudaSyncPolicyYield);
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main() {
    check_device();
    test_nodes();
    test_capture();
    test_memory();
    test_conditions();
    test_errors();
    test_pools();
    return check_result();
}
